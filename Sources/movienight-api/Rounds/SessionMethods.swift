import Domain
import Primitives

extension Method {
  /// `docs/protocol.md`, "Rounds and sessions": the queries.
  static let sessionMethods: [Method] = [
    .query("rounds.get", .authenticated, ["round_id", "household_id"]) { (parameters, caller) throws(WireError) in
      .round(try parameters.id("round_id"), .details, in: try caller.scope(parameters))
    },
    .query("rounds.results", .authenticated, ["round_id", "household_id"]) { (parameters, caller) throws(WireError) in
      .round(try parameters.id("round_id"), .results, in: try caller.scope(parameters))
    },
    .query("rounds.ratings", .authenticated, ["round_id", "household_id"]) { (parameters, caller) throws(WireError) in
      .round(try parameters.id("round_id"), .ratings, in: try caller.scope(parameters))
    },
    .query("rounds.active", .authenticated, ["household_id"]) { (parameters, caller) throws(WireError) in
      .activeRound(try caller.household(parameters))
    },
    .query("sessions.list", .authenticated, ["limit", "cursor", "household_id"]) {
      (parameters, caller) throws(WireError) in
      .sessions(
        try caller.household(parameters), limit: try parameters.optionalInteger("limit", in: 1...100) ?? 20,
        cursor: try parameters.optionalString("cursor"))
    },
  ]
}
