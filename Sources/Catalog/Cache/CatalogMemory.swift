import MovieNightPrimitives

/// The most recently used answers, which are kept in memory in addition to the store.
struct CatalogMemory: Sendable {
  private var entries: RecentlyUsed<CatalogQuestion, Kept>
  /// A number that increases when facts in other answers may have changed: movies, genre names, image addresses.
  private(set) var shownGeneration: UInt64 = 0
  /// A number that increases when facts about series, their seasons or providers may have changed.
  private(set) var seriesGeneration: UInt64 = 0
  private var absent: RecentlyUsed<CatalogQuestion, Timestamp>

  private struct Kept: Sendable {
    var entry: CatalogEntry
    var touchedAt: Timestamp
  }

  /// The minimum time between two reports to the store of the same entry's use, so that not every read costs a write.
  static let secondsBetweenTouches = Timestamp.secondsPerHour

  init(count: Int) {
    // `RecentlyUsed` keeps up to twice its capacity.
    entries = RecentlyUsed(capacity: max(1, count / 2)) { $0.entry.weight }
    absent = RecentlyUsed(capacity: count)
  }

  func peek(_ question: CatalogQuestion) -> CatalogEntry? { entries.peek(question)?.entry }

  mutating func keep(_ entry: CatalogEntry, of question: CatalogQuestion, at now: Timestamp) {
    entries.set(Kept(entry: entry, touchedAt: now), for: question)
    entries.age()
    absent.remove(question)
    switch question {
    case .movie, .genres, .configuration: shownGeneration += 1
    case .series, .season, .providers: seriesGeneration += 1
    case .searchMovies, .searchSeries, .discover, .find, .episode: break
    }
  }

  /// The time to remember that the store has no entry. It is short, because another server may write to the same store.
  static let absenceSeconds: Int64 = 60

  func isAbsent(_ question: CatalogQuestion, at now: Timestamp) -> Bool {
    guard let since = absent.peek(question) else { return false }
    return since <= now && now < since.advanced(bySeconds: Self.absenceSeconds)
  }

  mutating func noteAbsent(_ question: CatalogQuestion, at now: Timestamp) {
    absent.set(now, for: question)
    absent.age()
  }

  /// The number of answers whose titles are compared with a search text, which bounds the time under the lock.
  private static let comparedAnswers = 5000

  /// Returns titles of the answers in memory with their popularity, about `limit` at most.
  func titles(of media: MediaKind, atMost limit: Int) -> [(title: String, popularity: Double)] {
    var titles: [(title: String, popularity: Double)] = []
    for kept in entries.values.prefix(Self.comparedAnswers) {
      titles += kept.entry.facts?.titles(of: media) ?? []
      if titles.count >= limit { break }
    }
    return titles
  }

  /// Records a use of an entry, and returns whether this use is to be reported to the store.
  mutating func use(_ question: CatalogQuestion, at now: Timestamp) -> Bool {
    guard let kept = entries.value(for: question) else { return false }
    defer { entries.age() }
    guard now >= kept.touchedAt.advanced(bySeconds: Self.secondsBetweenTouches) else { return false }
    entries.update(question) { $0.touchedAt = now }
    return true
  }

  mutating func removeAll(where isRemoved: (CatalogQuestion) -> Bool) {
    shownGeneration += 1
    seriesGeneration += 1
    entries.removeAll { question, _ in isRemoved(question) }
  }

  /// Removes expired entries. No answers have used them for a while, so `shownGeneration` stays the same.
  mutating func removeExpired(at now: Timestamp) {
    entries.removeAll { _, kept in CachePolicy.isExpired(kept.entry.fetchedAt, at: now) }
  }
}

extension CatalogEntry {
  /// The size in multiples of a usual answer's. Texts are limited, but a list can be as long as a response body.
  var weight: Int { 1 + (facts?.byteCount ?? 0) / Self.usualBytes }

  private static let usualBytes = 1 << 16
}

extension CatalogFacts {
  /// The approximate size in memory.
  public var byteCount: Int { Self.ownBytes + listedBytes }

  /// The approximate size of facts without their lists.
  private static let ownBytes = 2000
  /// The approximate size of a list's element without its texts.
  private static let elementBytes = 200

  private var listedBytes: Int {
    func bytes(_ text: String?) -> Int { text?.utf8.count ?? 0 }
    func sum<Element>(_ elements: [Element], _ textBytes: (Element) -> Int) -> Int {
      elements.reduce(0) { $0 + Self.elementBytes + textBytes($1) }
    }
    func sum(_ countries: [CountryProviders]) -> Int {
      countries.reduce(0) { $0 + Self.elementBytes + sum($1.all) { bytes($0.name) + bytes($0.logoPath) } }
    }
    return switch self {
    case .movie(let movie): sum(movie.providers) + sum(movie.certifications) { bytes($0.rating) }
    case .series(let series):
      sum(series.seasons) { bytes($0.name) + bytes($0.overview) } + sum(series.providers)
        + sum(series.contentRatings) { bytes($0.rating) }
    case .season(let season): sum(season.episodes) { bytes($0.name) + bytes($0.overview) + bytes($0.stillPath) }
    case .movies(let page): sum(page.results) { bytes($0.title) + bytes($0.originalTitle) + bytes($0.overview) }
    case .seriesPage(let page): sum(page.results) { bytes($0.name) + bytes($0.originalName) + bytes($0.overview) }
    case .found(let found):
      sum(found.movies) { bytes($0.title) + bytes($0.originalTitle) + bytes($0.overview) }
        + sum(found.series) { bytes($0.name) + bytes($0.originalName) + bytes($0.overview) }
    case .genres(let list): sum(list.genres) { bytes($0.name) }
    case .providers(let list):
      sum(list.providers) { bytes($0.provider.name) + bytes($0.provider.logoPath) }
        + list.providers.reduce(0) { $0 + $1.priorities.count * Self.elementBytes }
    case .episode, .configuration: 0
    }
  }
}

extension CatalogFacts {
  /// The titles of movies or of series in these facts, with their popularity.
  fileprivate func titles(of media: MediaKind) -> [(title: String, popularity: Double)] {
    switch (self, media) {
    case (.movie(let movie), .movie): movie.isAdult ? [] : [(movie.title, movie.popularity ?? 0)]
    case (.movies(let page), .movie): page.results.map { ($0.title, $0.popularity ?? 0) }
    case (.series(let series), .tv): [(series.name, series.popularity ?? 0)]
    case (.seriesPage(let page), .tv): page.results.map { ($0.name, $0.popularity ?? 0) }
    default: []
    }
  }
}

extension CountryProviders {
  fileprivate var all: [Provider] { flatrate + free + ads + rent + buy }
}
