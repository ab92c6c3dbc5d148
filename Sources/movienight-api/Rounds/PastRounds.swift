import Domain
import EventStore
import Primitives
import Projections

/// Rounds as they were at a moment, folded from the events up to it.
///
/// Who belonged to the household and what it had watched are as of then, too; names are today's.
struct PastRounds {
  let engine: QueryEngine

  /// Reads the store.
  func write(
    _ view: Query.RoundView, of id: RoundID, in scope: HouseholdID?, asOf moment: Moment, to json: inout JSONWriter
  ) throws {
    let models = engine.readModels
    let position = try moment.position(in: engine.store, head: models.position)
    if view == .ratings {
      guard let ratings = try models.ratings(id, asOf: position), scope == nil || ratings.householdID == scope else {
        throw WireError.unknownRound
      }
      return json.ratings(ratings, in: try household(ratings.householdID, asOf: position))
    }
    guard let round = try models.round(id, asOf: position), scope == nil || round.householdID == scope else {
      throw WireError.unknownRound
    }
    let household = try household(round.householdID, asOf: position)
    if view == .results { json.results(of: round, household.directory) } else { json.round(round, in: household) }
  }

  private func household(_ id: HouseholdID, asOf position: Position) throws -> HouseholdView {
    let models = engine.readModels
    guard let today = try models.household(id), let then = try models.household(id, asOf: position) else {
      throw WireError.unknownHousehold
    }
    return HouseholdView(
      details: then, directory: try engine.directories.directory(of: today),
      library: try models.library(id, asOf: position))
  }
}
