import Domain
import EventStore

extension ReadModels {
  /// Returns the library's revision; nil if the library has no events.
  public func library(_ id: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> LibraryDetails? {
    try reader.find(RowKey(id), reading) { $0.libraries }
  }

  /// Returns the library without reading the store; `miss` if it is not in memory.
  public func cachedLibrary(_ id: HouseholdID) throws(ProjectionError) -> Cached<LibraryDetails> {
    try reader.cached(RowKey(id)) { $0.libraries }
  }

  // MARK: Lists

  /// Returns a page of the watchlist after `sortKey`, newest first. May read the store.
  public func watchlist(_ household: HouseholdID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<ListedMovie>
  {
    try reader.page(PartitionKey(household), after: sortKey, limit: limit) { $0.watchlist }
  }

  /// Returns the page without reading the store; `miss` if it is not in memory.
  public func cachedWatchlist(_ household: HouseholdID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> Cached<RowPage<ListedMovie>>
  {
    try reader.cachedPage(PartitionKey(household), after: sortKey, limit: limit) { $0.watchlist }
  }

  /// Returns a page of the watched list after `sortKey`, the most recently watched movie first. May read the store.
  public func watched(_ household: HouseholdID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> RowPage<WatchedMovie>
  {
    try reader.page(PartitionKey(household), after: sortKey, limit: limit) { $0.watched }
  }

  /// Returns the page without reading the store; `miss` if it is not in memory.
  public func cachedWatched(_ household: HouseholdID, after sortKey: SortKey?, limit: Int) throws(ProjectionError)
    -> Cached<RowPage<WatchedMovie>>
  {
    try reader.cachedPage(PartitionKey(household), after: sortKey, limit: limit) { $0.watched }
  }

  // MARK: Single movies

  /// Returns a movie's entry on the watchlist, if there is one. May read the store.
  public func listedMovie(_ movie: MovieID, in household: HouseholdID) throws(ProjectionError) -> ListedMovie? {
    try reader.find(RowKey(movie, in: household)) { $0.watchlist }
  }

  /// Returns a movie's entry on the watched list, if there is one. May read the store.
  public func watchedMovie(_ movie: MovieID, in household: HouseholdID) throws(ProjectionError) -> WatchedMovie? {
    try reader.find(RowKey(movie, in: household)) { $0.watched }
  }

  /// Whether a household's lists or newest rounds contain a movie. May read the store.
  public func hasRecord(of movie: MovieID, in household: HouseholdID) throws(ProjectionError) -> Bool {
    if try listedMovie(movie, in: household) != nil { return true }
    if try watchedMovie(movie, in: household) != nil { return true }
    return try !rounds(of: household, with: movie).isEmpty
  }

  /// Returns which of `movies` a household has watched. May read the store.
  public func watched(among movies: [MovieID], in household: HouseholdID) throws(ProjectionError) -> Set<MovieID> {
    if case .hit(let watched?) = try cachedWatched(among: movies, in: household) { return watched }
    // If this call loads the whole list, the lookups below are answered from it.
    _ = try watched(household, after: nil, limit: 1)
    var watched: Set<MovieID> = []
    for movie in movies where try watchedMovie(movie, in: household) != nil { watched.insert(movie) }
    return watched
  }

  /// Returns which of `movies` are watched, without reading the store; `miss` if memory lacks any answer.
  public func cachedWatched(among movies: [MovieID], in household: HouseholdID) throws(ProjectionError)
    -> Cached<Set<MovieID>>
  {
    for movie in movies { recorder?.note(.row(WatchedMovie.self, RowKey(movie, in: household))) }
    return try served.withLock { served throws(ProjectionError) in
      let table = try served.tables.watched.requireRunning()
      var watched: Set<MovieID> = []
      for movie in movies {
        guard case .hit(let row) = table.cached(RowKey(movie, in: household)) else { return .miss }
        if row != nil { watched.insert(movie) }
      }
      return .hit(watched)
    }
  }

  // MARK: Years

  /// Returns what a household watched in a year; nil if it watched nothing. May read the store.
  public func watchedYear(_ year: Int, of household: HouseholdID) throws(ProjectionError) -> WatchedYear? {
    try reader.find(RowKey(year: year, of: household)) { $0.watchedYears }
  }

  // MARK: Past libraries

  /// Returns the library at a past moment; nil if it had no events then. Reads the store.
  public func library(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> PastLibrary? {
    let stream = StreamID(category: LibraryEvent.category, id: id)
    let details: [RowKey: LibraryDetails] = try reader.rows(of: stream, asOf: moment)
    guard let details = details[RowKey(id)] else { return nil }
    return PastLibrary(
      details: details, watchlist: try reader.rows(of: stream, asOf: moment),
      watched: try reader.rows(of: stream, asOf: moment))
  }
}

/// A library at a past moment.
public struct PastLibrary: Sendable {
  public let details: LibraryDetails
  let watchlist: [RowKey: ListedMovie]
  let watched: [RowKey: WatchedMovie]

  /// The watchlist, in no particular order.
  public var listed: [ListedMovie] { Array(watchlist.values) }

  public func listedMovie(_ movie: MovieID) -> ListedMovie? { watchlist[RowKey(movie, in: details.householdID)] }

  public func watchedMovie(_ movie: MovieID) -> WatchedMovie? { watched[RowKey(movie, in: details.householdID)] }
}
