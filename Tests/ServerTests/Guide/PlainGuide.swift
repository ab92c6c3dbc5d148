import Domain
import Foundation

@testable import Server

/// A second calculation of the guide, from the rules of `docs/guide.md`. It compares dates as texts, looks at all
/// seasons, and takes only the choice of needed seasons from the server.
struct PlainGuide {
  private let world: GuideWorld
  private let start: String
  private let end: String
  private let nextStart: String?
  private let focus: (first: String, last: String)

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()

  private static func moment(_ text: String) -> Date {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])) ?? .distantPast
  }

  private static func text(_ moment: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: moment)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  static func day(_ text: String, plus days: Int) -> String {
    Self.text(calendar.date(byAdding: .day, value: days, to: moment(text)) ?? .distantPast)
  }

  private static func lastOfMonth(_ text: String) -> String {
    let days = calendar.range(of: .day, in: .month, for: moment(text))?.count ?? 0
    return text.prefix(8) + String(days)
  }

  private static func monday(_ text: String) -> String {
    let weekday = calendar.component(.weekday, from: moment(text))
    return day(text, plus: -((weekday + 5) % 7))
  }

  init(_ world: GuideWorld) {
    self.world = world
    let first = world.start ?? world.today.prefix(8) + "01"
    let last = world.end ?? Self.lastOfMonth(first)
    let isLong = Self.day(first, plus: 30) < last
    (start, end) = (first, isLong ? Self.lastOfMonth(first) : last)
    nextStart = isLong ? Self.day(end, plus: 1) : nil
    let week = Self.monday(world.today)
    let isOfPage = week <= end && Self.day(week, plus: 6) >= start
    let monday = isOfPage ? week : Self.monday(start)
    focus = (monday, Self.day(monday, plus: 6))
  }

  // MARK: Services

  private static let keys = [
    8: "netflix", 1796: "netflix", 9: "prime", 337: "disney", 15: "hulu", 30: "wow", 998: "zeta", 999: "zeta",
  ]
  private static let householdKeys = [
    "netflix": "netflix", "NETFLIX": "netflix", "Prime Video": "prime", "Disney+": "disney", "Hulu": "hulu",
    "Zeta TV": "zeta",
  ]
  private static let shown = [
    8: "Netflix", 1796: "Netflix", 9: "Amazon Prime Video", 337: "Disney Plus", 15: "Hulu", 30: "WOW", 998: "zeta tv",
    999: "Zeta TV",
  ]

  private var knownShows: [GuideWorld.Show] { world.shows.filter { $0.missing == nil } }

  private func offers(_ show: GuideWorld.Show) -> [Int] { show.offers[world.country]?.flatMap { $0 } ?? [] }

  private var allIDs: [Int] { world.providerIDs + knownShows.flatMap(offers).sorted() }

  /// The provider that represents each service.
  private var representatives: [String: Int] {
    var found: [String: Int] = [:]
    for id in allIDs {
      guard let key = Self.keys[id], found[key] == nil else { continue }
      found[key] = id
    }
    return found
  }

  private func service(_ key: String?) -> SeenService {
    guard let key, let id = representatives[key] else { return SeenService(id: 0, name: "Other") }
    return SeenService(id: id, name: Self.shown[id] ?? "")
  }

  private var householdServices: [String] {
    var keys: [String] = []
    for name in world.services {
      if let key = Self.householdKeys[name], representatives[key] != nil, !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// The services of a show, the one of its row first.
  private func services(_ show: GuideWorld.Show) -> [String] {
    var own: [String] = []
    for key in offers(show).compactMap({ Self.keys[$0] }) where !own.contains(key) { own.append(key) }
    let set = show.settings.serviceID.flatMap { id in allIDs.contains(id) ? Self.keys[id] : nil }
    let listed = Set(world.providerIDs.compactMap { Self.keys[$0] })
    let usable = set.flatMap { listed.contains($0) || own.contains($0) ? $0 : nil }
    guard let first = usable ?? own.first(where: householdServices.contains) ?? own.first else { return [] }
    return [first] + own.filter { $0 != first }
  }

  // MARK: Shows

  private struct Dated {
    var season: Int
    var episode: GuideWorld.Episode
    var source: String
    var day: String
  }

  private func dated(_ show: GuideWorld.Show) -> [Dated] {
    show.seasons.flatMap { season in
      season.episodes.compactMap { episode in
        episode.date.map {
          Dated(
            season: season.number, episode: episode, source: $0, day: Self.day($0, plus: show.settings.shiftDays))
        }
      }
    }
  }

  private func show(_ show: GuideWorld.Show) throws -> SeenShow {
    let (keys, all, shift) = (services(show), dated(show), show.settings.shiftDays)
    let regular = all.filter { $0.season > 0 }
    let needed = show.facts(today: world.today)
      .neededSeasons(
        in: try world.range(), today: date(world.today), includesSpecials: world.filter.includesSpecials)
    var listed = all.filter { $0.day >= start && $0.day <= end && ($0.season > 0 || world.filter.includesSpecials) }
    listed.sort { ($0.day, $0.season, $0.episode.number) < ($1.day, $1.season, $1.episode.number) }
    var episodes = listed.map { dated in
      let seen = show.watchers.filter { $0.watched.contains(EpisodeRef(dated.season, dated.episode.number)) }
      return SeenEpisode(
        episodeId: "\(show.id)-s\(dated.season)e\(dated.episode.number)", tmdbId: show.id, seasonNumber: dated.season,
        episodeNumber: dated.episode.number, airDate: dated.day, sourceAirDate: dated.source,
        title: dated.episode.name ?? "Episode \(dated.episode.number)", serviceId: service(keys.first).id,
        kind: dated.episode.number == 1
          ? "premiere"
          : dated.episode.type.flatMap { ["finale": "finale", "mid_season": "mid_season_finale"][$0] } ?? "standard",
        watchedBy: seen.map { "\(GuideWorld.memberID($0.member))" })
    }
    if world.filter.unwatchedOnly { episodes.removeAll { $0.watchedBy.count == show.watchers.count } }

    var window: SeenShow.Window?
    var premieres: [(String, Int)] = []
    for season in show.seasons where season.number > 0 {
      let days = regular.filter { $0.season == season.number }.map(\.day).sorted()
      if let first = days.first, let last = days.last, first <= end,
        Self.day(last, plus: show.settings.bufferDays) >= start
      {
        window = SeenShow.Window(start: min(window?.start ?? first, first), end: max(window?.end ?? last, last))
      }
      if let begin = days.first ?? season.date.map({ Self.day($0, plus: shift) }) {
        premieres.append((begin, season.number))
      }
    }
    let premiere = premieres.sorted(by: <).first {
      $0.0 > world.today && $0.0 <= Self.day(world.today, plus: 7)
    }.map { day, season in
      let days = (1...7).first { Self.day(world.today, plus: $0) == day } ?? 0
      return SeenShow.Premiere(seasonNumber: season, date: day, days: days, label: "Premieres in \(days)d")
    }

    var upcoming = regular.filter { needed.contains($0.season) && $0.day >= world.today }.map(\.day)
    if let next = show.regularDates.filter({ $0.date >= world.today }).min(by: { $0.date < $1.date }),
      !needed.contains(next.episode.season), Self.day(next.date, plus: shift) >= world.today
    {
      upcoming.append(Self.day(next.date, plus: shift))
    }
    return SeenShow(
      tmdbId: show.id, title: show.title, poster: "https://image.tmdb.org/t/p/w342/poster\(show.id).jpg",
      status: show.status, streamingServices: keys.map(service),
      availability: show.offers.isEmpty ? "unknown" : offers(show).isEmpty ? "not_in_country" : "available",
      activeWindow: window, bufferDays: show.settings.bufferDays, shiftDays: shift, nextEpisodeDate: upcoming.min(),
      premiere: premiere, inGuide: !episodes.isEmpty || premiere != nil,
      dimmed: premiere == nil && !regular.contains { $0.day >= focus.first && $0.day <= focus.last },
      unscheduledEpisodes: show.seasons.filter { needed.contains($0.number) }.flatMap(\.episodes)
        .count { $0.date == nil },
      watchers: show.watchers.map { "\(GuideWorld.memberID($0.member))" },
      progress: show.watchers.compactMap { member, watched in
        watched.filter { $0.season > 0 }.max().map {
          SeenShow.Progress(
            memberId: "\(GuideWorld.memberID(member))", seasonNumber: $0.season, episodeNumber: $0.number)
        }
      },
      upcomingEpisodes: episodes)
  }

  // MARK: The guide

  func seen() throws -> SeenGuide {
    let filter = world.filter
    let listed = { (id: Int) in filter.showIDs?.contains(id) ?? true }
    let wanted = filter.serviceIDs.map { ids in
      Set(ids.compactMap { id in id == 0 ? "" : allIDs.contains(id) ? Self.keys[id] : nil })
    }
    var rows: [String: [SeenShow]] = [:]
    for item in knownShows where listed(item.id) {
      let key = services(item).first ?? ""
      if wanted?.contains(key) == false { continue }
      rows[key, default: []].append(try show(item))
    }
    let household = householdServices
    let others = rows.keys.filter { $0 != "" && !household.contains($0) }
      .sorted { (service($0).name.lowercased(), service($0).id) < (service($1).name.lowercased(), service($1).id) }
    let order = (household + others + (rows[""] == nil ? [] : [""])).filter { wanted?.contains($0) ?? true }
    let services = order.map { key in
      let shows = (rows[key] ?? []).sorted { left, right in
        let (a, b) = (sortKey(left), sortKey(right))
        return a.lexicographicallyPrecedes(b) || a == b && left.tmdbId < right.tmdbId
      }
      return SeenGuide.Row(service: service(key), shows: shows)
    }
    let shows = services.flatMap(\.shows)
    let days = Set(shows.flatMap(\.upcomingEpisodes).map(\.airDate)).sorted()
    let missing = world.shows.filter { $0.missing != nil && listed($0.id) }.sorted { $0.id < $1.id }
    let staleIDs = Set(world.shows.filter(\.isStale).map(\.id))
    var all = [start]
    while let last = all.last, last < end { all.append(Self.day(last, plus: 1)) }
    return SeenGuide(
      dateRange: SeenGuide.Dates(startDate: start, endDate: end), days: all, today: world.today,
      country: world.country, focusWeek: SeenGuide.Dates(startDate: focus.first, endDate: focus.last),
      nearestDate: days.first { $0 >= world.today } ?? days.last,
      nothingNew: shows.allSatisfy { !$0.inGuide || $0.dimmed }, maxRangeDays: 31, nextStartDate: nextStart,
      services: services,
      unknownServices: world.services.filter { name in
        Self.householdKeys[name].map { representatives[$0] == nil } ?? true
      }, totalShows: shows.count, totalEpisodes: shows.reduce(0) { $0 + $1.upcomingEpisodes.count },
      partial: world.shows.contains { $0.missing != nil && $0.missing != .notFound && listed($0.id) },
      missing: missing.map {
        SeenGuide.Missing(tmdbId: $0.id, title: $0.title, reason: $0.missing?.rawValue ?? "")
      },
      stale: shows.map(\.tmdbId).filter(staleIDs.contains).sorted())
  }

  /// Returns a text that sorts like the show, before its id. A missing date is later than all others.
  private func sortKey(_ show: SeenShow) -> [String] {
    [show.upcomingEpisodes.first?.airDate ?? "x", show.premiere?.date ?? "x", show.title.lowercased()]
  }
}
