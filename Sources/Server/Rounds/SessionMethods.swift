import WireProtocol

extension Method {
  /// `docs/protocol/rounds.md`: the queries.
  static let sessionMethods: [Method] = [
    .roundQuery("rounds.get", "Shows a round with its vote breakdown.", RoundBreakdown.self),
    .roundQuery("rounds.results", "Ranks a round's movies by their votes.", RoundRanking.self),
    .roundQuery(
      "rounds.ratings", "Shows who thought what, in every state of the round.", RoundRatings.self),
    .query(
      "rounds.active", "Shows the round in draft or voting, and those that wait to be watched or rated.",
      takes: [HouseholdParameters.household]
    ) { (parameters, caller) throws(Refusal) in
      ActiveRoundQuery(id: try caller.household(parameters))
    },
    .query(
      "sessions.list", "Lists the household's sessions, newest first.",
      takes: [PageParameters.limit, PageParameters.cursor, HouseholdParameters.household]
    ) { (parameters, caller) throws(Refusal) in
      SessionsQuery(
        id: try caller.household(parameters), limit: try parameters[PageParameters.limit],
        cursor: try parameters[PageParameters.cursor])
    },
  ]

  /// A look at one round, as it is or as it was.
  private static func roundQuery<Part: RoundPart>(_ name: String, _ summary: String, _ part: Part.Type) -> Method {
    .query(
      name, summary, takes: [RoundParameters.round, RoundParameters.household, RoundParameters.asOf],
      refuses: [.unknownRound]
    ) { (parameters, caller) throws(Refusal) in
      RoundQuery<Part>(
        id: try parameters[RoundParameters.round], scope: try caller.roundScope(parameters),
        moment: try parameters[RoundParameters.asOf])
    }
  }
}

extension Caller {
  fileprivate func roundScope(_ parameters: Parameters) throws(Refusal) -> RoundScope {
    guard identity == .administrator else { return RoundScope(household: try household(parameters)) }
    return RoundScope(household: try parameters[RoundParameters.household])
  }
}
