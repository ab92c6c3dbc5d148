import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Movies found by the algorithm that a round starts with.
@Suite struct FoundMoviesTests {
  private func found(_ numbers: some Sequence<Int>) -> [ScoredMovie] {
    numbers.map { number in
      ScoredMovie(
        movie: Cast.movie(number), merit: SuggestionMerit(score: Double(number) / 100, reason: "Popular right now."))
    }
  }

  private func algorithmMovies(_ night: Night) -> [MovieID] {
    night.round().movies.filter { $0.source == .algorithm }.map(\.movie.tmdbMovieID)
  }

  @Test func foundMoviesFollowSuggestedAndPromotedOnes() {
    var night = Night()
    night.send(.addToWatchlist(Cast.movie(21)), by: .member(Cast.ann))
    let start = StartRound(
      movies: [Cast.movie(1)], promotion: Promotion(), found: found([31, 30]), opensVoting: true)
    let decision = night.send(.start(start), by: Cast.ann)
    #expect(decision.refusal == nil)
    #expect(night.round().movies.map(\.movie.tmdbMovieID) == [1, 21, 31, 30])
    #expect(night.round().movies.map(\.source) == [.member, .watchlist, .algorithm, .algorithm])
    var merits: [SuggestionMerit?] = []
    for entry in night.log {
      if case .movieSuggested(let suggested)? = entry.event.domainEvent as? RoundEvent {
        merits.append(suggested.merit)
      }
    }
    let expected: [SuggestionMerit?] = [nil, nil] + found([31, 30]).map { $0.merit }
    #expect(merits == expected)
  }

  @Test func ineligibleFoundMoviesAreSkipped() {
    var night = Night()
    night.send(.markWatched(Cast.movie(32)), by: .member(Cast.ann))
    // Movie 11 is rated R, and 13 is unrated. Movie 1 is in the round, 31 appears twice, and 32 was watched.
    let start = StartRound(movies: [Cast.movie(1)], found: found([1, 11, 13, 31, 32, 31, 33]), allowWatched: true)
    #expect(night.send(.start(start), by: Cast.ann).refusal == nil)
    #expect(algorithmMovies(night) == [31, 33])
  }

  @Test func foundMoviesFillRoundUpToTwelve() {
    var night = Night()
    let start = StartRound(movies: Cast.movies(15...24), found: found(30...37))
    #expect(night.send(.start(start), by: Cast.ann).refusal == nil)
    #expect(night.round().movies.count == 12 && algorithmMovies(night) == [30, 31])
  }
}
