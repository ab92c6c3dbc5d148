import Domain
import Primitives
import Projections

extension JSONWriter {
  /// The ranking by votes (`docs/protocol.md`, `rounds.results`).
  mutating func results(of round: RoundDetails, _ directory: HouseholdDirectory) {
    let results = round.results
    object { json in
      json.field("round_id", round.id)
      json.field("status", round.status.rawValue)
      json.key("clear_winner")
      if let winner = results.clearWinner?.movie {
        json.object {
          $0.field("tmdb_movie_id", winner.tmdbMovieID)
          $0.field("title", winner.title)
          $0.field("poster_path", winner.posterPath)
        }
      } else {
        json.null()
      }
      json.key("results")
      json.array(results.ranked) { $0.ranked($1, directory) }
    }
  }

  private mutating func ranked(_ ranked: RoundResults.Ranked, _ directory: HouseholdDirectory) {
    let movie = ranked.suggestion.movie
    object { json in
      json.field("rank", ranked.rank)
      json.field("tied", ranked.isTied)
      json.field("tmdb_movie_id", movie.tmdbMovieID)
      json.field("title", movie.title)
      json.field("poster_path", movie.posterPath)
      json.field("source", ranked.suggestion.source.rawValue)
      json.tally(of: ranked.suggestion, directory)
    }
  }
}
