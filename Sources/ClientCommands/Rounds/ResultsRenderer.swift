import Console
import MovieNightKit

/// Draws a round's movies, best first. Each has the number that commands take.
struct ResultsRenderer {
  let canvas: Canvas

  static func noWinner(of round: Round) -> String {
    let hasVotes = round.suggestions.contains { $0.votesUp + $0.votesDown > 0 }
    return "No movie leads: \(hasVotes ? "a tie" : "no votes yet")"
  }

  func lines(_ results: RoundResults, _ round: Round) -> [String] {
    let scores = results.results.map(\.netScore)
    let lines = results.results.compactMap { result in
      round.suggestions.first { $0.id == result.id }.map { line(result, $0, scores, $0.id == round.pickedMovieID) }
    }
    guard !lines.isEmpty else { return [canvas.styled("No movies yet", .faint)] }
    let outcome =
      round.pick.map { "The pick: \($0.title)." } ?? results.clearWinner.map { "\($0.title) leads." }
      ?? "\(Self.noWinner(of: round))."
    return [canvas.styled("Results", .strong)] + lines + ["", truncated(outcome, to: canvas.columns)]
  }

  /// Returns a line such as ` 1.  My Neighbor Totoro (1988)      ▲ 2  ▼ 0  no. 2`. Movies with the same votes share a
  /// place: the server's rank also depends on their popularity, which does not make a movie lead.
  private func line(_ result: RankedMovie, _ movie: Suggestion, _ scores: [Int], _ isPick: Bool) -> String {
    let rank = scores.count { $0 > result.netScore } + 1
    let isTied = scores.count { $0 == result.netScore } > 1
    let place = (isPick ? "★ " : "  ") + padded(isTied ? "\(rank). =" : "\(rank).", to: 6)
    let tally = "\(movie.tally)  no. \(movie.position)"
    let room = canvas.columns - displayColumns(place + "  " + tally)
    return canvas.styled(place, .accent)
      + canvas.styled(padded(titleLine(movie.title, movie.year, to: room), to: room), .strong) + "  "
      + canvas.styled(tally, .faint)
  }
}
