import Domain
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Rounds from the pick to the last rating, and acting for managed members.
@Suite struct WatchingTests {
  private let attendees =
    [(Cast.creator, nil), (Cast.starter, nil), (Cast.ann, nil), (Cast.ann, Cast.child)] as [(MemberID, MemberID?)]

  @Test func lastRatingCompletesWatchedRound() {
    var night = Night.at(.watched)
    for (sender, child) in attendees.dropLast() {
      #expect(night.send(.rate(.liked), by: sender, as: child).types == ["RatingGiven"])
    }
    #expect(night.send(.rate(.didNotLike), by: Cast.ann).types == ["RatingGiven"], "a rating can be replaced")
    #expect(night.send(.rate(.didNotLike), by: Cast.ann).types == [], "the same again changes nothing")
    #expect(
      night.send(.rate(.loved), by: Cast.ann, as: Cast.child).types == ["RatingGiven", "RoundRated", "RoundFinished"])
    #expect(night.round().ratings.count == 4 && night.round().ratings[Cast.ann] == .didNotLike)
    #expect(night.send(.rate(.loved), by: Cast.creator).refusal?.name == "409 wrong_state")
  }

  @Test func fullyRatedRoundIsRatedOnceWatched() {
    var night = Night.at(.selected)
    for (sender, child) in attendees { night.send(.rate(.liked), by: sender, as: child) }
    #expect(night.round().stage == .selected)
    let outcome = night.send(.markWatched, by: Cast.outsider)
    #expect(outcome.types?.sorted() == ["MovieWatched", "RoundFinished", "RoundRated", "RoundWatched"])
    #expect(night.round().stage == .rated && night.library.watched == [1: .inRound])
  }

  @Test func closingRatingsEndsRoundWithMissingRatings() {
    var night = Night.at(.watched)
    night.send(.rate(.loved), by: Cast.ann)
    #expect(night.send(.closeRatings, by: Cast.creator).types == ["RoundRated", "RoundFinished"])
    #expect(night.round().ratings == [Cast.ann: .loved])
  }

  @Test func discardedSelectedRoundKeepsItsPick() {
    var night = Night.at(.selected)
    #expect(
      night.send(.discard, by: Cast.creator).types == ["RoundExpired", "RoundFinished"], "it was not active any more")
    #expect(night.round().stage == .expired && night.round().pick == 1)
    #expect(night.library.watched.isEmpty)
  }

  @Test(arguments: [Stage.draft, .open, .closed])
  func discardClearsActiveRound(stage: Stage) {
    var night = Night.at(stage)
    #expect(night.household.activeRound == Cast.round(1))
    #expect(night.send(.discard, by: Cast.starter).types == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
    #expect(night.household.activeRound == nil)
  }

  @Test func pickClearsActiveRound() {
    var night = Night.at(.open)
    #expect(night.send(.pick(2), by: Cast.creator).types == ["MoviePicked", "ActiveRoundEnded"])
    #expect(night.household.activeRound == nil)
  }

  // MARK: Acting for managed members

  /// The child started the round, so the starter's rights belong to the child and not to its parent.
  @Test func parentActingForChildHasChildsRights() {
    var night = Night()
    func send(_ command: RoundCommand, as child: MemberID? = Cast.child) -> String? {
      night.send(command, by: Cast.ann, as: child).refusal?.name
    }
    #expect(send(.start(StartRound(movies: Cast.movies(1...2)))) == nil)
    #expect(night.round().startedBy == Cast.child)
    #expect(send(.suggest(Cast.movies(3...4), allowWatched: false)) == nil)
    #expect(send(.unsuggest(4)) == nil)
    #expect(send(.setAttendees(.fixed([Cast.ann, Cast.child]))) == nil)
    #expect(send(.overrideCeiling(.r)) == "403 cannot_act_as")
    #expect(send(.openVoting, as: nil) == "403 starter_or_creator_only")
    #expect(send(.openVoting) == nil)
    #expect(send(.discard, as: nil) == "403 starter_or_creator_only")
    #expect(send(.pick(1)) == "403 cannot_act_as")
    #expect(send(.discard) == nil)
    #expect(night.round().stage == .expired)
  }

  @Test func actingForOtherMembersIsRefused() {
    var night = Night.at(.open)
    func refusal(_ sender: MemberID, as actingAs: MemberID) -> String? {
      night.send(.vote(2, .up), by: sender, as: actingAs).refusal?.name
    }
    #expect(refusal(Cast.creator, as: Cast.child) == "403 cannot_act_as", "not its parent")
    #expect(refusal(Cast.creator, as: Cast.ann) == "403 cannot_act_as", "not managed")
    #expect(refusal(Cast.creator, as: Cast.nonMember) == "403 cannot_act_as", "not a member")
    #expect(refusal(Cast.child, as: Cast.child) == "401 not_authenticated", "managed members send nothing")
    #expect(refusal(Cast.nonMember, as: Cast.child) == "401 not_authenticated")
    #expect(refusal(Cast.ann, as: Cast.ann) == nil, "acting for oneself is acting")
  }

  @Test func creatorRightsDoNotPassToChild() {
    var night = Night()
    let start = RoundCommand.start(StartRound(movies: [Cast.movie(11)], ceilingOverride: .r))
    #expect(night.send(start, by: Cast.creator, as: Cast.baby).refusal?.name == "403 creator_only")
  }
}
