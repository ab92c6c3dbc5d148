import ProtocolSchema

extension Method {
  static let sessionMethods: [Method] = [
    .roundQuery("rounds.get", "Returns a round with its votes.", .breakdown),
    .roundQuery("rounds.results", "Ranks a round's movies by their votes.", .ranking),
    .roundQuery(
      "rounds.ratings", "Returns the attendees' ratings, in every status of the round.", .ratings),
    .query(
      "rounds.active", "Returns the round in draft or voting, and the sessions to watch or rate.",
      takes: [HouseholdParameters.household]
    ) { (parameters, caller) throws(Refusal) in
      ActiveRoundQuery(id: try caller.household(parameters))
    },
    .page("sessions.list", "Lists the household's sessions, newest first.") {
      SessionsQuery(id: $0, limit: $1, cursor: $2)
    },
  ]

  /// Declares a query of a round, as it is now or as it was at a moment.
  private static func roundQuery(_ name: String, _ summary: String, _ part: RoundPart) -> Method {
    .query(
      name, summary, takes: [RoundParameters.round, RoundParameters.household, RoundParameters.asOf],
      gives: part.result.type, refuses: [.unknownRound]
    ) { (parameters, caller) throws(Refusal) in
      let id = try parameters[RoundParameters.round]
      let mayLeaveOut = caller.identity == .administrator
      let household = try mayLeaveOut ? parameters[RoundParameters.household] : caller.household(parameters)
      return RoundQuery(id: id, household: household, moment: try parameters[RoundParameters.asOf], part: part)
    }
  }
}
