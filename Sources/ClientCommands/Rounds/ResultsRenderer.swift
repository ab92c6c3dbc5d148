import Console
import MovieNightKit

/// Draws a round's movies, best first. Each has the number that commands take.
struct ResultsRenderer {
  let canvas: Canvas

  static let noWinner = "No movie leads: no votes yet, or a tie"

  func lines(_ results: RoundResults, _ round: Round) -> [String] {
    let lines = results.results.compactMap { result in
      round.suggestions.first { $0.id == result.id }.map { line(result, $0) }
    }
    guard !lines.isEmpty else { return [canvas.styled("No movies yet", .faint)] }
    let outcome =
      results.clearWinner.map { truncated("\($0.title) leads.", to: canvas.columns) }
      ?? "\(Self.noWinner)."
    return [canvas.styled("Results", .strong)] + lines + ["", outcome]
  }

  /// Returns a line such as ` 1.  My Neighbor Totoro (1988)      ▲ 2  ▼ 0  no. 2`.
  private func line(_ result: RankedMovie, _ movie: Suggestion) -> String {
    let place = padded(result.tied ? "\(result.rank). =" : "\(result.rank).", to: 6)
    let tally = "\(movie.tally)  no. \(movie.position)"
    let room = canvas.columns - displayColumns("  " + place + "  " + tally)
    return "  " + canvas.styled(place, .accent)
      + canvas.styled(padded(truncated(movie.name, to: room), to: room), .strong) + "  " + canvas.styled(tally, .faint)
  }
}
