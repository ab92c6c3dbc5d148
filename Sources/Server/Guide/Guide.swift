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

  let input: GuideInput
  let focusWeek: ClosedRange<CalendarDate>
  let rows: [Row]
  let unknownServices: [String]
  /// The series without facts, by id.
  let missing: [MissingShow]
  /// Whether facts are missing that the catalog may answer later.
  let isPartial: Bool

  var shows: some Sequence<ListedShow> { rows.lazy.flatMap(\.shows) }
  var showCount: Int { rows.reduce(0) { $0 + $1.shows.count } }
  /// The number of bytes that the guide probably takes as JSON, at most 1 MiB.
  var probableBytes: Int { min(1 << 20, 4096 + 1500 * showCount + 700 * episodeCount) }
  var episodeCount: Int { shows.reduce(0) { $0 + $1.episodes.count } }
  /// The listed series whose facts are old because the catalog did not answer, by id.
  var stale: [Int] { shows.filter(\.isStale).map(\.tmdbID).sorted() }
  var hasNothingNew: Bool { !shows.contains { $0.isInGuide && !$0.isDimmed } }

  /// The page's first day from today on with a listed episode, else the last one before today.
  var nearestDate: CalendarDate? {
    let days = shows.lazy.flatMap(\.episodes).map(\.airDate)
    return days.filter { $0 >= input.today }.min() ?? days.max()
  }
}

extension Guide {
  init(_ input: GuideInput) {
    self.input = input
    focusWeek = input.range.focusWeek(today: input.today)
    let page = GuidePage(
      days: input.range.dayNumbers,
      focusWeek: focusWeek.lowerBound.daysSince1970...focusWeek.upperBound.daysSince1970,
      today: input.today.daysSince1970, filter: input.filter, posters: input.sizes.prefixes(.poster))
    func isListed(_ source: GuideSource) -> Bool { input.filter.showIDs?.contains(source.tmdbID) ?? true }
    var missing: [MissingShow] = []
    var known: [(source: GuideSource, facts: KnownSeries, providers: [Provider])] = []
    for source in input.shows {
      switch source.facts {
      case .success(let facts):
        let offers = facts.series.providers.first { $0.country == input.country }
        known.append((source, facts, offers?.streaming ?? []))
      case .failure(let reason) where isListed(source):
        missing.append(MissingShow(tmdbID: source.tmdbID, title: source.title, reason: reason))
      case .failure: break
      }
    }
    var services = GuideServices(
      input.providers ?? [], others: known.lazy.flatMap(\.providers), household: input.householdServices,
      logos: input.sizes.prefixes(.logo))

    var shows: [GuideServices.Index: [ListedShow]] = [:]
    let listedRows = input.filter.serviceIDs.map { Set($0.compactMap(services.index(of:))) }
    for (source, facts, providers) in known where isListed(source) {
      let offering = services.services(of: providers, setByHand: source.settings.serviceID)
      let row = offering.first ?? GuideServices.other
      guard listedRows?.contains(row) != false else { continue }
      shows[row, default: []].append(
        ListedShow(
          source, facts, offering.map { services.service($0) }, isStreaming: !providers.isEmpty, page))
    }
    rows = services.ordered(with: shows.keys).filter { listedRows?.contains($0) != false }.map { index in
      Row(service: services.service(index), shows: Self.sorted(shows[index] ?? []))
    }
    unknownServices = services.unknownNames
    self.missing = missing.sorted { $0.tmdbID < $1.tmdbID }
    isPartial = input.providers == nil || missing.contains { $0.reason != .notFound }
  }

  /// Returns shows by first episode, premiere, title and id. Those without an episode or premiere come last.
  private static func sorted(_ shows: [ListedShow]) -> [ListedShow] {
    func number(_ date: CalendarDate?) -> Int64 { date?.daysSince1970 ?? .max }
    let keyed = shows.map { show in
      let key = (number(show.episodes.first?.airDate), number(show.premiere?.date), show.known.series.name.lowercased())
      return (key: (key.0, key.1, key.2, show.tmdbID), show: show)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.show)
  }
}
