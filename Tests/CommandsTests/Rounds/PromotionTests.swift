import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Promotion of watchlist movies into a round, and how it counts against proposals.
@Suite struct PromotionTests {
  private func night(listing numbers: [Int]) -> Night {
    var night = Night()
    for number in numbers { night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann)) }
    return night
  }

  private func promotedMovies(_ night: Night) -> [MovieID] {
    night.round().movies.filter { $0.source == .watchlist }.map(\.movie.tmdbMovieID)
  }

  @Test func promotionAddsFourNewestWatchlistMovies() {
    var night = night(listing: [21, 22, 23, 24, 25])
    night.send(.start(StartRound(movies: [Cast.movie(1)], promotion: Promotion())), by: Cast.ann)
    #expect(night.round().movies.map(\.movie.tmdbMovieID) == [1, 25, 24, 23, 22])
    #expect(night.round().movies.map(\.position) == [1, 2, 3, 4, 5])
    #expect(promotedMovies(night) == [25, 24, 23, 22] && night.library.watchlist.count == 5)
  }

  @Test func roundWithoutPromotionIgnoresWatchlist() {
    var night = night(listing: [21, 22])
    night.send(.start(StartRound(movies: [Cast.movie(1)])), by: Cast.ann)
    night.send(.suggest([Cast.movie(2)], allowWatched: false), by: Cast.ann)
    #expect(promotedMovies(night).isEmpty)
  }

  @Test func promotionSkipsIneligibleMovies() {
    // Movie 11 is rated R, and 13 is unrated. Movie 22 is in the round, 23 is excluded, and 25 was watched.
    var night = night(listing: [20, 21, 22, 23, 24, 25, 11, 13])
    night.send(.markWatched(Cast.movie(25)), by: .member(Cast.ann))
    let start = StartRound(
      movies: [Cast.movie(22)], promotion: Promotion(excluding: [23, 77]), allowWatched: true)
    #expect(night.send(.start(start), by: Cast.ann).refusal == nil)
    #expect(promotedMovies(night) == [24, 21, 20])
  }

  @Test func promotionWithoutEligibleMoviesIsAccepted() {
    var night = night(listing: [11])
    #expect(night.send(.start(StartRound(promotion: Promotion())), by: Cast.ann).refusal == nil)
    #expect(night.send(.suggest([], allowWatched: false, promotion: Promotion()), by: Cast.ann).types == [])
    #expect(night.round().movies.isEmpty)
  }

  @Test func draftHoldsAtMostFourPromotedMovies() {
    var night = night(listing: [21, 22])
    night.send(.start(StartRound(promotion: Promotion())), by: Cast.ann)
    for number in 23...26 { night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann)) }
    let more = RoundCommand.suggest([], allowWatched: false, promotion: Promotion())
    night.send(more, by: Cast.ann)
    #expect(promotedMovies(night) == [22, 21, 26, 25])
    #expect(night.send(more, by: Cast.ann).types == [])
    night.send(.unsuggest(22), by: Cast.ann)
    night.send(more, by: Cast.ann)
    #expect(promotedMovies(night) == [21, 26, 25, 24], "the newest that is not in it; positions are not given again")
    #expect(night.round().movies.last?.position == 5)
  }

  @Test func promotionFillsOnlyRemainingRoom() {
    var night = night(listing: [41, 42, 43, 44])
    let start = StartRound(movies: (21...31).map(Cast.movie), promotion: Promotion())
    #expect(night.send(.start(start), by: Cast.ann).refusal == nil)
    #expect(night.round().movies.count == 12 && promotedMovies(night) == [44])
  }

  @Test func promotedMoviesCountForOpeningVoting() {
    var night = night(listing: [21, 22])
    #expect(night.send(.start(StartRound(promotion: Promotion(), opensVoting: true)), by: Cast.ann).refusal == nil)
    #expect(night.round().stage == .open)
  }

  @Test func promotionOutsideDraftOrByOthersIsRefused() {
    var draft = Night.at(.draft)
    let promote = RoundCommand.suggest([], allowWatched: false, promotion: Promotion())
    #expect(draft.send(promote, by: Cast.ann).refusal?.name == "403 starter_or_creator_only")
    var open = Night.at(.open)
    #expect(open.send(promote, by: Cast.creator).refusal?.name == "409 wrong_state")
  }

  // MARK: Proposals

  @Test func promotionsCountAgainstRoundProposalLimit() {
    var night = night(listing: [21, 22, 23])
    night.send(.start(StartRound(promotion: Promotion(), opensVoting: true)), by: Cast.ann)
    #expect(night.send(.propose(Cast.movie(30), allowWatched: false), by: Cast.ann).refusal == nil)
    let fifth = night.send(.propose(Cast.movie(31), allowWatched: false), by: Cast.starter).refusal
    #expect(fifth?.name == "422 round_proposal_limit" && fifth?.data == [.limit(4)])
    let withdrawal = night.send(.withdraw(21, confirm: true), by: Cast.creator).refusal
    #expect(withdrawal?.name == "422 not_a_proposal")
    night.send(.withdraw(30, confirm: false), by: Cast.ann)
    #expect(night.send(.propose(Cast.movie(31), allowWatched: false), by: Cast.starter).refusal == nil, "a free slot")
  }

  @Test func proposalsOverMemberOrRoundLimitAreRefused() {
    var night = Night()
    night.send(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true)), by: Cast.ann)
    func propose(_ number: Int, _ member: MemberID, as child: MemberID? = nil) -> Refusal? {
      night.send(.propose(Cast.movie(number), allowWatched: false), by: member, as: child).refusal
    }
    #expect(propose(21, Cast.ann) == nil && propose(22, Cast.ann) == nil)
    #expect(propose(23, Cast.ann)?.name == "422 member_proposal_limit")
    #expect(propose(23, Cast.ann)?.data == [.limit(2)])
    #expect(propose(23, Cast.ann, as: Cast.child) == nil, "a child has its own two")
    #expect(propose(24, Cast.starter) == nil)
    #expect(propose(25, Cast.creator)?.name == "422 round_proposal_limit")
  }

  @Test func proposalWithVotesIsWithdrawnOnlyIfConfirmed() {
    var night = Night.at(.open)
    for member in [Cast.creator, Cast.starter] { night.send(.vote(3, .up), by: member) }
    let refused = night.send(.withdraw(3, confirm: false), by: Cast.ann).refusal
    #expect(refused?.name == "409 proposal_has_votes" && refused?.data == [.votes(2)])
    #expect(
      night.send(.withdraw(3, confirm: true), by: Cast.starter).refusal?.name == "403 proposer_or_creator_only")
    #expect(night.send(.withdraw(3, confirm: true), by: Cast.ann).types == ["ProposalWithdrawn"])
    #expect(night.send(.withdraw(1, confirm: true), by: Cast.creator).refusal?.name == "422 not_a_proposal")
  }
}
