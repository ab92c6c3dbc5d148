import Domain
import Primitives
import WireProtocol

extension Method {
  /// `docs/protocol.md`, "Rounds and sessions": the queries.
  static let sessionMethods: [Method] = [
    .roundQuery("rounds.get", "Shows a round with its vote breakdown.", .details, RoundTypes.round),
    .roundQuery("rounds.results", "Ranks a round's movies by their votes.", .results, RoundTypes.results),
    .roundQuery(
      "rounds.ratings", "Shows who thought what, in every state of the round.", .ratings, RoundTypes.ratings),
    .query(
      "rounds.active", "Shows the round in draft or voting, and those that wait to be watched or rated.",
      takes: [HouseholdParameters.household],
      gives: ObjectType(
        "ActiveRounds", "What is under way.",
        [
          .nullable("round", .object(RoundTypes.round), "the one in draft or voting; null where there is none"),
          .field(
            "awaiting", .list(of: .object(RoundTypes.awaitingSession)), "the selected and watched ones, newest first"),
        ])
    ) { (parameters, caller) throws(WireError) in
      ActiveRoundQuery(id: try caller.household(parameters))
    },
    .query(
      "sessions.list", "Lists the household's sessions, newest first.",
      takes: [PageParameters.limit, PageParameters.cursor, HouseholdParameters.household],
      gives: ObjectType(
        "SessionPage", "Some sessions.",
        [
          .field("sessions", .list(of: .object(RoundTypes.session)), "newest first"),
          PageParameters.nextCursor,
        ])
    ) { (parameters, caller) throws(WireError) in
      SessionsQuery(
        id: try caller.household(parameters), limit: try parameters[PageParameters.limit],
        cursor: try parameters[PageParameters.cursor])
    },
  ]

  /// A look at one round, as it is or as it was.
  private static func roundQuery(_ name: String, _ summary: String, _ view: RoundView, _ type: ObjectType) -> Method {
    .query(
      name, summary, takes: [RoundParameters.round, RoundParameters.household, RoundParameters.asOf], gives: type,
      refuses: [.unknownRound]
    ) { (parameters, caller) throws(WireError) in
      let round = try parameters[RoundParameters.round]
      let scope = try caller.roundScope(parameters)
      guard let moment = try parameters[RoundParameters.asOf] else {
        return RoundQuery(id: round, view: view, scope: scope)
      }
      return PastRoundQuery(id: round, view: view, scope: scope, moment: moment)
    }
  }
}

extension Caller {
  fileprivate func roundScope(_ parameters: Parameters) throws(WireError) -> RoundScope {
    guard identity == .administrator else { return RoundScope(household: try household(parameters)) }
    return RoundScope(household: try parameters[RoundParameters.household])
  }
}
