import Domain
import Primitives
import Projections

/// A round as it was at a moment, folded from what had happened by then.
///
/// Who belonged to the household and what it had watched are as of then, too; names are today's.
struct PastRoundQuery: Query {
  let id: RoundID
  let view: RoundView
  let scope: RoundScope
  let moment: Moment

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    try answering.requireStore()
    let models = answering.readModels
    let round = try scope.require(models.round(id, asOf: moment))
    let household = try household(round.householdID, answering)
    switch view {
    case .details:
      let library = try models.library(household.details.id, asOf: moment)
      json.round(round, in: household, watched: round.watched(in: library))
    case .results: json.results(of: round, household.directory)
    case .ratings: json.ratings(round, in: household)
    }
  }

  private func household(_ id: HouseholdID, _ answering: Answering) throws -> HouseholdView {
    let models = answering.readModels
    guard let today = try models.household(id), let then = try models.household(id, asOf: moment) else {
      throw WireError.unknownHousehold
    }
    return HouseholdView(details: then, directory: try answering.directory(of: today))
  }
}
