import Commands
import Domain
import EventStore
import MovieNightPrimitives
import Projections

typealias ListedView = (listed: ListedMovie, names: HouseholdNames)

struct WatchedView {
  let watched: WatchedMovie
  let names: HouseholdNames
  /// The ratings of the round in which the movie was watched; nil if it was not watched in a round.
  var ratingsSummary: RatingsSummary?

  var source: WatchedSource { watched.roundID == nil ? .direct : .round }

  /// The time from which the mark cannot be undone; nil for a movie watched in a round, which cannot be unmarked.
  var undoUntil: Timestamp? {
    watched.roundID == nil ? LibraryLimits.undoUntil(markedAt: watched.watchedAt) : nil
  }
}

enum WatchedSource: String, ResultEnum {
  case round, direct
}

extension HouseholdView {
  /// The number of watchlist movies within the round's ceiling, including those already in the round.
  func eligibleCount(of watchlist: [ListedMovie], for round: RoundDetails) -> Int {
    guard !watchlist.isEmpty, let ceiling = round.ceiling(in: details) else { return 0 }
    return watchlist.count { listed in
      ContentRating.passes(listed.entry.movie.contentRating, ceiling: ceiling, overridden: round.ceilingOverride != nil)
    }
  }
}

// MARK: - Results of commands

extension CommandRows {
  /// Reads a household's library after a command. For a new command, calls `now`, which reads rows. For a repeated
  /// command, calls `then` with the library as it was after the first execution. With a shared store, rows that the
  /// command did not change may already contain later changes by other servers.
  func library<Value>(
    _ id: HouseholdID, now: () throws -> Value, then: (PastLibrary?) throws -> Value
  ) throws -> Value {
    let value = try row { (reading) -> Value? in
      guard case .asOf(let moment) = reading else { return try now() }
      return try then(readModels.library(id, asOf: moment))
    }
    return try required(value, "library \(id)")
  }

  /// Returns the library's details after the command; nil if the library has no events.
  func libraryDetails(of id: HouseholdID) throws -> LibraryDetails? {
    try row { try readModels.library(id, $0) }
  }

  func watchlist(of id: HouseholdID) throws -> [ListedMovie] {
    try library(
      id, now: { try readModels.watchlist(id, after: nil, limit: LibraryLimits.watchlist).rows },
      then: { $0?.listed ?? [] })
  }
}

struct ChangedLibrary<Row: LibraryRow> {
  let movie: MovieID
  /// The movie's row; nil if the movie is no longer on the list.
  let row: Row?
}

protocol LibraryRow: Sendable {
  static func read(_ movie: MovieID, in household: HouseholdID, _ rows: CommandRows) throws -> Self?
}

extension ListedMovie: LibraryRow {
  static func read(_ movie: MovieID, in household: HouseholdID, _ rows: CommandRows) throws -> ListedMovie? {
    try rows.library(
      household, now: { try rows.readModels.listedMovie(movie, in: household) }, then: { $0?.listedMovie(movie) })
  }
}

extension WatchedMovie: LibraryRow {
  static func read(_ movie: MovieID, in household: HouseholdID, _ rows: CommandRows) throws -> WatchedMovie? {
    try rows.library(
      household, now: { try rows.readModels.watchedMovie(movie, in: household) }, then: { $0?.watchedMovie(movie) })
  }
}

extension PreparedCommand {
  init<Row>(_ command: LibraryCommand, on movie: MovieID, in household: HouseholdID, by sender: Sender)
  where Shown == ChangedLibrary<Row> {
    self.init(command: AddressedLibraryCommand(command, to: household), sender: sender) { rows in
      let row = try Row.read(movie, in: household, rows)
      return (ChangedLibrary(movie: movie, row: row), try rows.libraryDetails(of: household)?.revision ?? noRevision)
    }
  }
}
