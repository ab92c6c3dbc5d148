import Domain
import EventStore
import Primitives

/// What a household means to see, and what it has seen. No movie is both.
public struct LibraryDetails: Equatable, Sendable {
  public let householdID: HouseholdID
  public internal(set) var revision: Revision
  /// By place, so that the newest comes last.
  private(set) var placedWatchlist: [Placed<WatchlistEntry>]
  /// By place, so that what was watched last comes last. A movie that is watched again moves there.
  private(set) var placedWatched: [Placed<WatchedMovie>]
  private var watchedIDs: Set<MovieID>

  /// A movie on the watched list: how it came there last.
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

  /// In the order in which they were added.
  public var watchlist: [WatchlistEntry] { placedWatchlist.map(\.item) }

  /// In the order in which they were watched.
  public var watched: [WatchedMovie] { placedWatched.map(\.item) }

  public func hasWatched(_ movie: MovieID) -> Bool { watchedIDs.contains(movie) }

  public func watchlistEntry(of movie: MovieID) -> WatchlistEntry? {
    placedWatchlist.first { $0.item.movie.tmdbMovieID == movie }?.item
  }

  public func watchedMovie(_ movie: MovieID) -> WatchedMovie? {
    hasWatched(movie) ? placedWatched.last { $0.item.movie.tmdbMovieID == movie }?.item : nil
  }
}

extension LibraryDetails.WatchedMovie {
  /// Nil where a member marked it.
  public var roundID: RoundID? { if case .round(let id) = source { id } else { nil } }
  /// Nil where it was watched in a round.
  public var markedBy: MemberID? { if case .direct(let member) = source { member } else { nil } }
}

extension LibraryDetails: Projection {
  public static let name = "libraries"
  public static let version = 3

  public var key: RowKey { RowKey(householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var order: Int64 { 0 }

  public static func reads(_ fact: LibraryEvent) -> Bool { true }

  public init(first fact: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    householdID = HouseholdID(envelope.stream.id)
    revision = envelope.revision
    placedWatchlist = []
    placedWatched = []
    watchedIDs = []
    try fold(fact, envelope)
  }

  public mutating func fold(_ fact: LibraryEvent, _ envelope: EventEnvelope) throws(FoldError) {
    let time = envelope.recordedAt
    revision = envelope.revision
    switch fact {
    case .movieWatched(let event):
      let watched = WatchedMovie(movie: event.movie, watchedAt: event.dueAt ?? time, source: .round(event.roundID))
      if !hasWatchedLater(watched) { watch(watched) }
    case .movieAddedToWatchlist(let event):
      list(WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: time))
    case .movieRemovedFromWatchlist(let event): takeOff(event.tmdbMovieID)
    case .movieMarkedWatched(let event):
      watch(WatchedMovie(movie: event.movie, watchedAt: time, source: .direct(markedBy: event.markedBy)))
    case .movieUnmarkedWatched(let event):
      unwatch(event.tmdbMovieID)
      if let entry = event.restored { list(entry) }
    }
  }

  /// Whether another round watched it after that: imported rounds come in any order.
  private func hasWatchedLater(_ movie: WatchedMovie) -> Bool {
    guard let known = watchedMovie(movie.movie.tmdbMovieID) else { return false }
    return known.roundID != nil && known.watchedAt > movie.watchedAt
  }

  private mutating func list(_ entry: WatchlistEntry) {
    placedWatchlist.insertByPlace(Placed(entry, at: entry.addedAt, revision: revision))
  }

  private mutating func watch(_ movie: WatchedMovie) {
    takeOff(movie.movie.tmdbMovieID)
    unwatch(movie.movie.tmdbMovieID)
    watchedIDs.insert(movie.movie.tmdbMovieID)
    placedWatched.insertByPlace(Placed(movie, at: movie.watchedAt, revision: revision))
  }

  private mutating func unwatch(_ movie: MovieID) {
    guard watchedIDs.remove(movie) != nil else { return }
    placedWatched.removeAll { $0.item.movie.tmdbMovieID == movie }
  }

  private mutating func takeOff(_ movie: MovieID) {
    placedWatchlist.removeAll { $0.item.movie.tmdbMovieID == movie }
  }
}

// MARK: - Document

extension LibraryDetails {
  public func writeMembers(to json: inout JSONWriter) {
    json.field("revision", revision)
    json.key("watchlist")
    json.array(placedWatchlist) { json, placed in
      json.object {
        placed.item.movie.writeMembers(to: &$0)
        $0.field("added_by", placed.item.addedBy)
        $0.field("added_at", moment: placed.item.addedAt)
        $0.field("revision", placed.revision)
      }
    }
    json.key("watched")
    json.array(placedWatched) { json, placed in
      json.object {
        placed.item.movie.writeMembers(to: &$0)
        $0.field("watched_at", moment: placed.item.watchedAt)
        $0.field("round_id", placed.item.roundID)
        $0.field("marked_by", placed.item.markedBy)
        $0.field("revision", placed.revision)
      }
    }
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key)
    revision = try json.integer("revision")
    placedWatchlist = try json.list("watchlist") { element throws(JSONError) in
      let entry = WatchlistEntry(
        movie: try Movie(json: element), addedBy: try element.identifier("added_by"),
        addedAt: try element.moment("added_at"))
      return Placed(entry, at: entry.addedAt, revision: try element.integer("revision"))
    }
    placedWatched = try json.list("watched") { element throws(JSONError) in
      let watched = WatchedMovie(
        movie: try Movie(json: element), watchedAt: try element.moment("watched_at"),
        source: try Self.source(of: element))
      return Placed(watched, at: watched.watchedAt, revision: try element.integer("revision"))
    }
    watchedIDs = Set(placedWatched.map(\.item.movie.tmdbMovieID))
  }

  private static func source(of json: JSONValue) throws(JSONError) -> WatchedMovie.Source {
    if let round: RoundID = try json.optionalIdentifier("round_id") { return .round(round) }
    return .direct(markedBy: try json.identifier("marked_by"))
  }
}
