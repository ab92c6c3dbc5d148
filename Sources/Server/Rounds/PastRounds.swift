import Domain
import Primitives
import Projections

/// Rounds as they were at a moment, folded from what had happened by then.
///
/// Who belonged to the household and what it had watched are as of then, too; names are today's.
struct PastRounds {
  let engine: QueryEngine

  /// Reads the store.
  func write(
    _ view: Query.RoundView, of id: RoundID, in scope: HouseholdID?, asOf moment: Moment, to json: inout JSONWriter
  ) throws {
    let models = engine.readModels
    if view == .ratings {
      guard let ratings = try models.ratings(id, asOf: moment), scope == nil || ratings.householdID == scope else {
        throw WireError.unknownRound
      }
      return json.ratings(ratings, in: try household(ratings.householdID, asOf: moment))
    }
    guard let round = try models.round(id, asOf: moment), scope == nil || round.householdID == scope else {
      throw WireError.unknownRound
    }
    let household = try household(round.householdID, asOf: moment)
    if view == .results { json.results(of: round, household.directory) } else { json.round(round, in: household) }
  }

  private func household(_ id: HouseholdID, asOf moment: Moment) throws -> HouseholdView {
    let models = engine.readModels
    guard let today = try models.household(id), let then = try models.household(id, asOf: moment) else {
      throw WireError.unknownHousehold
    }
    return HouseholdView(
      details: then, directory: try engine.directories.directory(of: today),
      library: try models.library(id, asOf: moment))
  }
}
