import Domain
import EventStore
import Primitives
import Projections

extension CommandRows {
  func library(_ id: HouseholdID) throws -> LibraryDetails? {
    try row(
      now: { try readModels.library(id, through: $0) }, then: { try readModels.library(id, asOf: .position($0)) })
  }
}

/// Which list a command's result shows a movie's place on.
enum LibraryResult: Sendable {
  case watchlist, watched
}

/// To a command on a library.
struct ChangedLibrary: CommandAnswer {
  let id: HouseholdID
  let result: LibraryResult
  let movie: MovieID

  func writeMembers(to json: inout JSONWriter, _ rows: CommandRows) throws -> Revision {
    let library = try rows.library(id)
    json.place(of: movie, on: result, of: library)
    return library?.revision ?? noRevision
  }
}
