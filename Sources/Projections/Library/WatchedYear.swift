import Domain
import EventStore
import MovieNightPrimitives

/// The movies that a household watched in a year, and the number of its movie nights in each month, both in UTC.
public struct WatchedYear: Equatable, Sendable {
  public let householdID: HouseholdID
  public let year: Int
  /// The number of rounds that were watched in each of the twelve months.
  public private(set) var nights: [Int]
  /// The ids of the watched and marked movies in ascending order. The list has a limit, because each change writes all
  /// of it.
  private var movies: [MovieID]
  /// The number of times that a movie was watched or marked after the list had reached its limit.
  private var furtherMovies: Int

  public var nightCount: Int { nights.reduce(0, +) }
  /// The number of different movies. Beyond `LibraryLimits.moviesOfYear`, a movie counts each time it is watched.
  public var movieCount: Int { movies.count + furtherMovies }

  private init(_ key: RowKey) {
    householdID = HouseholdID(key.partition)
    year = Int(clamping: key.item.low)
    nights = Array(repeating: 0, count: Self.months)
    movies = []
    furtherMovies = 0
  }

  private static let months = 12
}

extension WatchedYear: Projection {
  public static let name = "watched_years"
  public static let version = 1

  public var key: RowKey { RowKey(year: year, of: householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var heldBytes: Int { nights.allocatedBytes + movies.allocatedBytes }

  public static func rows(touchedBy domainEvent: LibraryEvent, _ envelope: EventEnvelope) -> TouchedRows {
    let time = envelope.recordedAt
    return switch domainEvent {
    case .movieWatched(let event): rows(from: event.dueAt ?? time, through: event.dueAt ?? time, envelope)
    case .movieMarkedWatched: rows(from: time, through: time, envelope)
    // The mark may have been made in the year before.
    case .movieUnmarkedWatched: rows(from: LibraryLimits.earliestMark(undoneAt: time), through: time, envelope)
    case .movieAddedToWatchlist, .movieRemovedFromWatchlist: .none
    }
  }

  private static func rows(from first: Timestamp, through last: Timestamp, _ envelope: EventEnvelope) -> TouchedRows {
    let years = (first.date.year...last.date.year).filter { LibraryLimits.statisticsYears.contains($0) }
    let rows = years.map { TouchedRow.changed(RowKey(year: $0, of: HouseholdID(envelope.stream.id))) }
    return rows.isEmpty ? .none : rows.count == 1 ? .one(rows[0]) : .several(rows)
  }

  public static func fold(
    _ row: inout WatchedYear?, _ key: RowKey, _ domainEvent: LibraryEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    switch domainEvent {
    case .movieWatched(let event):
      if row == nil { row = WatchedYear(key) }
      row?.nights[(event.dueAt ?? envelope.recordedAt).date.month - 1] += 1
      row?.add(event.movie.tmdbMovieID)
    case .movieMarkedWatched(let event):
      if row == nil { row = WatchedYear(key) }
      row?.add(event.movie.tmdbMovieID)
    case .movieUnmarkedWatched(let event): row?.remove(event.tmdbMovieID)
    case .movieAddedToWatchlist, .movieRemovedFromWatchlist: break
    }
  }

  private mutating func add(_ movie: MovieID) {
    let index = movies.partitionIndex { $0 < movie }
    if index < movies.count, movies[index] == movie { return }
    if movies.count < LibraryLimits.moviesOfYear { movies.insert(movie, at: index) } else { furtherMovies += 1 }
  }

  // Only a mark can be undone, and only if no round has watched the movie. So this was the movie's only entry. In a year
  // with more than `moviesOfYear` movies, a mark made and undone on January 1st lowers `furtherMovies` of the year before.
  private mutating func remove(_ movie: MovieID) {
    let index = movies.partitionIndex { $0 < movie }
    if index < movies.count, movies[index] == movie {
      movies.remove(at: index)
    } else if furtherMovies > 0 {
      furtherMovies -= 1
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("nights", nights)
    json.field("movies", movies)
    json.field("further_movies", furtherMovies)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.partition)
    year = Int(clamping: key.item.low)
    nights = try json.value("nights")
    movies = try json.value("movies")
    furtherMovies = try json.integer("further_movies")
    guard nights.count == Self.months else {
      throw JSONError(.wrongType(expected: "a number for each month"), field: "nights")
    }
  }
}

extension RowKey {
  init(year: Int, of household: HouseholdID) {
    self.init(partition: PartitionKey(household), item: ItemID(high: 0, low: UInt64(year)))
  }
}
