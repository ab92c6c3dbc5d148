import Domain
import ProtocolSchema

// MARK: - Permission

extension Refusal {
  package static let starterOrCreatorOnly = Refusal(
    403, "starter_or_creator_only", "only the round's starter or the creator can do this",
    "Only the member who started the round or the creator can do this.")
  package static let proposerOrCreatorOnly = Refusal(
    403, "proposer_or_creator_only", "only the movie's proposer or the creator can do this",
    "Only the member who proposed the movie or the creator can withdraw it.")
  package static let notAnAttendee = Refusal(
    403, "not_an_attendee", "you are not an attendee of this round", "You are not an attendee of this round.",
    hint: "As long as it is open, its starter and the creator can change who takes part: movienight attendees NAME...")
}

// MARK: - Round

extension Refusal {
  package static let unknownRound = Refusal(
    404, "unknown_round", "there is no such round, or it belongs to another household", "There is no such round.")
  package static let wrongState = Refusal(
    409, "wrong_state", "not possible in the round's status", "Not possible: the round's status is %.",
    .status, hint: "See what you can do now: movienight tonight")
  package static let votingClosed = Refusal(
    409, "voting_closed", "voting is closed", "Voting is closed. The creator can pick a movie now.",
    .status(.voting),
    hint: "See the results: movienight results. The creator picks with: movienight pick MOVIE")
  package static let activeRoundExists = Refusal(
    409, "active_round_exists", "another round of the household is in draft or voting",
    "Another round is in draft or voting. Finish or replace it.", .round,
    hint: "See it with: movienight tonight. --replace discards it and starts this one.")
  package static let proposalHasVotes = Refusal(
    409, "proposal_has_votes", "the proposal has votes; send `confirm` to remove both",
    "The proposal has %, which would be removed with it.", .votes,
    hint: "To withdraw it with its votes, add --with-votes.")
  package static let noVote = Refusal(
    409, "no_vote", "there is no vote to retract", "You have no vote on this movie.")
  package static let roundOfAnotherHousehold = Refusal(
    409, "round_of_another_household", "another household has a round with this id",
    "Another household has a round with this id.")
  package static let nothingVoted = Refusal(
    422, "nothing_voted", "the member has not voted yet", "Vote on a movie first.",
    hint: "Vote with: movienight vote MOVIE up")
}

// MARK: - Movies

extension Refusal {
  package static let alreadyInRound = Refusal(
    409, "already_in_round", "the movie is already in the round", "% is already in the round.", .movies)
  package static let alreadyWatched = Refusal(
    422, "already_watched", "the household has watched the movie; send `allow_watched` to add it",
    "The household has already watched %. You can add it anyway.", .movies)
  package static let overCeiling = Refusal(
    422, "over_ceiling", "the round's ceiling excludes the movie",
    "% is %; this round's ceiling is %. The creator can override the ceiling.", .movies,
    hint: "The creator can raise the round's ceiling: movienight ceiling RATING")
  package static let notAProposal = Refusal(
    422, "not_a_proposal", "the movie was not proposed during voting",
    "The movie was not proposed during voting.")
  package static let notInRound = Refusal(
    422, "not_in_round", "the movie is not in the round", "The movie % is not in this round.", .movies)
}

// MARK: - Limits

extension Refusal {
  package static let notMembers = Refusal(
    422, "not_members", "some attendees are not members",
    "Some attendees are not members of the household.", .members)
  package static let tooFewAttendees = Refusal(
    422, "too_few_attendees", "a round needs at least 2 attendees",
    "A round needs at least \(RoundLimits.attendeesAtLeast) attendees.", .limit(RoundLimits.attendeesAtLeast),
    hint: "Name at least two people. To add some: movienight household invite, or household add-child NAME")
  package static let tooFewSuggestions = Refusal(
    422, "too_few_suggestions", "voting needs at least 2 movies",
    "Voting needs at least \(RoundLimits.suggestionsToOpen) movies.", .limit(RoundLimits.suggestionsToOpen),
    hint: "Add a movie with: movienight propose MOVIE. Or start with --draft, and open voting later.")
  package static let roundFull = Refusal(
    422, "round_full", "a round has at most 12 movies", "A round has at most \(RoundLimits.movies) movies.",
    .limit(RoundLimits.movies))
  package static let memberProposalLimit = Refusal(
    422, "member_proposal_limit", "a member can propose at most 2 movies per round",
    "A member can propose at most \(RoundLimits.proposalsPerMember) movies per round.",
    .limit(RoundLimits.proposalsPerMember), hint: "Take one back first: movienight withdraw MOVIE")
  package static let roundProposalLimit = Refusal(
    422, "round_proposal_limit", "a round can have at most 4 proposals",
    "A round can have at most \(RoundLimits.proposals) proposals.", .limit(RoundLimits.proposals),
    hint: "One must be taken back first: movienight withdraw MOVIE")
}

extension RefusalData {
  package static let status = RefusalData(
    .field("status", .enumeration(EnumType("RoundStatus", of: RoundStatus.self)), "the round's status"))
  package static let round = RefusalData(.field("round_id", .id(of: "round"), "the active round's id"))
  package static let votes = RefusalData(.field("votes", .integer(), "the number of votes"))
  package static let members = RefusalData(
    .field("member_ids", .list(of: .id(of: "member")), "the attendees who are not members"))

  package func callAsFunction(_ status: RoundStatus) -> RefusalData { self(status.rawValue) }
}
