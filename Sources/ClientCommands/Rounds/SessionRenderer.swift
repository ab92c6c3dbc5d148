import Console
import MovieNightKit

struct SessionRenderer {
  let canvas: Canvas
  let session: Round
  let ratings: RoundRatings
  /// The member to whom the night is shown; nil for the administrator.
  let member: MemberID?

  var lines: [String] {
    [
      header, statusLines, [""], heading("Attendees"), attendees, [""], heading("Vote Breakdown"), breakdown,
      heading("Ratings"), ratingLines, ratingHint,
    ].flatMap { $0 }
  }

  private func heading(_ text: String) -> [String] { [canvas.styled(text, .strong)] }

  // MARK: Movie

  private var header: [String] {
    let inner = canvas.columns - 4
    var content = [framed("No pick made", .missing, inner)]
    if let pick = session.pick {
      let facts = facts(pick.year, pick.contentRating?.rawValue, "picked by \(pick.pickedByName)")
      content = [framed(pick.title, .strong, inner), framed(facts, .faint, inner)]
    }
    let edge = String(repeating: "─", count: canvas.columns - 2)
    return ["╭\(edge)╮"] + content + ["╰\(edge)╯"]
  }

  private func framed(_ text: String, _ style: Style, _ columns: Int) -> String {
    let text = truncated(text, to: columns)
    let gap = String(repeating: " ", count: columns - displayColumns(text))
    return "│ \(canvas.styled(text, style))\(gap) │"
  }

  private func facts(_ year: Int?, _ contentRating: String?, _ origin: String?) -> String {
    [year.map { "\($0)" }, contentRating, origin].compactMap { $0 }.joined(separator: " · ")
  }

  private var statusLines: [String] {
    canvas.statusLines(session, [canvas.dateText(session.createdAt), "Started by \(session.startedByName)"])
  }

  private var attendees: [String] {
    guard let names = session.names else { return ["  All members"] }
    if names.isEmpty { return ["  " + canvas.styled("No attendees", .faint)] }
    return wrapped(names, separator: ", ", columns: canvas.columns - 2).map { "  \($0)" }
  }

  // MARK: Votes

  private var breakdown: [String] {
    if session.suggestions.isEmpty {
      return ["  " + canvas.styled("This round didn't get far enough to vote.", .faint), ""]
    }
    return session.suggestions.flatMap { suggestion($0) + [""] }
  }

  private func suggestion(_ movie: Suggestion) -> [String] {
    let room = canvas.columns - 2
    let isPicked = movie.id == session.pickedMovieID
    let mark = isPicked ? "  ★ Picked" : ""
    let title = truncated(movie.title, to: max(1, room - displayColumns(movie.tally + mark) - 2))
    let gap = String(repeating: " ", count: max(2, room - displayColumns(title + mark + movie.tally)))
    let first =
      canvas.styled(title, .strong) + canvas.styled(mark, .accent) + gap
      + canvas.styled("▲", .success) + " \(movie.votesUp)  " + canvas.styled("▼", .warning) + " \(movie.votesDown)"
    let facts = facts(movie.year, movie.contentRating?.rawValue, origin(movie))
    let second = facts.isEmpty ? [] : [canvas.styled(truncated(facts, to: room), .faint)]
    let bar = isPicked ? canvas.styled("▌ ", .accent) : "  "
    return ([first] + second + voters(movie, room)).map { bar + $0 }
  }

  private func origin(_ movie: Suggestion) -> String? {
    if let name = movie.proposedByName { return "proposed by \(name)" }
    switch movie.source {
    case .watchlist: return "from the watchlist"
    case .algorithm: return "suggested for you"
    default: return nil
    }
  }

  private func voters(_ movie: Suggestion, _ room: Int) -> [String] {
    let up = movie.voters.filter { $0.vote == .up }.map(\.displayName)
    let down = movie.voters.filter { $0.vote != .up }.map(\.displayName)
    let lines = voters("▲", .success, up, room) + voters("▼", .warning, down, room)
    return lines.isEmpty ? [canvas.styled("No votes", .faint)] : lines
  }

  private func voters(_ mark: String, _ style: Style, _ names: [String], _ room: Int) -> [String] {
    wrapped(names, separator: ", ", columns: room - 2).enumerated().map { index, line in
      (index == 0 ? canvas.styled(mark, style) : " ") + " \(line)"
    }
  }

  // MARK: Ratings

  private var ratingLines: [String] {
    let entries = ratings.ratings
    let given = entries.count { $0.rating != nil }
    let lines = ["  " + (given == 0 ? canvas.styled("No ratings yet", .faint) : summary(given))]
    // No ratings are expected before the movie has been watched, so nothing is shown as missing.
    guard given > 0 || session.status.showsRatings else { return lines }
    let widest = entries.map { displayColumns($0.displayName) }.max() ?? 0
    let nameColumns = min(widest, canvas.columns - 20)
    return lines
      + entries.map { entry in
        "  \(padded(truncated(entry.displayName, to: nameColumns), to: nameColumns))  \(rating(entry))"
      }
  }

  /// A hint with the command for rating, if the member's own rating is missing.
  private var ratingHint: [String] {
    guard session.status == .watched, let member,
      ratings.ratings.contains(where: { $0.id == member && $0.rating == nil })
    else { return [] }
    return [
      "", "Rate it now (loved, liked or did_not_like):",
      "  movienight rate\(session.pick.map { " \(shellWord($0.title))" } ?? "") loved",
    ]
  }

  private func summary(_ given: Int) -> String {
    let share = canvas.styled("\(given) of \(ratings.ratings.count) rated", .faint)
    guard let counts = ratings.summary, counts.total > 0 else { return share }
    return "\(canvas.ratingsText(counts)) · \(share)"
  }

  private func rating(_ entry: AttendeeRating) -> String {
    guard let rating = entry.rating?.shown else {
      return canvas.styled(ratings.closed ? "– Not rated" : "– Not yet", .faint)
    }
    return "\(canvas.styled(rating.mark, rating.style)) \(rating.label)"
  }
}
