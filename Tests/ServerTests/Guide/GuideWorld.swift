@testable import Catalog
import Domain
import MovieNightPrimitives
import TestSupport

@testable import Server

/// The series, members and services that guides of a test are made of.
struct GuideWorld {
  struct Show {
    var id: Int
    var title = "Show"
    var status: String? = "Returning Series"
    var seasons: [Season] = []
    /// The ids of the providers of each country: flatrate, free and ads.
    var offers: [String: [[Int]]] = [:]
    var settings = GuideShowSettings()
    /// The watched episodes of each watcher.
    var watchers: [(member: Int, watched: Set<EpisodeRef>)] = [(1, [])]
    var missing: MissingReason?
    var isStale = false
  }

  struct Season {
    var number: Int
    /// The season's own date.
    var date: String?
    /// The episodes by number.
    var episodes: [Episode] = []
    var changedAt = Timestamp(microseconds: 1_767_225_600_000_000)
  }

  struct Episode {
    var number: Int
    var date: String?
    var name: String?
    var type: String?
  }

  var today = "2026-02-14"
  var start: String?
  var end: String?
  var country = "US"
  /// The country's providers, in display order.
  var providerIDs = [8, 9, 337, 15]
  var services: [String] = []
  var memberCount = 1
  var shows: [Show] = []
  var filter = GuideFilter()

  static let providerNames = [
    8: "Netflix", 1796: "Netflix Standard with Ads", 9: "Amazon Prime Video", 337: "Disney Plus", 15: "Hulu",
    30: "WOW", 998: "zeta tv with Ads", 999: "Zeta TV",
  ]

  static func provider(_ id: Int) -> Provider {
    Provider(id: id, name: providerNames[id] ?? "Provider \(id)", logoPath: "/\(id).jpg")
  }

  static func memberID(_ number: Int) -> MemberID { MemberID(high: 7, low: UInt64(number)) }
}

func date(_ text: String) -> CalendarDate {
  guard let date = CalendarDate(text: text) else { fatalError("\(text) is no date") }
  return date
}

func answered(_ facts: CatalogFacts) -> CatalogAccess.AnswerResult {
  let time = Timestamp(microseconds: 0)
  return .success(CatalogAnswer(facts: facts, source: .file, fetchedAt: time, changedAt: time, isStale: false))
}

// MARK: - The world as the guide's input

extension GuideWorld {
  func range() throws -> GuideRange {
    try GuideRange(start: start.map(date), end: end.map(date), today: date(today))
  }

  func input() throws -> GuideInput {
    let range = try range()
    return GuideInput(
      range: range, today: date(today), country: country, filter: filter, providers: providerIDs.map(Self.provider),
      householdServices: services,
      members: (1...memberCount).map {
        Person(id: Self.memberID($0), profile: Profile(displayName: "Member \($0)", avatarKey: nil))
      },
      shows: shows.map { source($0, range) }, sizes: .builtIn)
  }

  func guide() throws -> Guide { Guide(try input()) }

  private func source(_ show: Show, _ range: GuideRange) -> GuideSource {
    let series = show.facts(today: today)
    let needed = series.neededSeasons(in: range, today: date(today), includesSpecials: filter.includesSpecials)
    let known = KnownSeries(
      series, isStale: show.isStale, show.seasons.filter { needed.contains($0.number) }.map { $0.known(of: show.id) })
    return GuideSource(
      tmdbID: show.id, settings: show.settings,
      watchers: show.watchers.map { member, watched in
        var progress = SeriesProgress()
        for episode in watched { progress.mark(episode) }
        return (Self.memberID(member), progress)
      }, facts: show.missing.map { .failure($0) } ?? .success(known), title: show.title)
  }
}

extension GuideWorld.Show {
  /// The dates of the regular episodes.
  var regularDates: [(date: String, episode: EpisodeRef)] {
    seasons.filter { $0.number > 0 }.flatMap { season in
      season.episodes.compactMap { episode in episode.date.map { ($0, EpisodeRef(season.number, episode.number)) } }
    }
  }

  func facts(today: String) -> SeriesFacts {
    var series = SeriesFacts(id: id, name: title)
    series.status = status
    series.posterPath = "/poster\(id).jpg"
    series.seasons = seasons.sorted { ($0.number == 0 ? .max : $0.number) < ($1.number == 0 ? .max : $1.number) }
      .map {
        SeriesFacts.SeasonListing(seasonNumber: $0.number, airDate: $0.date.map(date), episodeCount: $0.episodes.count)
      }
    series.lastAirDate = regularDates.map(\.date).filter { $0 <= today }.max().map(date)
    if let next = regularDates.filter({ $0.date >= today }).min(by: { $0.date < $1.date }) {
      series.nextEpisode = SeriesFacts.NextEpisode(
        seasonNumber: next.episode.season, episodeNumber: next.episode.number, airDate: date(next.date))
    }
    series.providers = offers.sorted { $0.key < $1.key }.map { country, offers in
      let offers = (0..<3).map { $0 < offers.count ? offers[$0].map(GuideWorld.provider) : [] }
      return CountryProviders(country: country, flatrate: offers[0], free: offers[1], ads: offers[2])
    }
    return series
  }
}

extension GuideWorld.Season {
  func known(of series: Int) -> KnownSeason {
    var facts = SeasonFacts(seriesID: series, seasonNumber: number)
    facts.airDate = date.flatMap { CalendarDate(text: $0) }
    facts.episodes = episodes.map { episode in
      var facts = EpisodeFacts(seriesID: series, seasonNumber: number, episodeNumber: episode.number)
      facts.name = episode.name
      facts.type = episode.type
      facts.airDate = episode.date.flatMap { CalendarDate(text: $0) }
      return facts
    }
    return KnownSeason(facts: facts, changedAt: changedAt, isStale: false)
  }
}

// MARK: - Random worlds

extension GuideWorld {
  /// Creates a random world. Its seasons follow each other, as they do at the source.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func one(in count: Int) -> Bool { number(1...count) == 1 }
    func some<Value>(_ values: [Value]) -> [Value] {
      Array(values.shuffled(using: &random).prefix(number(0...values.count)))
    }
    let base = date(["2026-02-14", "2024-02-27", "2025-12-29", "2026-03-01"][number(0...3)])
    func day(_ offset: Int) -> String { "\(base.advanced(byDays: offset))" }

    today = day(number(-8...8))
    if !one(in: 4) {
      let first = number(-40...40)
      start = day(first)
      if !one(in: 4) { end = day(first + number(0...(one(in: 3) ? 100 : 30))) }
    }
    country = one(in: 4) ? "DE" : "US"
    providerIDs = some(country == "DE" ? [8, 30] : [8, 1796, 9, 337, 15])
    services = some(["netflix", "Prime Video", "Disney+", "Hulu", "NETFLIX", "Unknown Box", "Zeta TV"])
    memberCount = number(1...3)
    for id in 1...number(1...6) {
      var show = Show(id: id * 7 % 10)
      show.title = ["alpha", "Alpha", "Beta", "beta 2"][number(0...3)]
      var offset = number(-150...30)
      for season in 1...number(1...4) {
        var added = Season(number: season)
        for episode in 0..<number(0...6) {
          var added2 = Episode(number: episode + 1)
          if !one(in: 6) { added2.date = day(offset) }
          if !one(in: 3) { added2.name = "Name \(number(1...3))" }
          added2.type = [nil, "standard", "finale", "mid_season"][number(0...3)]
          added.episodes.append(added2)
          if !one(in: 3) { offset += [1, 1, 7, 7, 14][number(0...4)] }
        }
        let dates = added.episodes.compactMap(\.date)
        added.date = one(in: 6) ? nil : dates.min() ?? (one(in: 2) ? day(offset) : nil)
        show.seasons.append(added)
        offset += number(0...70)
      }
      if one(in: 2) {
        var specials = Season(number: 0)
        specials.episodes = (1...3).map { Episode(number: $0, date: one(in: 4) ? nil : day(number(-30...30))) }
        show.seasons.append(specials)
      }
      if show.regularDates.allSatisfy({ $0.date < today }), one(in: 2) { show.status = "Ended" }
      if !one(in: 5) {
        show.offers["US"] = [some([8, 1796, 9, 999]), some([15, 998]), some([1796, 337])]
        if one(in: 2) { show.offers["DE"] = [some([8, 30, 999])] }
      }
      show.settings = GuideShowSettings(
        serviceID: one(in: 3) ? [8, 1796, 15, 30, 998, 12345][number(0...5)] : nil,
        bufferDays: one(in: 2) ? number(0...60) : 0, shiftDays: one(in: 2) ? number(-2...2) : 0)
      let members = some(Array(1...memberCount)).sorted()
      show.watchers = (members.isEmpty ? [1] : members).map { member in
        let all = show.seasons.flatMap { season in season.episodes.map { EpisodeRef(season.number, $0.number) } }
        return (member, Set(one(in: 3) ? all : some(all)))
      }
      if one(in: 8) { show.missing = MissingReason.allCases[number(0...2)] }
      show.isStale = one(in: 6)
      shows.append(show)
    }
    filter.serviceIDs = one(in: 4) ? Array(Set([8, 1796, 337, 998, 0, 77].shuffled(using: &random).prefix(2))) : nil
    filter.showIDs = one(in: 5) ? some(shows.map(\.id)) + [99] : nil
    filter.unwatchedOnly = one(in: 3)
    filter.includesSpecials = one(in: 2)
  }
}
