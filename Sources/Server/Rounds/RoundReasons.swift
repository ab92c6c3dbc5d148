import Domain
import WireProtocol

extension Reason {
  private static let movies = WireField.field("tmdb_movie_ids", .list(of: .integer()), "which movies")
  private static let status = WireField.field("status", RoundStatus.resultType, "how far the round is")

  // MARK: Of who does it

  static let starterOrCreatorOnly = Reason(
    403, "starter_or_creator_only", "only who started the round, or the creator")
  static let proposerOrCreatorOnly = Reason(
    403, "proposer_or_creator_only", "only who proposed the movie, or the creator")
  static let notAnAttendee = Reason(403, "not_an_attendee", "you do not take part in this round")

  // MARK: Of the round

  package static let unknownRound = Reason(404, "unknown_round", "no such round, or not yours to see")
  static let wrongState = Reason(409, "wrong_state", "the round is in a state where this cannot be done", [status])
  static let votingClosed = Reason(
    409, "voting_closed", "voting would have to be open, and is closed", [status])
  static let activeRoundExists = Reason(
    409, "active_round_exists", "another round of the household is in draft or voting",
    [.field("round_id", .id(of: "round"), "that round")])
  static let proposalHasVotes = Reason(
    409, "proposal_has_votes", "they would go with the proposal; send `confirm`",
    [.field("votes", .integer(), "how many it has")])
  static let noVote = Reason(409, "no_vote", "there is no vote to retract")
  static let roundOfAnotherHousehold = Reason(
    409, "round_of_another_household", "a round that would be imported is there, in another household")
  static let nothingVoted = Reason(422, "nothing_voted", "vote first")

  // MARK: Of its movies

  static let alreadyInRound = Reason(409, "already_in_round", "the movie is in the round", [movies])
  static let alreadySeen = Reason(
    422, "already_watched", "the household has seen it; send `allow_watched`", [movies])
  static let overCeiling = Reason(
    422, "over_ceiling", "the movie's rating is above the round's ceiling", [movies])
  static let notAProposal = Reason(422, "not_a_proposal", "the movie did not come as a proposal")
  static let notInRound = Reason(422, "not_in_round", "the movie is not in the round", [movies])

  // MARK: Of numbers

  static let notMembers = Reason(
    422, "not_members", "some attendees are no members",
    [.field("member_ids", .list(of: .id(of: "member")), "which of them")])
  static let tooFewAttendees = Reason(422, "too_few_attendees", "a round needs 2", [.limit])
  static let tooFewSuggestions = Reason(422, "too_few_suggestions", "voting needs 2 movies", [.limit])
  static let tooFewPreferences = Reason(
    422, "too_few_preferences", "to find movies for them, 2 of the attendees must have set what they like", [.limit])
  static let roundFull = Reason(422, "round_full", "a round has at most 12 movies", [.limit])
  static let memberProposalLimit = Reason(
    422, "member_proposal_limit", "a member proposes at most 2 movies a round", [.limit])
  static let roundProposalLimit = Reason(
    422, "round_proposal_limit", "a round takes at most 4 proposals", [.limit])

  /// Of every command on a round that is there.
  static let ofRoundCommands: [Reason] = [unknownRound, wrongState]
}
