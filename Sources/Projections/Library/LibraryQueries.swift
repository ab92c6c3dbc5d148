import Domain
import EventStore

extension ReadModels {
  /// How far a household's library is; nil while nothing ever happened in it.
  public func library(_ id: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> LibraryDetails? {
    try reader.find(RowKey(id), reading) { $0.libraries }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedLibrary(_ id: HouseholdID) throws(ProjectionError) -> Cached<LibraryDetails> {
    try reader.cached(RowKey(id)) { $0.libraries }
  }

  // MARK: Lists

  /// Part of a household's watchlist after `place`, newest first. May read the store.
  public func watchlist(_ household: HouseholdID, after place: RowPlace?, limit: Int) throws(ProjectionError)
    -> RowPage<ListedMovie>
  {
    try reader.page(ShelfID(household), after: place, limit: limit) { $0.watchlist }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedWatchlist(_ household: HouseholdID, after place: RowPlace?, limit: Int) throws(ProjectionError)
    -> Cached<RowPage<ListedMovie>>
  {
    try reader.cachedPage(ShelfID(household), after: place, limit: limit) { $0.watchlist }
  }

  /// Part of a household's watched list after `place`, by the time of watching, the last first. May read the store.
  public func watched(_ household: HouseholdID, after place: RowPlace?, limit: Int) throws(ProjectionError)
    -> RowPage<WatchedMovie>
  {
    try reader.page(ShelfID(household), after: place, limit: limit) { $0.watched }
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedWatched(_ household: HouseholdID, after place: RowPlace?, limit: Int) throws(ProjectionError)
    -> Cached<RowPage<WatchedMovie>>
  {
    try reader.cachedPage(ShelfID(household), after: place, limit: limit) { $0.watched }
  }

  // MARK: One movie

  /// What stands on the watchlist; nil where the movie does not. May read the store.
  public func listedMovie(_ movie: MovieID, in household: HouseholdID) throws(ProjectionError) -> ListedMovie? {
    try reader.find(RowKey(movie, in: household)) { $0.watchlist }
  }

  /// What stands on the watched list; nil where the movie does not. May read the store.
  public func watchedMovie(_ movie: MovieID, in household: HouseholdID) throws(ProjectionError) -> WatchedMovie? {
    try reader.find(RowKey(movie, in: household)) { $0.watched }
  }

  /// Which of `movies` a household has watched. May read the store.
  public func watched(among movies: [MovieID], in household: HouseholdID) throws(ProjectionError) -> Set<MovieID> {
    if case .hit(let watched?) = try cachedWatched(among: movies, in: household) { return watched }
    // Where all of the list is in memory then, it answers for every movie.
    _ = try watched(household, after: nil, limit: 1)
    var watched: Set<MovieID> = []
    for movie in movies where try watchedMovie(movie, in: household) != nil { watched.insert(movie) }
    return watched
  }

  /// The same, without the store; `miss` where it would be needed.
  public func cachedWatched(among movies: [MovieID], in household: HouseholdID) throws(ProjectionError)
    -> Cached<Set<MovieID>>
  {
    for movie in movies { notes?.note(.row(WatchedMovie.self, RowKey(movie, in: household))) }
    return try served.withLock { served throws(ProjectionError) in
      let table = try served.tables.watched.answering()
      var watched: Set<MovieID> = []
      for movie in movies {
        guard case .hit(let row) = table.cached(RowKey(movie, in: household)) else { return .miss }
        if row != nil { watched.insert(movie) }
      }
      return .hit(watched)
    }
  }

  // MARK: A moment

  /// The library as it was at a moment; nil where nothing had happened in it. Reads the store.
  public func library(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> PastLibrary? {
    let stream = StreamID(category: LibraryEvent.category, id: id)
    let details: [RowKey: LibraryDetails] = try reader.rows(of: stream, asOf: moment)
    guard let details = details[RowKey(id)] else { return nil }
    return PastLibrary(
      details: details, watchlist: try reader.rows(of: stream, asOf: moment),
      watched: try reader.rows(of: stream, asOf: moment))
  }
}

/// A library as it was at a moment.
public struct PastLibrary: Sendable {
  public let details: LibraryDetails
  let watchlist: [RowKey: ListedMovie]
  let watched: [RowKey: WatchedMovie]

  /// What was on the watchlist, in no order.
  public var listed: [ListedMovie] { Array(watchlist.values) }

  public func listedMovie(_ movie: MovieID) -> ListedMovie? { watchlist[RowKey(movie, in: details.householdID)] }

  public func watchedMovie(_ movie: MovieID) -> WatchedMovie? { watched[RowKey(movie, in: details.householdID)] }
}
