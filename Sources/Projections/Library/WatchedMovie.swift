import Domain
import EventStore
import MovieNightPrimitives

/// A movie on a household's watched list, with the way in which it was last watched.
public struct WatchedMovie: Equatable, Sendable {
  public let householdID: HouseholdID
  public let movie: Movie
  /// The time at which the movie was last watched.
  public let watchedAt: Timestamp
  public let source: Source
  /// The rounds that watched the movie since it was last marked, in the order of their events; at most the last 50.
  public private(set) var rounds: [RoundID]
  /// The library's revision at the event that put the movie on the list.
  let revision: Revision

  /// The way in which a movie came onto the watched list.
  public enum Source: Equatable, Sendable {
    case round(RoundID)
    /// A member marked the movie as watched.
    case direct(markedBy: MemberID)
  }

  /// The round in which the movie was watched; nil if a member marked the movie.
  public var roundID: RoundID? { if case .round(let id) = source { id } else { nil } }
  /// The member who marked the movie; nil if it was watched in a round.
  public var markedBy: MemberID? { if case .direct(let member) = source { member } else { nil } }
}

extension WatchedMovie: Projection {
  public static let name = "watched"
  public static let version = 2
  public static let isListed = true
  private static let maximumRounds = 50

  public var key: RowKey { RowKey(movie.tmdbMovieID, in: householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var sortKey: SortKey? { SortKey(watchedAt, revision) }
  public var heldBytes: Int { movie.heldBytes + rounds.bytesOfElements }

  public static func rows(touchedBy domainEvent: LibraryEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ movie: MovieID) -> RowKey { RowKey(movie, in: envelope.stream) }
    return switch domainEvent {
    // Rounds are imported in any order, so the movie may already have been watched in a later round.
    case .movieWatched(let event): .one(.changed(key(event.movie.tmdbMovieID)))
    case .movieMarkedWatched(let event): .one(.made(key(event.movie.tmdbMovieID)))
    case .movieUnmarkedWatched(let event): .one(.ended(key(event.tmdbMovieID)))
    case .movieAddedToWatchlist, .movieRemovedFromWatchlist: .none
    }
  }

  public static func fold(
    _ row: inout WatchedMovie?, _ key: RowKey, _ domainEvent: LibraryEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    func watched(_ movie: Movie, at time: Timestamp, _ source: Source, _ rounds: [RoundID]) -> WatchedMovie {
      WatchedMovie(
        householdID: HouseholdID(envelope.stream.id), movie: movie, watchedAt: time, source: source, rounds: rounds,
        revision: envelope.revision)
    }
    switch domainEvent {
    case .movieWatched(let event):
      let time = event.dueAt ?? envelope.recordedAt
      let earlier = (row?.rounds ?? []).filter { $0 != event.roundID }.suffix(maximumRounds - 1)
      let rounds = Array(earlier) + [event.roundID]
      // If another round watched the movie later, that round remains. A round always replaces a mark.
      if let old = row, old.roundID != nil, old.watchedAt > time {
        row?.rounds = rounds
      } else {
        row = watched(event.movie, at: time, .round(event.roundID), rounds)
      }
    case .movieMarkedWatched(let event):
      row = watched(event.movie, at: envelope.recordedAt, .direct(markedBy: event.markedBy), [])
    case .movieUnmarkedWatched, .movieAddedToWatchlist, .movieRemovedFromWatchlist: break
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    movie.writeMembers(to: &json)
    json.field("watched_at", moment: watchedAt)
    json.field("round_id", roundID)
    json.field("marked_by", markedBy)
    json.field("revision", revision)
    json.field("rounds", rounds)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.partition)
    movie = try Movie(json: json)
    watchedAt = try json.moment("watched_at")
    source =
      if let round: RoundID = try json.optional("round_id") {
        .round(round)
      } else {
        .direct(markedBy: try json.identifier("marked_by"))
      }
    revision = try json.revision("revision")
    rounds = try json.value("rounds")
  }
}
