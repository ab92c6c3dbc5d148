import Primitives

/// The answers that were used last, before the store.
struct CatalogMemory: Sendable {
  private var entries: RecentlyUsed<CatalogQuestion, Kept>
  private(set) var movieGeneration: UInt64 = 0

  private struct Kept: Sendable {
    var entry: CatalogEntry
    /// When the store was last told that it is used.
    var touchedAt: Timestamp
  }

  /// Telling the store of every use would be a write for every read.
  static let secondsBetweenTouches = Timestamp.secondsPerHour

  /// - Parameter count: how many answers are kept at most; very long ones count several times.
  init(count: Int) {
    // It keeps up to twice its capacity.
    entries = RecentlyUsed(capacity: max(1, count / 2)) { $0.entry.weight }
  }

  /// The entry, of whatever age.
  func peek(_ question: CatalogQuestion) -> CatalogEntry? { entries.peek(question)?.entry }

  /// Keeps what a source has said, or the store.
  mutating func keep(_ entry: CatalogEntry, of question: CatalogQuestion, at now: Timestamp) {
    entries.set(Kept(entry: entry, touchedAt: now), for: question)
    entries.age()
    if case .movie = question { movieGeneration += 1 }
  }

  /// An entry has answered.
  /// - Returns: whether it is time to tell the store.
  mutating func use(_ question: CatalogQuestion, at now: Timestamp) -> Bool {
    guard let kept = entries.value(for: question) else { return false }
    defer { entries.age() }
    guard now >= kept.touchedAt.advanced(bySeconds: Self.secondsBetweenTouches) else { return false }
    entries.update(question) { $0.touchedAt = now }
    return true
  }

  mutating func removeAll(where isRemoved: (CatalogQuestion) -> Bool) {
    movieGeneration += 1
    entries.removeAll { question, _ in isRemoved(question) }
  }
}

extension CatalogEntry {
  /// How much room it takes, counted in usual answers. Sources bound each text, but a list may be as long as a body.
  var weight: Int { 1 + elements / 1000 }

  private var elements: Int {
    switch facts {
    case .movie(let movie): movie.providers.reduce(0) { $0 + $1.count }
    case .series(let series): series.seasons.count + series.providers.reduce(0) { $0 + $1.count }
    case .season(let season): season.episodes.count
    case .movies(let page): page.results.count
    case .seriesPage(let page): page.results.count
    case .found(let found): found.movies.count + found.series.count
    case .genres(let list): list.genres.count
    case .providers(let list): list.providers.reduce(0) { $0 + 1 + $1.priorities.count }
    case .episode, .configuration, nil: 0
    }
  }
}

extension CountryProviders {
  fileprivate var count: Int { 1 + flatrate.count + free.count + ads.count + rent.count + buy.count }
}
