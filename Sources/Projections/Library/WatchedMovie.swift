import Domain
import EventStore
import MovieNightPrimitives

/// A movie on a household's watched list: how it came there last.
public struct WatchedMovie: Equatable, Sendable {
  public let householdID: HouseholdID
  public let movie: Movie
  /// The last time.
  public let watchedAt: Timestamp
  public let source: Source
  /// Of the library when it came onto the list.
  let revision: Revision

  /// How a movie came to the watched list.
  public enum Source: Equatable, Sendable {
    case round(RoundID)
    /// By a member's word.
    case direct(markedBy: MemberID)
  }

  /// Nil where a member marked it.
  public var roundID: RoundID? { if case .round(let id) = source { id } else { nil } }
  /// Nil where it was watched in a round.
  public var markedBy: MemberID? { if case .direct(let member) = source { member } else { nil } }
}

extension WatchedMovie: Projection {
  public static let name = "watched"
  public static let version = 1
  public static let isListed = true

  public var key: RowKey { RowKey(movie.tmdbMovieID, in: householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var place: RowPlace? { RowPlace(watchedAt, revision) }
  public var heldBytes: Int { movie.heldBytes }

  public static func rows(touchedBy fact: LibraryEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ movie: MovieID) -> RowKey { RowKey(movie, in: envelope.stream) }
    return switch fact {
    // Rounds are imported in any order, so it may have been watched later than that.
    case .movieWatched(let event): .one(.changed(key(event.movie.tmdbMovieID)))
    case .movieMarkedWatched(let event): .one(.made(key(event.movie.tmdbMovieID)))
    case .movieUnmarkedWatched(let event): .one(.ended(key(event.tmdbMovieID)))
    case .movieAddedToWatchlist, .movieRemovedFromWatchlist: .none
    }
  }

  public static func fold(
    _ row: inout WatchedMovie?, _ key: RowKey, _ fact: LibraryEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    func watched(_ movie: Movie, at time: Timestamp, _ source: Source) -> WatchedMovie {
      WatchedMovie(
        householdID: HouseholdID(envelope.stream.id), movie: movie, watchedAt: time, source: source,
        revision: envelope.revision)
    }
    switch fact {
    case .movieWatched(let event):
      let time = event.dueAt ?? envelope.recordedAt
      // Another round may have watched it after that; a mark gives way to any round.
      if let row, row.roundID != nil, row.watchedAt > time { return }
      row = watched(event.movie, at: time, .round(event.roundID))
    case .movieMarkedWatched(let event):
      row = watched(event.movie, at: envelope.recordedAt, .direct(markedBy: event.markedBy))
    case .movieUnmarkedWatched, .movieAddedToWatchlist, .movieRemovedFromWatchlist: break
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    movie.writeMembers(to: &json)
    json.field("watched_at", moment: watchedAt)
    json.field("round_id", roundID)
    json.field("marked_by", markedBy)
    json.field("revision", revision)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.shelf)
    movie = try Movie(json: json)
    watchedAt = try json.moment("watched_at")
    source =
      if let round: RoundID = try json.optional("round_id") {
        .round(round)
      } else {
        .direct(markedBy: try json.identifier("marked_by"))
      }
    revision = try json.revision("revision")
  }
}
