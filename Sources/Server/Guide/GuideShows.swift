import Catalog
import Domain
import MovieNightPrimitives

/// A series in the guide. A class: each member of a result gets it, and copying the facts would cost more.
final class ListedShow {
  let tmdbID: Int
  let known: KnownSeries
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

  /// - Parameters:
  ///   - services: the services that offer it, with that of its row first.
  ///   - isStreaming: whether a service of the country shows it at no extra cost.
  init(
    _ source: GuideSource, _ known: KnownSeries, _ services: [GuideService], isStreaming: Bool, _ page: GuidePage
  ) {
    let seasons = known.seasons.filter { $0.facts.seasonNumber > 0 || page.filter.includesSpecials }
      .map { SeasonSchedule($0, shiftDays: source.settings.shiftDays) }
    let regular = seasons.filter { $0.number > 0 }

    tmdbID = source.tmdbID
    self.known = known
    posters = page.posters.urls(for: known.series.posterPath)
    self.services = services
    availability = isStreaming ? .available : known.series.providers.isEmpty ? .unknown : .notInCountry
    settings = source.settings
    activeWindow = Self.activeWindow(regular, settings.bufferDays, page)
    nextEpisodeDate = Self.nextDay(regular, known.series, settings.shiftDays, from: page.today)
      .map { CalendarDate(daysSince1970: $0) }
    premiere = Premiere(regular, today: page.today)
    isDimmed =
      premiere == nil
      && !regular.contains { $0.airings.contains { page.focusWeek.contains($0.day) } }
    unscheduledCount = seasons.reduce(0) { $0 + $1.undatedCount }
    watchers = source.watchers.map(\.memberID)
    progress = source.watchers.compactMap { member, progress in
      let season = progress.seasons.last { $0.number > 0 && $0.watched.last != nil }
      return season.flatMap { season in season.watched.last.map { (member, EpisodeRef(season.number, $0)) } }
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

/// The parts of a page that all of its shows depend on. Days are numbers since 1970-01-01.
struct GuidePage {
  let days: ClosedRange<Int64>, focusWeek: ClosedRange<Int64>
  let today: Int64
  let filter: GuideFilter
  let posters: ImageURLs
}

extension ListedShow {
  private static func activeWindow(
    _ seasons: [SeasonSchedule], _ bufferDays: Int, _ page: GuidePage
  ) -> ClosedRange<CalendarDate>? {
    let active = seasons.compactMap(\.days).filter {
      $0.lowerBound <= page.days.upperBound && $0.upperBound + Int64(bufferDays) >= page.days.lowerBound
    }
    guard let first = active.map(\.lowerBound).min(), let last = active.map(\.upperBound).max() else { return nil }
    return CalendarDate(daysSince1970: first)...CalendarDate(daysSince1970: last)
  }

  /// Returns the first day with a regular episode from `today` on. The season's facts win over the series' next episode.
  private static func nextDay(
    _ seasons: [SeasonSchedule], _ series: SeriesFacts, _ shiftDays: Int, from today: Int64
  ) -> Int64? {
    let next = series.nextEpisode(after: seasons, shiftDays: shiftDays).flatMap { $0.ref.isRegular ? $0.day : nil }
    return (seasons.flatMap(\.airings).map(\.day) + [next].compactMap(\.self)).filter { $0 >= today }.min()
  }

  private static func episodes(
    _ seasons: [SeasonSchedule], of source: GuideSource, _ serviceID: Int, _ page: GuidePage
  ) -> [ListedEpisode] {
    var episodes: [ListedEpisode] = []
    for season in seasons {
      guard season.days?.overlaps(page.days) == true else { continue }
      let seen = source.watchers.map { ($0.memberID, $0.progress.season(season.number)?.watched ?? EpisodeSet()) }
      for airing in season.airings where page.days.contains(airing.day) {
        let facts = season.episode(airing)
        let number = facts.episodeNumber
        let watchedBy = seen.compactMap { member, watched in watched.contains(number) ? member : nil }
        if page.filter.unwatchedOnly, watchedBy.count == seen.count { continue }
        episodes.append(
          ListedEpisode(
            tmdbID: source.tmdbID, facts: facts, ref: EpisodeRef(season.number, number),
            airDate: CalendarDate(daysSince1970: airing.day), serviceID: serviceID, watchedBy: watchedBy,
            changedAt: season.season.changedAt))
      }
    }
    // An episode occurs once, so its title never decides.
    return episodes.sorted { ($0.airDate, $0.ref) < ($1.airDate, $1.ref) }
  }
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
