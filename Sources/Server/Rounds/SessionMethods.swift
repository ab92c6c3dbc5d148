import Domain
import Primitives

extension Method {
  /// `docs/protocol.md`, "Rounds and sessions": the queries.
  static let sessionMethods: [Method] = [
    .roundQuery("rounds.get", .details),
    .roundQuery("rounds.results", .results),
    .roundQuery("rounds.ratings", .ratings),
    .query("rounds.active", .authenticated, ["household_id"]) { (parameters, caller) throws(WireError) in
      ActiveRoundQuery(id: try caller.household(parameters))
    },
    .query("sessions.list", .authenticated, ["limit", "cursor", "household_id"]) {
      (parameters, caller) throws(WireError) in
      SessionsQuery(
        id: try caller.household(parameters), limit: try parameters.optionalInteger("limit", in: 1...100) ?? 20,
        cursor: try parameters.optionalString("cursor"))
    },
  ]

  /// A look at one round, as it is or as it was.
  private static func roundQuery(_ name: String, _ view: RoundView) -> Method {
    .query(name, .authenticated, ["round_id", "household_id", "as_of"]) { (parameters, caller) throws(WireError) in
      let round: RoundID = try parameters.id("round_id")
      let scope = try caller.roundScope(parameters)
      guard let moment = try parameters.moment("as_of") else { return RoundQuery(id: round, view: view, scope: scope) }
      return PastRoundQuery(id: round, view: view, scope: scope, moment: moment)
    }
  }
}

extension Caller {
  fileprivate func roundScope(_ parameters: Parameters) throws(WireError) -> RoundScope {
    guard identity == .administrator else { return RoundScope(household: try household(parameters)) }
    return RoundScope(household: try parameters.optionalID("household_id"))
  }
}
