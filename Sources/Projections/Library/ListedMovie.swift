import Domain
import EventStore
import MovieNightPrimitives

/// A movie on a household's watchlist. It is never also on the watched list.
public struct ListedMovie: Equatable, Sendable {
  public let householdID: HouseholdID
  public let entry: WatchlistEntry
  let revision: Revision
}

extension ListedMovie: Projection {
  public static let name = "watchlist"
  public static let version = 1
  public static let isListed = true

  public var key: RowKey { RowKey(entry.movie.tmdbMovieID, in: householdID) }
  public var owner: OwnerID { OwnerID(householdID) }
  public var sortKey: SortKey? { SortKey(entry.addedAt, revision) }
  public var heldBytes: Int { entry.movie.heldBytes }

  public static func rows(touchedBy domainEvent: LibraryEvent, _ envelope: EventEnvelope) -> TouchedRows {
    func key(_ movie: MovieID) -> RowKey { RowKey(movie, in: envelope.stream) }
    return switch domainEvent {
    case .movieAddedToWatchlist(let event): .one(.made(key(event.movie.tmdbMovieID)))
    case .movieRemovedFromWatchlist(let event): .one(.ended(key(event.tmdbMovieID)))
    case .movieWatched(let event): .one(.ended(key(event.movie.tmdbMovieID)))
    case .movieMarkedWatched(let event): .one(.ended(key(event.movie.tmdbMovieID)))
    case .movieUnmarkedWatched(let event): event.restored == nil ? .none : .one(.made(key(event.tmdbMovieID)))
    }
  }

  public static func fold(
    _ row: inout ListedMovie?, _ key: RowKey, _ domainEvent: LibraryEvent, _ envelope: EventEnvelope
  ) throws(FoldError) {
    let entry: WatchlistEntry? =
      switch domainEvent {
      case .movieAddedToWatchlist(let event):
        WatchlistEntry(movie: event.movie, addedBy: event.addedBy, addedAt: envelope.recordedAt)
      case .movieUnmarkedWatched(let event): event.restored
      case .movieRemovedFromWatchlist, .movieWatched, .movieMarkedWatched: nil
      }
    row = entry.map {
      ListedMovie(householdID: HouseholdID(envelope.stream.id), entry: $0, revision: envelope.revision)
    }
  }

  public func writeMembers(to json: inout JSONWriter) {
    entry.movie.writeMembers(to: &json)
    json.field("added_by", entry.addedBy)
    json.field("added_at", moment: entry.addedAt)
    json.field("revision", revision)
  }

  public init(json: JSONValue, key: RowKey, owner: OwnerID) throws(JSONError) {
    householdID = HouseholdID(key.partition)
    entry = WatchlistEntry(
      movie: try Movie(json: json), addedBy: try json.identifier("added_by"), addedAt: try json.moment("added_at"))
    revision = try json.revision("revision")
  }
}
