import Catalog
import Domain
import MovieNightPrimitives

/// A series in the guide. A class: each member of a result gets it, and copying the facts would cost more.
final class ListedShow {
  let tmdbID: Int
  let series: SeriesFacts
  let posters: ImageURLs?
  /// The services that offer it, with that of its row first; empty in the row `other`.
  let services: [GuideService]
  let availability: Availability
  /// The first and last dated episode of the regular seasons that, with the buffer days, touch the page.
  let activeWindow: ClosedRange<CalendarDate>?
  let settings: GuideShowSettings
  /// The day of the first regular episode from today on.
  let nextEpisodeDate: CalendarDate?
  let premiere: Premiere?
  /// Whether no regular episode is in the focus week, and no premiere is near.
  let isDimmed: Bool
  /// The number of episodes without a date in the seasons that the page can show.
  let unscheduledCount: Int
  let watchers: [MemberID]
  /// The last regular episode that each watcher has seen, without those who have seen none.
  let progress: [(memberID: MemberID, episode: EpisodeRef)]
  /// The listed episodes of the page.
  let episodes: [ListedEpisode]
  let isStale: Bool

  var isInGuide: Bool { !episodes.isEmpty || premiere != nil }

  /// - Parameter services: the services that offer it, with that of its row first.
  init(
    _ source: GuideSource, _ known: KnownSeries, _ availability: Availability, _ services: [GuideService],
    on page: GuidePage
  ) {
    let settings = source.settings
    var seasons: [SeasonSchedule] = []
    seasons.reserveCapacity(known.seasons.count)
    for season in known.seasons {
      let number = season.facts.seasonNumber
      guard number > 0 || page.filter.includesSpecials, !seasons.contains(where: { $0.number == number }) else {
        continue
      }
      seasons.append(SeasonSchedule(season, shiftDays: settings.shiftDays))
    }
    let regular = seasons.filter(\.isRegular)

    tmdbID = source.tmdbID
    series = known.series
    posters = page.posters.urls(for: series.posterPath)
    self.services = services
    self.availability = availability
    self.settings = settings
    activeWindow = Self.activeWindow(regular, settings.bufferDays, page)
    nextEpisodeDate = Self.nextDay(regular, known.series, settings.shiftDays, from: page.today)
      .map { CalendarDate(daysSince1970: $0) }
    premiere = Premiere(regular, today: page.today)
    isDimmed =
      premiere == nil
      && !regular.contains { $0.airings.contains { page.focusWeek.contains($0.day) } }
    unscheduledCount = seasons.reduce(0) { $0 + $1.undatedCount }
    watchers = source.watchers.map(\.memberID)
    progress = source.watchers.compactMap { watcher in
      watcher.progress.lastWatched.map { (watcher.memberID, $0) }
    }
    isStale = known.isStale || seasons.contains(where: \.season.isStale)
    episodes = Self.episodes(seasons, of: source, services.first?.id ?? GuideService.other.id, page)
  }
}

enum Availability: String, ResultEnum {
  case available
  case notInCountry = "not_in_country"
  case unknown
}

/// The first day of a season that begins soon.
struct Premiere: Hashable {
  /// The number of days before a premiere on which it is announced.
  static let days: Int64 = 7

  let season: Int
  let date: CalendarDate
  /// The number of days from today.
  let days: Int

  var label: String { "Premieres in \(days)d" }
}

struct ListedEpisode {
  let tmdbID: Int
  let facts: EpisodeFacts
  let ref: EpisodeRef
  /// The day on which it arrives at the household.
  let airDate: CalendarDate
  let serviceID: Int
  /// The watchers who have seen it.
  let watchedBy: [MemberID]
  /// The time since which its season's facts have not changed.
  let changedAt: Timestamp

  var id: String { "\(tmdbID)-s\(ref.season)e\(ref.number)" }
  var kind: Kind { Kind(ref, facts.type) }

  enum Kind: String, ResultEnum {
    case standard, premiere, finale
    case midSeasonFinale = "mid_season_finale"

    static let enumName = "GuideEpisodeKind"

    /// - Parameter type: TMDb's word for the kind of episode.
    init(_ episode: EpisodeRef, _ type: String?) {
      switch type {
      case _ where episode.number == 1: self = .premiere
      case "finale": self = .finale
      case "mid_season": self = .midSeasonFinale
      default: self = .standard
      }
    }
  }
}

/// The word for a time's source. No catalog that the server has knows times, so none is answered yet.
enum TimeSource: String, ResultEnum {
  case official, inferred
}

// MARK: - Making a show

/// The parts of a page that all of its shows depend on.
struct GuidePage {
  let range: GuideRange
  let days: ClosedRange<Int64>
  let focusWeek: ClosedRange<Int64>
  let today: Int64
  let country: String
  let filter: GuideFilter
  let posters: ImageURLs

  init(_ input: GuideInput) {
    range = input.range
    days = range.dayNumbers
    let week = range.focusWeek(today: input.today)
    focusWeek = week.lowerBound.daysSince1970...week.upperBound.daysSince1970
    today = input.today.daysSince1970
    country = input.country
    filter = input.filter
    posters = input.sizes.prefixes(.poster)
  }
}

extension ListedShow {
  private static func activeWindow(
    _ seasons: [SeasonSchedule], _ bufferDays: Int, _ page: GuidePage
  ) -> ClosedRange<CalendarDate>? {
    var window: (first: Int64, last: Int64)?
    for season in seasons {
      guard let first = season.first, let last = season.last, first <= page.days.upperBound,
        last + Int64(bufferDays) >= page.days.lowerBound
      else { continue }
      window = (min(window?.first ?? first, first), max(window?.last ?? last, last))
    }
    return window.map { CalendarDate(daysSince1970: $0.first)...CalendarDate(daysSince1970: $0.last) }
  }

  /// Returns the first day with a regular episode from `today` on. The season's facts win over the series' next episode.
  private static func nextDay(
    _ seasons: [SeasonSchedule], _ series: SeriesFacts, _ shiftDays: Int, from today: Int64
  ) -> Int64? {
    var next: Int64?
    for season in seasons {
      for airing in season.airings where airing.day >= today { next = min(next ?? airing.day, airing.day) }
    }
    guard let episode = series.nextEpisode, episode.seasonNumber > 0, let date = episode.airDate,
      !seasons.contains(where: { $0.number == episode.seasonNumber })
    else { return next }
    let day = date.daysSince1970 + Int64(shiftDays)
    return day < today ? next : min(next ?? day, day)
  }

  private static func episodes(
    _ seasons: [SeasonSchedule], of source: GuideSource, _ serviceID: Int, _ page: GuidePage
  ) -> [ListedEpisode] {
    var episodes: [ListedEpisode] = []
    for season in seasons {
      guard let first = season.first, let last = season.last, first <= page.days.upperBound,
        last >= page.days.lowerBound
      else { continue }
      let seen = source.watchers.map { ($0.memberID, $0.progress.season(season.number)?.watched ?? EpisodeSet()) }
      for airing in season.airings where page.days.contains(airing.day) {
        let watchedBy = seen.compactMap { member, watched in watched.contains(airing.number) ? member : nil }
        if page.filter.unwatchedOnly, watchedBy.count == seen.count { continue }
        episodes.append(
          ListedEpisode(
            tmdbID: source.tmdbID, facts: season.episode(airing), ref: EpisodeRef(season.number, airing.number),
            airDate: CalendarDate(daysSince1970: airing.day), serviceID: serviceID, watchedBy: watchedBy,
            changedAt: season.season.changedAt))
      }
    }
    // An episode occurs once, so its title never decides.
    return episodes.sorted { ($0.airDate, $0.ref) < ($1.airDate, $1.ref) }
  }
}

extension Availability {
  /// - Parameter providers: the providers that show the series in the country.
  init(_ series: SeriesFacts, _ providers: [Provider]) {
    self = !providers.isEmpty ? .available : series.providers.isEmpty ? .unknown : .notInCountry
  }
}

extension SeriesFacts {
  /// Returns the providers that show the series at no extra cost in a country, in display order.
  func streaming(in country: String) -> [Provider] { providers.first { $0.country == country }?.streaming ?? [] }
}

extension Premiere {
  /// Creates the first premiere of the next seven days; nil if there is none.
  init?(_ seasons: [SeasonSchedule], today: Int64) {
    let near = seasons.compactMap { season in season.begin.map { (day: $0, number: season.number) } }
      .filter { today < $0.day && $0.day <= today + Self.days }
    guard let first = near.min(by: { $0 < $1 }) else { return nil }
    (season, date) = (first.number, CalendarDate(daysSince1970: first.day))
    days = Int(first.day - today)
  }
}

extension SeriesProgress {
  /// The last regular episode that was watched; nil if none was.
  var lastWatched: EpisodeRef? {
    for season in seasons.reversed() where season.number > 0 {
      if let last = season.watched.last { return EpisodeRef(season.number, last) }
    }
    return nil
  }
}
