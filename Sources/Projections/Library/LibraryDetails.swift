import Domain
import EventStore
import Primitives

/// What a household has watched.
public struct LibraryDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  public internal(set) var revision: Revision
  /// In the order in which they were first watched; a movie that is watched again keeps its place.
  public internal(set) var watched: [WatchedMovie]
  private var indexes: [MovieID: Int]

  public struct WatchedMovie: Equatable, Sendable {
    public let tmdbMovieID: MovieID
    /// The last time.
    public internal(set) var watchedAt: Timestamp
    public internal(set) var roundID: RoundID
  }

  public func hasWatched(_ movie: MovieID) -> Bool { indexes[movie] != nil }
}

extension LibraryDetails: Projection {
  public static let name = "libraries"
  public static let version = 1

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var order: Int64 { 0 }

  public static func reads(_ fact: LibraryEvent) -> Bool { true }

  public init(first fact: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    householdID = HouseholdID(envelope.stream.id)
    revision = envelope.revision
    watched = []
    indexes = [:]
    try fold(fact, envelope)
  }

  public mutating func fold(_ fact: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    switch fact {
    case .movieWatched(let event):
      watch(
        WatchedMovie(
          tmdbMovieID: event.movie.tmdbMovieID, watchedAt: event.dueAt ?? envelope.recordedAt, roundID: event.roundID))
    }
    revision = envelope.revision
  }

  private mutating func watch(_ movie: WatchedMovie) {
    if let index = indexes[movie.tmdbMovieID] {
      watched[index] = movie
    } else {
      indexes[movie.tmdbMovieID] = watched.count
      watched.append(movie)
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.key("watched")
    json.array(watched) { json, movie in
      json.object {
        $0.field("tmdb_movie_id", movie.tmdbMovieID)
        $0.field("watched_at", moment: movie.watchedAt)
        $0.field("round_id", movie.roundID)
      }
    }
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key)
    revision = try json.integer("revision")
    watched = []
    indexes = [:]
    for element in try json.array("watched") {
      watch(
        WatchedMovie(
          tmdbMovieID: try element.integer("tmdb_movie_id"), watchedAt: try element.moment("watched_at"),
          roundID: try element.identifier("round_id")))
    }
  }
}
