import Domain
import MovieNightPrimitives
import Testing

@testable import Projections

@Suite struct RoundResultsTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The net scores and popularities of movies 1, 2, …
    let movies: [(net: Int, popularity: Double?)]
    /// The movies with their ranks, best first.
    let ranks: [(movie: MovieID, rank: Int, tied: Bool)]
    let winner: MovieID?
  }

  static let examples = [
    Example(
      testDescription: "net score decides", movies: [(0, 9), (2, 1), (-1, 99)],
      ranks: [(2, 1, false), (1, 2, false), (3, 3, false)], winner: 2),
    Example(
      testDescription: "popularity parts equal scores, and then nobody wins clearly",
      movies: [(1, 5), (1, 7), (0, nil)],
      ranks: [(2, 1, false), (1, 2, false), (3, 3, false)], winner: nil),
    Example(
      testDescription: "equal on both share the rank, the next one skips", movies: [(2, 5), (2, 5), (1, 50), (1, 50)],
      ranks: [(1, 1, true), (2, 1, true), (3, 3, true), (4, 3, true)], winner: nil),
    Example(
      testDescription: "no popularity is zero", movies: [(1, nil), (1, 0), (3, nil)],
      ranks: [(3, 1, false), (1, 2, true), (2, 2, true)], winner: 3),
    Example(
      testDescription: "without a vote there is no winner", movies: [(0, 1)], ranks: [(1, 1, false)], winner: nil),
    Example(
      testDescription: "the only movie voted down still has the highest score", movies: [(-2, 1)],
      ranks: [(1, 1, false)], winner: 1),
    Example(testDescription: "no movies", movies: [], ranks: [], winner: nil),
  ]

  @Test(arguments: examples) func ranksAndWinnerFollowScoreAndPopularity(_ example: Example) throws {
    let round: RoundDetails = try homeRound { recorder in
      recorder.inRound(RoundDrafted(startedBy: Home.tim, attendees: .everyone))
      for (index, movie) in example.movies.enumerated() {
        recorder.inRound(
          MovieSuggested(
            movie: Home.movie(index + 1, popularity: movie.popularity), position: index + 1, source: .member,
            suggestedBy: Home.tim))
        for voter in 0..<abs(movie.net) {
          recorder.vote(MemberID(high: 9, low: UInt64(voter)), index + 1, movie.net > 0 ? .up : .down)
        }
      }
    }
    let results = round.results
    #expect(results.ranked.map(\.suggestion.movie.tmdbMovieID) == example.ranks.map(\.movie))
    #expect(results.ranked.map(\.rank) == example.ranks.map(\.rank))
    #expect(results.ranked.map(\.isTied) == example.ranks.map(\.tied))
    #expect(results.clearWinner?.movie.tmdbMovieID == example.winner)
  }
}
