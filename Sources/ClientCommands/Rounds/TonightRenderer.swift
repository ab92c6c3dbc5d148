import Console
import MovieNightKit

/// Draws the open round with its numbered movies, the nights to be watched or rated, and advice.
struct TonightRenderer {
  let canvas: Canvas
  let tonight: ActiveRounds
  let member: ActingMember

  var lines: [String] {
    let round = tonight.round.map(draw) ?? ["No round is open."]
    let advice = Advice.now(tonight, for: member)
    let heading = ["", canvas.styled("What \(member.childName ?? "you") can do now", .strong)]
    return round + tonight.awaiting.flatMap(draw) + (advice.isEmpty ? [] : heading + table(advice)) + credit
  }

  /// The attribution of the data in the reasons for suggestions, which mention ratings and streaming services.
  private var credit: [String] {
    guard tonight.round?.suggestions.contains(where: { $0.source == .algorithm }) == true else { return [] }
    let words = "\(CatalogPage.attribution) Watch providers are from JustWatch.".split(separator: " ")
    return [""] + wrapped(words.map(String.init), columns: canvas.columns).map { canvas.styled($0, .faint) }
  }

  // MARK: Open round

  private func draw(_ round: Round) -> [String] {
    let status = canvas.statusLine(
      round,
      [
        canvas.dateText(round.createdAt), "started by \(round.startedByName)",
        round.dueAt.map { "until \(canvas.dateText($0))" },
      ])
    let movies = round.suggestions
    return [status, ""] + (movies.isEmpty ? ["  " + canvas.styled("No movies yet", .faint)] : movies.flatMap(draw))
      + (round.isDraft ? [] : [""] + canvas.voters(of: round))
  }

  /// Returns a movie's line, such as ` 2  My Neighbor Totoro (1988) · G        ▲ 2  ▼ 0  you ▲`, and the reason for it.
  private func draw(_ movie: Suggestion) -> [String] {
    let why = movie.reason.map { "    " + canvas.styled(truncated($0, to: canvas.columns - 4), .faint) }
    return [row(movie)] + (why.map { [$0] } ?? [])
  }

  private func row(_ movie: Suggestion) -> String {
    let number = (movie.position < 10 ? " " : "") + "\(movie.position)  "
    let who = truncated(member.childName ?? "you", to: 8)
    let own = movie.vote(of: member.id).map { "  \(who) \($0 == .up ? "▲" : "▼")" } ?? ""
    let facts = [movie.name, movie.contentRating?.rawValue].compactMap { $0 }.joined(separator: " · ")
    let room = canvas.columns - displayColumns(number + "  " + movie.tally + "  " + who + " ▲")
    return canvas.styled(number, .accent) + canvas.styled(padded(truncated(facts, to: room), to: room), .strong) + "  "
      + canvas.styled(movie.tally, .faint) + own
  }

  // MARK: Waiting nights and advice

  private func draw(_ night: AwaitingSession) -> [String] {
    let left = night.waitingFor.count
    let state =
      !night.isWatched ? "picked, not watched yet" : left == 1 ? "1 rating is missing" : "\(left) ratings are missing"
    return ["", canvas.styled("★ ", .accent) + truncated("\(night.title): \(state)", to: canvas.columns - 2)]
  }

  private func table(_ advice: [Advice]) -> [String] {
    let column = (advice.map { displayColumns($0.line) }.max() ?? 0) + 4
    return advice.flatMap { advice in
      guard column + displayColumns(advice.meaning) <= canvas.columns else {
        return ["  \(advice.line)", "    " + canvas.styled(truncated(advice.meaning, to: canvas.columns - 4), .faint)]
      }
      return [padded("  \(advice.line)", to: column) + canvas.styled(advice.meaning, .faint)]
    }
  }
}
