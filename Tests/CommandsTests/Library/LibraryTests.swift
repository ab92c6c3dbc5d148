import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// The watchlist, and movies marked as watched.
@Suite struct LibraryTests {
  private let day = Timestamp.secondsPerDay

  private func listed(_ night: Night) -> [MovieID] { night.library.watchlist.map(\.movie.tmdbMovieID) }

  // MARK: The watchlist

  @Test func addingListedMovieIsRefused() {
    var night = Night()
    let add = LibraryCommand.addToWatchlist(Cast.movie(1))
    #expect(
      night.send(add, by: .member(Cast.ann)).events == [
        .library(.movieAddedToWatchlist(MovieAddedToWatchlist(movie: Cast.movie(1), addedBy: Cast.ann)))
      ])
    let again = night.send(add, by: .member(Cast.starter))
    #expect(again.refused == "409 already_on_watchlist" && again.refusal?.data == [.movies([1])])
  }

  @Test func fiftyFirstWatchlistMovieIsRefused() {
    var night = Night()
    for number in 101...150 {
      #expect(night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann)).refused == nil)
    }
    let full = night.send(.addToWatchlist(Cast.movie(151)), by: .member(Cast.ann))
    #expect(full.refused == "422 watchlist_full" && full.refusal?.data == [.limit(50)])
    night.send(.removeFromWatchlist(101), by: .member(Cast.ann))
    #expect(night.send(.addToWatchlist(Cast.movie(151)), by: .member(Cast.ann)).refused == nil)
  }

  @Test func addingWatchedMovieIsRefused() {
    var night = Night.at(.watched)
    night.send(.markWatched(Cast.movie(20)), by: .member(Cast.ann))
    for number in [1, 20] {
      let refused = night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann))
      #expect(refused.refused == "409 already_watched" && refused.refusal?.data == [.movies([number])])
    }
  }

  @Test func onlyAdderOrCreatorRemovesFromWatchlist() {
    var night = Night()
    for number in 1...3 { night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann)) }
    #expect(
      night.send(.removeFromWatchlist(1), by: .member(Cast.starter)).refused == "403 adder_or_creator_only")
    #expect(night.send(.removeFromWatchlist(1), by: .member(Cast.ann)).types == ["MovieRemovedFromWatchlist"])
    #expect(night.send(.removeFromWatchlist(2), by: .member(Cast.creator)).refused == nil)
    let gone = night.send(.removeFromWatchlist(1), by: .member(Cast.ann))
    #expect(gone.refused == "404 not_on_watchlist" && gone.refusal?.data == [.movies([1])])
    #expect(listed(night) == [3])
  }

  @Test func entryOfDepartedMemberStaysListed() {
    var night = Night()
    night.send(.addToWatchlist(Cast.movie(1)), by: .member(Cast.ann))
    night.send(.leave, by: .member(Cast.ann))
    #expect(listed(night) == [1])
    #expect(night.send(.removeFromWatchlist(1), by: .member(Cast.creator)).refused == nil)
  }

  @Test func parentAddsAndMarksForChild() {
    var night = Night()
    let child = Sender.member(Cast.ann, actingAs: Cast.child)
    night.send(.addToWatchlist(Cast.movie(1)), by: child)
    night.send(.markWatched(Cast.movie(2)), by: child)
    #expect(night.library.watchlist.map(\.addedBy) == [Cast.child])
    #expect(night.library.watched[2] == .direct(by: Cast.child, undo: .init(markedAt: Cast.evening, entry: nil)))
    #expect(night.send(.removeFromWatchlist(1), by: .member(Cast.ann)).refused == "403 adder_or_creator_only")
    #expect(night.send(.unmarkWatched(2), by: .member(Cast.ann)).refused == "403 marker_or_creator_only")
    #expect(night.send(.removeFromWatchlist(1), by: child).refused == nil)
    #expect(night.send(.unmarkWatched(2), by: child).refused == nil)
    #expect(night.library.watchlist.isEmpty && night.library.watched.isEmpty)
  }

  @Test func rightToChildsEntriesPassesToNewParent() {
    var night = Night()
    for number in 1...2 { night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann, actingAs: Cast.child)) }
    let creator = Sender.member(Cast.creator, actingAs: Cast.child)
    #expect(night.send(.removeFromWatchlist(1), by: creator).refused == "403 cannot_act_as")
    night.send(.leave, by: .member(Cast.ann))
    #expect(night.send(.removeFromWatchlist(1), by: creator).types == ["MovieRemovedFromWatchlist"])
    let other = Sender.member(Cast.starter, actingAs: Cast.child)
    #expect(night.send(.removeFromWatchlist(2), by: other).refused == "403 cannot_act_as")
    #expect(listed(night) == [2])
  }

  @Test func childCannotUndoActionsOfParent() {
    var night = Night()
    let child = Sender.member(Cast.ann, actingAs: Cast.child)
    night.send(.addToWatchlist(Cast.movie(1)), by: .member(Cast.ann))
    night.send(.markWatched(Cast.movie(2)), by: .member(Cast.ann))
    #expect(night.send(.removeFromWatchlist(1), by: child).refused == "403 adder_or_creator_only")
    #expect(night.send(.unmarkWatched(2), by: child).refused == "403 marker_or_creator_only")
  }

  // MARK: Watched

  @Test func watchedMovieLeavesWatchlist() {
    var night = Night.at(.selected)
    for number in [1, 20, 21] { night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann)) }
    night.send(.markWatched(Cast.movie(20)), by: .member(Cast.starter))
    #expect(listed(night) == [1, 21])
    night.send(.markWatched, by: Cast.starter)
    #expect(listed(night) == [21])
  }

  @Test func markingWatchedMovieAgainIsRefused() {
    var night = Night.at(.watched)
    night.send(.markWatched(Cast.movie(20)), by: .member(Cast.ann))
    for number in [1, 20] {
      let refused = night.send(.markWatched(Cast.movie(number)), by: .member(Cast.starter))
      #expect(refused.refused == "409 already_watched" && refused.refusal?.data == [.movies([number])])
    }
  }

  @Test func markingPickMarksSelectedRoundWatched() {
    var night = Night.at(.selected)
    let types = night.send(.markWatched(Cast.movie(1)), by: .member(Cast.outsider)).types
    #expect(types?.sorted() == ["MovieWatched", "RoundWatched"])
    #expect(night.round().stage == .watched && night.library.watched == [1: .inRound])
    #expect(night.send(.unmarkWatched(1), by: .member(Cast.outsider)).refused == "422 watched_in_round")
    #expect(night.send(.unmarkWatched(1), by: .member(Cast.creator)).refused == "422 watched_in_round")
  }

  @Test func markingPickCompletesFullyRatedRound() {
    var night = Night.at(.selected)
    for member in [Cast.creator, Cast.starter, Cast.ann] { night.send(.rate(.liked), by: member) }
    night.send(.rate(.liked), by: Cast.ann, as: Cast.child)
    night.send(.markWatched(Cast.movie(1)), by: .member(Cast.ann))
    #expect(night.round().stage == .rated && night.household.awaitedRounds.isEmpty)
  }

  @Test func markedMovieStaysInOpenRound() {
    var night = Night.at(.open)
    let round = night.round()
    #expect(night.send(.markWatched(Cast.movie(1)), by: .member(Cast.ann)).types == ["MovieMarkedWatched"])
    #expect(night.round() == round && night.library.hasWatched(1))
    #expect(night.send(.vote(1, .down), by: Cast.starter).refusal == nil)
  }

  @Test func roundWatchingOverridesEarlierMark() {
    var night = Night.at(.open)
    night.send(.markWatched(Cast.movie(1)), by: .member(Cast.ann))
    night.send(.pick(1), by: Cast.creator)
    #expect(night.send(.markWatched, by: Cast.starter).refusal == nil)
    #expect(night.library.watched == [1: .inRound])
    #expect(night.send(.unmarkWatched(1), by: .member(Cast.ann)).refused == "422 watched_in_round")
  }

  // MARK: Undoing

  @Test func onlyMarkerOrCreatorUndoesMark() {
    for sender in [Cast.ann, Cast.creator] {
      var night = Night()
      night.send(.markWatched(Cast.movie(1)), by: .member(Cast.ann))
      #expect(night.send(.unmarkWatched(1), by: .member(Cast.starter)).refused == "403 marker_or_creator_only")
      #expect(night.send(.unmarkWatched(1), by: .member(sender)).types == ["MovieUnmarkedWatched"])
      #expect(night.library.watched.isEmpty)
      let again = night.send(.unmarkWatched(1), by: .member(sender))
      #expect(again.refused == "404 not_watched" && again.refusal?.data == [.movies([1])])
    }
  }

  @Test func undoAfterExactlyOneDayIsRefused() {
    var night = Night()
    night.send(.markWatched(Cast.movie(1)), by: .member(Cast.ann))
    var late = night
    late.wait(until: Cast.evening.advanced(bySeconds: day))
    #expect(late.send(.unmarkWatched(1), by: .member(Cast.ann)).refused == "409 too_late")
    #expect(late.send(.unmarkWatched(1), by: .member(Cast.creator)).refused == "409 too_late")
    night.wait(until: Timestamp(microseconds: Cast.evening.advanced(bySeconds: day).microseconds - 1))
    #expect(night.send(.unmarkWatched(1), by: .member(Cast.ann)).refused == nil)
  }

  @Test func undoRestoresWatchlistEntryInPlace() {
    var night = Night()
    for number in 1...3 {
      night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.starter))
      night.wait(until: night.now.advanced(bySeconds: 60))
    }
    let before = night.library.watchlist
    night.send(.markWatched(Cast.movie(2)), by: .member(Cast.ann))
    #expect(listed(night) == [1, 3])
    night.send(.unmarkWatched(2), by: .member(Cast.ann))
    #expect(night.library.watchlist == before, "with who added it, and when")
    night.send(.markWatched(Cast.movie(9)), by: .member(Cast.ann))
    night.send(.unmarkWatched(9), by: .member(Cast.ann))
    #expect(night.library.watchlist == before, "what was not there is not put there")
  }

  @Test func undoWithFullWatchlistIsRefused() {
    var night = Night()
    for number in 101...150 { night.send(.addToWatchlist(Cast.movie(number)), by: .member(Cast.ann)) }
    night.send(.markWatched(Cast.movie(101)), by: .member(Cast.ann))
    night.send(.addToWatchlist(Cast.movie(151)), by: .member(Cast.ann))
    #expect(night.send(.unmarkWatched(101), by: .member(Cast.ann)).refused == "422 watchlist_full")
    night.send(.removeFromWatchlist(151), by: .member(Cast.ann))
    #expect(night.send(.unmarkWatched(101), by: .member(Cast.ann)).refused == nil)
    #expect(night.library.watchlist.count == 50)
  }
}
