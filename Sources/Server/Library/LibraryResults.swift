import Domain
import EventStore
import Primitives
import Projections
import WireProtocol

extension CommandRows {
  /// What `now` reads of the rows of a household's library; for a command that is sent again what `then` finds in the
  /// library of its moment. What the command itself has changed is in memory just so; of the rest a shared store may
  /// know already what others have done since.
  func library<Value>(
    _ id: HouseholdID, now: () throws -> Value, then: (PastLibrary?) throws -> Value
  ) throws -> Value {
    let value = try row(
      now: { _ in try now() },
      then: { try then(readModels.library(id, asOf: .position($0))) })
    return try required(value, "library \(id)")
  }

  /// Nil while nothing ever happened in it.
  func libraryDetails(of id: HouseholdID) throws -> LibraryDetails? {
    try row(
      now: { try readModels.library(id, through: $0) },
      then: { try readModels.library(id, asOf: .position($0))?.details })
  }

  func watchlist(of id: HouseholdID) throws -> [ListedMovie] {
    try library(
      id, now: { try readModels.watchlist(id, after: nil, limit: LibraryLimits.watchlist).rows },
      then: { $0?.listed ?? [] })
  }
}

/// Which list a command's result shows a movie's place on.
enum LibraryResult: Sendable {
  case watchlist, watched

  var type: ObjectType {
    switch self {
    case .watchlist:
      ObjectType(
        "WatchlistPlace", "The movie's place on the watchlist.",
        [
          RoundTypes.movieID,
          .nullable("added_by", .id(of: "member"), "who put it there; null where it is there no longer"),
          .nullable("added_at", .time, "when they did; null where it is there no longer"),
        ])
    case .watched:
      ObjectType(
        "WatchedPlace", "The movie's place on the watched list.",
        [RoundTypes.movieID, .nullable("watched_at", .time, "when it was watched; null where it is there no longer")])
    }
  }
}

/// To a command on a library.
struct ChangedLibrary: CommandAnswer {
  let id: HouseholdID
  let result: LibraryResult
  let movie: MovieID

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    json.field("tmdb_movie_id", movie)
    switch result {
    case .watchlist:
      let listed = try rows.library(
        id, now: { try rows.readModels.listedMovie(movie, in: id) }, then: { $0?.listedMovie(movie) })
      json.field("added_by", listed?.entry.addedBy)
      json.field("added_at", listed?.entry.addedAt)
    case .watched:
      let watched = try rows.library(
        id, now: { try rows.readModels.watchedMovie(movie, in: id) }, then: { $0?.watchedMovie(movie) })
      json.field("watched_at", watched?.watchedAt)
    }
    return try rows.libraryDetails(of: id)?.revision ?? noRevision
  }
}
