import Domain
import EventStore
import Primitives

/// What a household means to see, and what it has seen. No movie is both.
public struct LibraryDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  public internal(set) var revision: Revision
  /// By place, so that the newest comes last.
  public internal(set) var watchlist: [WatchlistEntry]
  /// By place, so that what was watched last comes last. A movie that is watched again moves there.
  public internal(set) var watched: [WatchedMovie]
  private var watchedIDs: Set<MovieID>

  public struct WatchedMovie: Equatable, Sendable {
    public let movie: Movie
    /// The last time.
    public let watchedAt: Timestamp
    public let source: Source

    /// How a movie came to the watched list.
    public enum Source: Equatable, Sendable {
      case round(RoundID)
      /// By a member's word.
      case direct(markedBy: MemberID)
    }
  }

  public func hasWatched(_ movie: MovieID) -> Bool { watchedIDs.contains(movie) }

  public func watchlistEntry(of movie: MovieID) -> WatchlistEntry? {
    watchlist.first { $0.movie.tmdbMovieID == movie }
  }

  public func watchedMovie(_ movie: MovieID) -> WatchedMovie? {
    hasWatched(movie) ? watched.last { $0.movie.tmdbMovieID == movie } : nil
  }
}

extension LibraryDetails.WatchedMovie {
  public var roundID: RoundID? { if case .round(let id) = source { id } else { nil } }
  public var markedBy: MemberID? { if case .direct(let member) = source { member } else { nil } }
}

extension LibraryDetails: Projection {
  public static let name = "libraries"
  public static let version = 2

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var order: Int64 { 0 }

  public static func reads(_ fact: LibraryEvent) -> Bool { true }

  public init(first fact: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    householdID = HouseholdID(envelope.stream.id)
    revision = envelope.revision
    watchlist = []
    watched = []
    watchedIDs = []
    try fold(fact, envelope)
  }

  public mutating func fold(_ fact: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    let time = envelope.recordedAt
    switch fact {
    case .movieWatched(let event):
      watch(WatchedMovie(movie: event.movie, watchedAt: event.dueAt ?? time, source: .round(event.roundID)))
    case .movieAddedToWatchlist(let event):
      watchlist.insertByPlace(WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: time))
    case .movieRemovedFromWatchlist(let event): takeOff(event.tmdbMovieID)
    case .movieMarkedWatched(let event):
      watch(WatchedMovie(movie: event.movie, watchedAt: time, source: .direct(markedBy: event.markedBy)))
    case .movieUnmarkedWatched(let event):
      unwatch(event.tmdbMovieID)
      if let entry = event.restored { watchlist.insertByPlace(entry) }
    }
    revision = envelope.revision
  }

  private mutating func watch(_ movie: WatchedMovie) {
    takeOff(movie.movie.tmdbMovieID)
    unwatch(movie.movie.tmdbMovieID)
    watchedIDs.insert(movie.movie.tmdbMovieID)
    watched.insertByPlace(movie)
  }

  private mutating func unwatch(_ movie: MovieID) {
    guard watchedIDs.remove(movie) != nil else { return }
    watched.removeAll { $0.movie.tmdbMovieID == movie }
  }

  private mutating func takeOff(_ movie: MovieID) {
    watchlist.removeAll { $0.movie.tmdbMovieID == movie }
  }
}

// MARK: - Document

extension LibraryDetails {
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.key("watchlist")
    json.array(watchlist) { json, entry in
      json.object {
        entry.movie.writeMembers(to: &$0)
        $0.field("added_by", entry.addedBy)
        $0.field("added_at", moment: entry.addedAt)
      }
    }
    json.key("watched")
    json.array(watched) { json, watched in
      json.object {
        watched.movie.writeMembers(to: &$0)
        $0.field("watched_at", moment: watched.watchedAt)
        $0.field("round_id", watched.roundID)
        $0.field("marked_by", watched.markedBy)
      }
    }
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key)
    revision = try json.integer("revision")
    watchlist = try json.list("watchlist") { element throws(JSONError) in
      WatchlistEntry(
        movie: try Movie(json: element), addedBy: try element.identifier("added_by"),
        addedAt: try element.moment("added_at"))
    }
    watched = try json.list("watched") { element throws(JSONError) in
      WatchedMovie(
        movie: try Movie(json: element), watchedAt: try element.moment("watched_at"),
        source: try Self.source(of: element))
    }
    watchedIDs = Set(watched.map(\.movie.tmdbMovieID))
  }

  private static func source(of json: JSONValue) throws(JSONError) -> WatchedMovie.Source {
    if let round: RoundID = try json.optionalIdentifier("round_id") { return .round(round) }
    return .direct(markedBy: try json.identifier("marked_by"))
  }
}
