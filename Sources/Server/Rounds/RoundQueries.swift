import Domain
import EventStore
import Primitives
import Projections

/// Which part of a round a query shows.
enum RoundView: Hashable, Sendable {
  case details, results, ratings
}

/// Whose rounds a caller may see.
struct RoundScope: Hashable {
  /// All where it is nil: an administrator need not name one.
  let household: HouseholdID?

  /// The row of a round that is there and may be seen. That others have one nobody learns.
  func require<Row: Projection>(_ row: Row?) throws(WireError) -> Row {
    guard let row, household.map({ row.owner == OwnerID($0) }) ?? true else { throw .unknownRound }
    return row
  }
}

/// `rounds.get`, `rounds.results` and `rounds.ratings`.
struct RoundQuery: Query {
  let id: RoundID
  let view: RoundView
  let scope: RoundScope
  var household: HouseholdID? { scope.household }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let models = answering.readModels
    if view == .ratings {
      let ratings = try scope.require(answering.value(models.cachedRatings(id)) { try models.ratings(id) })
      return json.ratings(ratings, in: try answering.view(answering.household(ratings.householdID)))
    }
    let round = try scope.require(answering.value(models.cachedRound(id)) { try models.round(id) })
    let household = try answering.household(round.householdID)
    if view == .results {
      json.results(of: round, try answering.directory(of: household))
    } else {
      json.round(round, in: try answering.view(household))
    }
  }
}

/// `rounds.active`.
struct ActiveRoundQuery: Query {
  let id: HouseholdID
  var household: HouseholdID? { id }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    try answering.requireStore()
    let view = try answering.view(household)
    json.beginObject()
    json.key("round")
    if let id = household.activeRoundID, let round = try answering.readModels.round(id) {
      json.round(round, in: view)
    } else {
      json.null()
    }
    json.key("awaiting")
    json.array(try answering.readModels.awaitingSessions(household)) { $0.awaitingSession($1, in: view) }
    json.endObject()
  }
}

/// `sessions.list`.
struct SessionsQuery: Query {
  let id: HouseholdID
  let limit: Int
  let cursor: String?
  var household: HouseholdID? { id }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    let household = try answering.household(id)
    let cursor = try answering.cursor(cursor)
    let models = answering.readModels
    let cached = try models.cachedSessions(household.id, after: cursor, limit: limit)
    let page = try answering.value(cached) { try models.sessions(household.id, after: cursor, limit: limit) }
    guard let page else { throw WireError.unknownHousehold }
    json.sessions(page, in: try answering.view(household))
  }
}
