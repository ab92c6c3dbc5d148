import Console
import MovieNightPrimitives

/// The movies of a round, the best first, each with the number by which commands call it.
struct ResultsDrawing {
  let canvas: Canvas

  /// `results` as `rounds.results` gives it, `round` as `rounds.get` does.
  func lines(_ results: JSONValue, _ round: JSONValue) throws(JSONError) -> [String] {
    var movies: [Int: BallotMovie] = [:]
    for json in try round.array("suggestions") {
      let movie = try BallotMovie(json)
      movies[movie.id] = movie
    }
    var lines = [canvas.styled("Results", .strong)]
    for result in try results.array("results") {
      guard let movie = movies[try result.integer("tmdb_movie_id")] else { continue }
      lines.append(line(rank: try result.integer("rank"), isTied: try result.bool("tied"), movie))
    }
    guard lines.count > 1 else { return [canvas.styled("No movies yet", .faint)] }
    return lines + ["", try outcome(results)]
  }

  /// ` 1.  My Neighbor Totoro (1988)      ▲ 2  ▼ 0  no. 2`
  private func line(rank: Int, isTied: Bool, _ movie: BallotMovie) -> String {
    let place = padded(isTied ? "\(rank). =" : "\(rank).", to: 6)
    let tally = "▲ \(movie.votesUp)  ▼ \(movie.votesDown)  no. \(movie.number)"
    let room = canvas.columns - displayColumns("  " + place + "  " + tally)
    return "  " + canvas.styled(place, .accent)
      + canvas.styled(padded(truncated(movie.name, to: room), to: room), .strong) + "  " + canvas.styled(tally, .faint)
  }

  private func outcome(_ results: JSONValue) throws(JSONError) -> String {
    guard let winner = try results.optionalObject("clear_winner") else {
      return "Nobody leads: no votes yet, or more than one movie has the most."
    }
    return truncated("\(printable(try winner.string("title"))) leads.", to: canvas.columns)
  }
}
