import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// The effects of commands while a round is voting. Permissions are tested elsewhere.
@Suite struct VotingTests {
  // MARK: Proposals

  @Test func thirdProposalOfMemberIsRefused() {
    var night = Night.at(.open)
    #expect(night.send(.propose(Cast.movie(4), allowWatched: false), by: Cast.ann).types == ["MovieProposed"])
    let third = night.send(.propose(Cast.movie(5), allowWatched: false), by: Cast.ann)
    #expect(third.refusal?.name == "422 member_proposal_limit" && third.refusal?.data == [.limit(2)])
    #expect(night.send(.propose(Cast.movie(5), allowWatched: false), by: Cast.ann, as: Cast.child).refusal == nil)
  }

  @Test func fifthProposalOfRoundIsRefused() {
    var night = Night.at(.open)
    night.send(.propose(Cast.movie(4), allowWatched: false), by: Cast.ann)
    night.send(.propose(Cast.movie(5), allowWatched: false), by: Cast.starter)
    night.send(.propose(Cast.movie(6), allowWatched: false), by: Cast.starter)
    let fifth = night.send(.propose(Cast.movie(7), allowWatched: false), by: Cast.creator)
    #expect(fifth.refusal?.name == "422 round_proposal_limit" && fifth.refusal?.data == [.limit(4)])
    // A withdrawal frees a slot for the round and for the member.
    night.send(.withdraw(4, confirm: false), by: Cast.ann)
    #expect(night.send(.propose(Cast.movie(7), allowWatched: false), by: Cast.ann).refusal == nil)
  }

  @Test func positionsOfRemovedMoviesAreNotReused() {
    var night = Night.at(.open)
    night.send(.withdraw(3, confirm: true), by: Cast.creator)
    night.send(.propose(Cast.movie(3), allowWatched: false), by: Cast.ann)
    #expect(night.round().movies.map(\.position) == [1, 2, 4])
    var draft = Night.at(.draft)
    draft.send(.unsuggest(2), by: Cast.starter)
    draft.send(.suggest([Cast.movie(2)], allowWatched: false), by: Cast.starter)
    #expect(draft.round().movies.map(\.position) == [1, 3])
  }

  @Test func withdrawingProposalWithVotesNeedsConfirmation() {
    var night = Night.at(.open)
    #expect(night.send(.withdraw(1, confirm: true), by: Cast.creator).refusal?.name == "422 not_a_proposal")
    night.send(.vote(3, .up), by: Cast.creator)
    night.send(.vote(3, .down), by: Cast.ann)
    let refused = night.send(.withdraw(3, confirm: false), by: Cast.ann)
    #expect(refused.refusal?.name == "409 proposal_has_votes" && refused.refusal?.data == [.votes(2)])
    #expect(night.send(.withdraw(3, confirm: true), by: Cast.ann).types == ["ProposalWithdrawn"])
    night.send(.propose(Cast.movie(3), allowWatched: false), by: Cast.ann)
    #expect(night.round().movies.last?.votes == [:])
  }

  // MARK: Votes

  @Test func laterVoteReplacesEarlierVote() {
    var night = Night.at(.open)
    #expect(night.send(.vote(1, .up), by: Cast.ann).types == [])
    #expect(night.send(.vote(1, .down), by: Cast.ann).types == ["VoteCast"])
    #expect(night.round().movies[0].votes[Cast.ann] == .down)
    #expect(night.send(.retract(1), by: Cast.ann).types == ["VoteRetracted"])
    #expect(night.send(.retract(1), by: Cast.ann).refusal?.name == "409 no_vote")
    #expect(night.round().movies[0].votes == [Cast.creator: .up, Cast.starter: .up, Cast.child: .down])
  }

  @Test func doneWithoutVoteIsRefused() {
    var night = Night.at(.open)
    night.send(.retract(1), by: Cast.ann)
    #expect(night.send(.doneVoting, by: Cast.ann).refusal?.name == "422 nothing_voted")
    night.send(.vote(2, .down), by: Cast.ann)
    #expect(night.send(.doneVoting, by: Cast.ann).types == ["VotingDone"])
    #expect(night.send(.doneVoting, by: Cast.ann).types == [])
  }

  @Test func doneLapsesWithLastVote() {
    var night = Night.at(.open)
    night.send(.vote(3, .up), by: Cast.ann)
    night.send(.doneVoting, by: Cast.ann)
    night.send(.retract(1), by: Cast.ann)
    #expect(night.round().done == [Cast.ann], "one vote is left")
    night.send(.withdraw(3, confirm: true), by: Cast.creator)
    #expect(night.round().done.isEmpty)
    night.send(.vote(2, .up), by: Cast.ann)
    #expect(night.round().done.isEmpty, "a new vote does not say done again")
  }

  @Test func votingClosesWhenLastAttendeeIsDone() {
    var night = Night.at(.open)
    night.send(.doneVoting, by: Cast.creator)
    night.send(.doneVoting, by: Cast.starter)
    night.send(.doneVoting, by: Cast.ann)
    #expect(night.round().stage == .open)
    #expect(night.send(.doneVoting, by: Cast.ann, as: Cast.child).types == ["VotingDone", "VotingClosed"])
    #expect(night.round().stage == .closed)
    #expect(night.send(.vote(2, .up), by: Cast.ann).refusal?.name == "409 voting_closed")
  }

  @Test func votingClosesWhenLastUnfinishedAttendeeIsDropped() {
    var night = Night.at(.open)
    night.send(.doneVoting, by: Cast.creator)
    night.send(.doneVoting, by: Cast.ann)
    let drop = RoundCommand.setAttendees(.fixed([Cast.ann, Cast.creator]))
    #expect(night.send(drop, by: Cast.starter).types == ["AttendeesSet", "VotingClosed"])
    #expect(night.round().movies[0].votes == [Cast.creator: .up, Cast.ann: .up], "the votes of the dropped are gone")
  }

  @Test func returningAttendeeHasNeitherVotesNorDone() {
    var night = Night.at(.open)
    night.send(.doneVoting, by: Cast.ann)
    night.send(.setAttendees(.fixed([Cast.creator, Cast.starter])), by: Cast.creator)
    night.send(.setAttendees(.everyone), by: Cast.creator)
    #expect(night.round().done.isEmpty && night.round().movies[0].votes[Cast.ann] == nil)
    #expect(night.send(.setAttendees(.everyone), by: Cast.creator).types == [], "the same again changes nothing")
  }

  // MARK: Rounds for everyone

  @Test func roundForEveryoneIncludesNewcomersUntilVotingCloses() {
    var night = Night(members: [Cast.creator, Cast.ann])
    night.send(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true)), by: Cast.ann)
    night.send(.vote(1, .up), by: Cast.creator)
    night.send(.doneVoting, by: Cast.creator)
    night.join(Cast.child, parent: Cast.ann)
    night.send(.vote(1, .up), by: Cast.ann)
    #expect(night.send(.doneVoting, by: Cast.ann).types == ["VotingDone"], "the newcomer is waited for")
    night.send(.vote(2, .up), by: Cast.ann, as: Cast.child)
    night.send(.doneVoting, by: Cast.ann, as: Cast.child)
    let all = [Cast.creator, Cast.ann, Cast.child]
    #expect(night.round().stage == .closed && night.round().attendees == .fixed(all))
    night.join(Cast.baby, parent: Cast.creator)
    #expect(night.round().attendees == .fixed(all))
    night.send(.pick(1), by: Cast.creator)
    let late = night.send(.rate(.loved), by: Cast.creator, as: Cast.baby)
    #expect(late.refusal?.name == "403 not_an_attendee")
  }

  @Test(arguments: [RoundCommand.pick(1), .closeVoting, .discard])
  func endOfVotingFixesAttendees(command: RoundCommand) {
    var night = Night(members: [Cast.creator, Cast.ann])
    night.send(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true)), by: Cast.ann)
    #expect(night.round().attendees == .everyone)
    night.send(command, by: Cast.creator)
    #expect(night.round().attendees == .fixed([Cast.creator, Cast.ann]))
  }
}
