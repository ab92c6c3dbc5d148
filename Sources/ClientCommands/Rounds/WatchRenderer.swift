import Console
import MovieNightKit

/// Draws a round in voting with one line per movie, so that it fits into a small window.
struct WatchRenderer {
  let canvas: Canvas
  let round: Round

  var lines: [String] {
    let movies = round.suggestions
    return status + [""] + (movies.isEmpty ? ["  " + canvas.styled("No movies yet", .faint)] : movies.map(movie)) + [""]
      + canvas.voters(of: round) + outcome
  }

  private var status: [String] {
    canvas.statusLines(round, [canvas.dateText(round.createdAt), "started by \(round.startedByName)"])
  }

  // MARK: Movies and votes

  /// Returns a line such as ` 2 Fight Club (1999) ▲▲▼ ▲ 2 ▼ 1`. The marks are aligned with those of other lines.
  private func movie(_ movie: Suggestion) -> String {
    let marks = String(repeating: "▲", count: movie.votesUp)
    let against = String(repeating: "▼", count: movie.votesDown)
    let space = String(repeating: " ", count: markColumns - movie.votesUp - movie.votesDown)
    let mark = movie.id == round.pickedMovieID ? "★ " : "  "
    let title = titleLine(movie.title, movie.year, to: titleColumns)
    let gap = String(repeating: " ", count: titleColumns - displayColumns(title))
    let name = canvas.styled(mark + listNumber(movie.position), .accent) + canvas.styled(title, .strong) + gap
    return name + "  " + canvas.styled(marks, .success) + canvas.styled(against, .warning) + space + "  "
      + canvas.styled(movie.tally, .faint)
  }

  /// The number of columns for the marks. A household has up to eight members.
  private var markColumns: Int { max(8, round.suggestions.map { $0.votesUp + $0.votesDown }.max() ?? 0) }
  private var titleColumns: Int { max(1, canvas.columns - markColumns - 20) }

  // MARK: Outcome

  private var outcome: [String] {
    if let pick = round.pick {
      let text = truncated("\(pick.title), picked by \(pick.pickedByName)", to: canvas.columns - 2)
      return ["", canvas.styled("★ " + text, .accent)]
    }
    return round.expiredReason.map { ["", "The round \($0.outcome)."] } ?? []
  }
}
