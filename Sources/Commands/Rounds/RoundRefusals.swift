import Domain
import ProtocolSchema

// MARK: - Of who does it

extension Refusal {
  package static let starterOrCreatorOnly = Refusal(
    403, "starter_or_creator_only", "only who started the round, or the creator",
    "Only who started the round or the creator can do this.")
  package static let proposerOrCreatorOnly = Refusal(
    403, "proposer_or_creator_only", "only who proposed the movie, or the creator",
    "Only who proposed the movie or the creator can withdraw it.")
  package static let notAnAttendee = Refusal(
    403, "not_an_attendee", "you do not take part in this round", "You do not take part in this round.")
}

// MARK: - Of the round

extension Refusal {
  package static let unknownRound = Refusal(
    404, "unknown_round", "no such round, or not yours to see", "There is no such round.")
  package static let wrongState = Refusal(
    409, "wrong_state", "the round is in a state where this cannot be done", "This cannot be done: the round is %.",
    .status)
  package static let votingClosed = Refusal(
    409, "voting_closed", "voting would have to be open, and is closed", "Voting is closed: the creator picks now.",
    .status(.voting))
  package static let activeRoundExists = Refusal(
    409, "active_round_exists", "another round of the household is in draft or voting",
    "Another round is in draft or voting. Finish it, or replace it.", .round)
  package static let proposalHasVotes = Refusal(
    409, "proposal_has_votes", "they would go with the proposal; send `confirm`",
    "The proposal has %, which would go with it. Send confirm to withdraw it.", .votes)
  package static let noVote = Refusal(
    409, "no_vote", "there is no vote to retract", "You have no vote on this movie.")
  package static let roundOfAnotherHousehold = Refusal(
    409, "round_of_another_household", "a round that would be imported is there, in another household",
    "Another household has a round with this id.")
  package static let nothingVoted = Refusal(422, "nothing_voted", "vote first", "Vote on a movie first.")
}

// MARK: - Of its movies

extension Refusal {
  package static let alreadyInRound = Refusal(
    409, "already_in_round", "the movie is in the round", "% is in the round already.", .movies)
  package static let alreadyWatched = Refusal(
    422, "already_watched", "the household has seen it; send `allow_watched`",
    "The household has watched %. Send allow_watched to have it again.", .movies)
  package static let overCeiling = Refusal(
    422, "over_ceiling", "the movie's rating is above the round's ceiling",
    "% is %, and this round goes up to %. The creator can override it.", .movies)
  package static let notAProposal = Refusal(
    422, "not_a_proposal", "the movie did not come as a proposal",
    "The movie was not proposed while voting was open.")
  package static let notInRound = Refusal(
    422, "not_in_round", "the movie is not in the round", "The movie % is not in this round.", .movies)
}

// MARK: - Of numbers

extension Refusal {
  package static let notMembers = Refusal(
    422, "not_members", "some attendees are no members",
    "Not all of the attendees are members of the household.", .members)
  package static let tooFewAttendees = Refusal(
    422, "too_few_attendees", "a round needs 2",
    "A round needs at least \(RoundLimits.attendeesAtLeast) attendees.", .limit(RoundLimits.attendeesAtLeast))
  package static let tooFewSuggestions = Refusal(
    422, "too_few_suggestions", "voting needs 2 movies",
    "Voting needs at least \(RoundLimits.suggestionsToOpen) movies.", .limit(RoundLimits.suggestionsToOpen))
  package static let roundFull = Refusal(
    422, "round_full", "a round has at most 12 movies", "A round has at most \(RoundLimits.movies) movies.",
    .limit(RoundLimits.movies))
  package static let memberProposalLimit = Refusal(
    422, "member_proposal_limit", "a member proposes at most 2 movies a round",
    "A member proposes at most \(RoundLimits.proposalsAMember) movies a round.", .limit(RoundLimits.proposalsAMember))
  package static let roundProposalLimit = Refusal(
    422, "round_proposal_limit", "a round takes at most 4 proposals",
    "A round takes at most \(RoundLimits.proposals) proposals.", .limit(RoundLimits.proposals))
}

extension RefusalData {
  package static let status = RefusalData(
    .field("status", .enumeration(EnumType("RoundStatus", of: RoundStatus.self)), "how far the round is"))
  package static let round = RefusalData(.field("round_id", .id(of: "round"), "that round"))
  package static let votes = RefusalData(.field("votes", .integer(), "how many it has"))
  package static let members = RefusalData(.field("member_ids", .list(of: .id(of: "member")), "which of them"))

  package func callAsFunction(_ status: RoundStatus) -> RefusalData { self(status.rawValue) }
}
