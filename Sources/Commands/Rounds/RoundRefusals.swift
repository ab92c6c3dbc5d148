import Domain
import MovieNightPrimitives

extension Refusal {
  /// Of an import alone.
  public static let roundOfAnotherHousehold = Refusal(
    .conflict, "round_of_another_household", "Another household has a round with this id.")
  public static let unknownRound = Refusal(.unknown, "unknown_round", "There is no such round.")
  static func activeRoundExists(_ id: RoundID) -> Refusal {
    Refusal(
      .conflict, "active_round_exists", "Another round is in draft or voting. Finish it, or replace it.", .roundID(id))
  }
  static func wrongState(_ status: RoundStatus) -> Refusal {
    Refusal(.conflict, "wrong_state", "This cannot be done: the round is \(status.rawValue).", .status(status))
  }
  static let votingClosed = Refusal(
    .conflict, "voting_closed", "Voting is closed: the creator picks now.", .status(.voting))
  static let starterOrCreatorOnly = Refusal(
    .notAllowed, "starter_or_creator_only", "Only who started the round or the creator can do this.")
  static let proposerOrCreatorOnly = Refusal(
    .notAllowed, "proposer_or_creator_only", "Only who proposed the movie or the creator can withdraw it.")
  static let notAnAttendee = Refusal(.notAllowed, "not_an_attendee", "You do not take part in this round.")
  public static func notMembers(_ ids: [MemberID]) -> Refusal {
    Refusal(.againstRule, "not_members", "Not all of the attendees are members of the household.", .members(ids))
  }
  static let tooFewAttendees = Refusal(
    .againstRule, "too_few_attendees", "A round needs at least \(RoundLimits.attendeesAtLeast) attendees.",
    .limit(RoundLimits.attendeesAtLeast))
  static func alreadyInRound(_ movie: Movie) -> Refusal {
    Refusal(.conflict, "already_in_round", "\(movie.title) is in the round already.", .movies([movie.tmdbMovieID]))
  }
  static let roundFull = Refusal(
    .againstRule, "round_full", "A round has at most \(RoundLimits.movies) movies.", .limit(RoundLimits.movies))
  static func alreadyWatched(_ movie: Movie) -> Refusal {
    Refusal(
      .againstRule, "already_watched", "The household has watched \(movie.title). Send allow_watched to have it again.",
      .movies([movie.tmdbMovieID]))
  }
  static func overCeiling(_ movie: Movie, ceiling: ContentRating) -> Refusal {
    let rated = movie.contentRating.map { "rated \($0)" } ?? "without a rating"
    return Refusal(
      .againstRule, "over_ceiling",
      "\(movie.title) is \(rated), and this round goes up to \(ceiling.rawValue). The creator can override it.",
      .movies([movie.tmdbMovieID]))
  }
  static let tooFewSuggestions = Refusal(
    .againstRule, "too_few_suggestions", "Voting needs at least \(RoundLimits.suggestionsToOpen) movies.",
    .limit(RoundLimits.suggestionsToOpen))
  static let memberProposalLimit = Refusal(
    .againstRule, "member_proposal_limit", "A member proposes at most \(RoundLimits.proposalsAMember) movies a round.",
    .limit(RoundLimits.proposalsAMember))
  static let roundProposalLimit = Refusal(
    .againstRule, "round_proposal_limit", "A round takes at most \(RoundLimits.proposals) proposals.",
    .limit(RoundLimits.proposals))
  static func proposalHasVotes(_ count: Int) -> Refusal {
    Refusal(
      .conflict, "proposal_has_votes",
      "The proposal has \(count) \(count == 1 ? "vote" : "votes"), which would go with it. Send confirm to withdraw it.",
      .votes(count))
  }
  static let notAProposal = Refusal(.againstRule, "not_a_proposal", "The movie was not proposed while voting was open.")
  static func notInRound(_ id: MovieID) -> Refusal {
    Refusal(.againstRule, "not_in_round", "The movie \(id) is not in this round.", .movies([id]))
  }
  static let noVote = Refusal(.conflict, "no_vote", "You have no vote on this movie.")
  static let nothingVoted = Refusal(.againstRule, "nothing_voted", "Vote on a movie first.")
}
