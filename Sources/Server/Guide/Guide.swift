import Catalog
import Domain
import MovieNightPrimitives

/// A page of the guide: the services as rows, with the shows of each and their episodes.
struct Guide {
  struct Row {
    let service: GuideService
    let shows: [ListedShow]
  }

  /// A series without facts.
  struct MissingShow {
    let tmdbID: Int
    let title: String
    let reason: MissingReason
  }

  let range: GuideRange
  let today: CalendarDate
  let country: String
  let focusWeek: ClosedRange<CalendarDate>
  let rows: [Row]
  let unknownServices: [String]
  let members: [Person]
  /// The series without facts, by id.
  let missing: [MissingShow]
  /// Whether facts are missing that the catalog may answer later.
  let isPartial: Bool

  var shows: some Sequence<ListedShow> { rows.lazy.flatMap(\.shows) }
  var showCount: Int { rows.reduce(0) { $0 + $1.shows.count } }
  /// The number of bytes that the guide probably takes as JSON.
  var probableBytes: Int { 4096 + 1500 * showCount + 700 * episodeCount }
  var episodeCount: Int { shows.reduce(0) { $0 + $1.episodes.count } }
  /// The listed series whose facts are old because the catalog did not answer, by id.
  var stale: [Int] { shows.filter(\.isStale).map(\.tmdbID).sorted() }
  var hasNothingNew: Bool { !shows.contains { $0.isInGuide && !$0.isDimmed } }

  /// The page's first day from today on with a listed episode, else the last one before today.
  var nearestDate: CalendarDate? {
    let days = shows.lazy.flatMap(\.episodes).map(\.airDate)
    return days.filter { $0 >= today }.min() ?? days.max()
  }
}

extension GuideFilter {
  func lists(show tmdbID: Int) -> Bool { showIDs?.contains(tmdbID) ?? true }
}

extension Guide {
  init(_ input: GuideInput) {
    let page = GuidePage(input)
    var missing: [MissingShow] = []
    var known: [(source: GuideSource, facts: KnownSeries, providers: [Provider])] = []
    known.reserveCapacity(input.shows.count)
    for source in input.shows {
      switch (source.facts, source.facts.missingReason) {
      case (.known(let facts), nil):
        known.append((source, facts, facts.series.streaming(in: input.country)))
      case (_, let reason?) where input.filter.lists(show: source.tmdbID):
        missing.append(MissingShow(tmdbID: source.tmdbID, title: source.title, reason: reason))
      default: break
      }
    }
    var services = GuideServices(
      input.providers, others: known.lazy.flatMap(\.providers), household: input.householdServices,
      logos: input.sizes.prefixes(.logo))

    var shows: [GuideServices.Index: [ListedShow]] = [:]
    let listedRows = input.filter.serviceIDs.map { Set($0.compactMap(services.index(of:))) }
    for (source, facts, providers) in known where input.filter.lists(show: source.tmdbID) {
      let offering = services.services(of: providers, setByHand: source.settings.serviceID)
      let row = offering.first ?? GuideServices.other
      guard listedRows?.contains(row) != false else { continue }
      let availability = Availability(facts.series, providers)
      shows[row, default: []].append(
        ListedShow(source, facts, availability, offering.map { services.service($0) }, on: page))
    }
    range = input.range
    today = input.today
    country = input.country
    focusWeek = input.range.focusWeek(today: input.today)
    rows = services.ordered(with: shows.keys).filter { listedRows?.contains($0) != false }.map { index in
      Row(service: services.service(index), shows: Self.sorted(shows[index] ?? []))
    }
    unknownServices = services.unknownNames
    members = input.members
    self.missing = missing.sorted { $0.tmdbID < $1.tmdbID }
    isPartial = input.lacksProviders || missing.contains { $0.reason != .notFound }
  }

  /// Returns shows by first episode, premiere, title and id. Those without an episode or premiere come last.
  private static func sorted(_ shows: [ListedShow]) -> [ListedShow] {
    func number(_ date: CalendarDate?) -> Int64 { date?.daysSince1970 ?? .max }
    let keys = shows.indices.map { index in
      let show = shows[index]
      return (
        episode: number(show.episodes.first?.airDate), premiere: number(show.premiere?.date),
        title: show.series.name.lowercased(), id: show.tmdbID, index: index
      )
    }
    return keys.sorted { ($0.episode, $0.premiere, $0.title, $0.id) < ($1.episode, $1.premiere, $1.title, $1.id) }
      .map { shows[$0.index] }
  }
}
