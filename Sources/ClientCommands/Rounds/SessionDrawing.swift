import Console

/// One movie night: the movie, who was there, who voted what, how it was.
struct SessionDrawing {
  let canvas: Canvas
  let session: SessionDetails
  let ratings: SessionRatings
  /// Who looks at it; nil for the administrator.
  let member: String?

  var lines: [String] {
    [
      header, [statusLine, ""], heading("Attendees"), attendees, [""], heading("Vote Breakdown"), breakdown,
      heading("Ratings"), ratingLines, rateNow,
    ].flatMap { $0 }
  }

  private func heading(_ text: String) -> [String] { [canvas.styled(text, .strong)] }

  // MARK: The movie

  private var header: [String] {
    let inner = canvas.columns - 4
    var content = [framed("No pick made", .missing, inner)]
    if let pick = session.pick {
      let facts = facts(pick.year, pick.contentRating, pick.pickedBy.map { "picked by \($0)" })
      content = [framed(pick.title, .strong, inner)] + (facts.isEmpty ? [] : [framed(facts, .faint, inner)])
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

  private var statusLine: String {
    var facts = [canvas.dateText(session.createdAt)]
    if let name = session.startedBy { facts.append("Started by \(name)") }
    switch session.expiredReason {
    case "timed_out": facts.append("ran out of time")
    case let reason?: facts.append(reason)
    case nil: break
    }
    let room = canvas.columns - displayColumns("● \(session.status.label)  ")
    return "\(canvas.badge(session.status))  "
      + canvas.styled(truncated(facts.joined(separator: " · "), to: room), .faint)
  }

  private var attendees: [String] {
    guard let names = session.attendees.names else { return ["  All members"] }
    if names.isEmpty { return ["  " + canvas.styled("Nobody", .faint)] }
    return wrapped(names, separator: ", ", columns: canvas.columns - 2).map { "  \($0)" }
  }

  // MARK: Votes

  private var breakdown: [String] {
    if session.suggestions.isEmpty {
      return ["  " + canvas.styled("This round didn't get far enough to vote.", .faint), ""]
    }
    return session.suggestions.flatMap { suggestion($0) + [""] }
  }

  private func suggestion(_ movie: SuggestedMovie) -> [String] {
    let room = canvas.columns - 2
    let tally = "▲ \(movie.votesUp)  ▼ \(movie.votesDown)"
    let mark = movie.isPicked ? "  ★ Picked" : ""
    let title = truncated(movie.title, to: max(1, room - displayColumns(tally + mark) - 2))
    let gap = String(repeating: " ", count: max(2, room - displayColumns(title + mark + tally)))
    let first =
      canvas.styled(title, .strong) + canvas.styled(mark, .accent) + gap
      + canvas.styled("▲", .success) + " \(movie.votesUp)  " + canvas.styled("▼", .warning) + " \(movie.votesDown)"
    let facts = facts(movie.year, movie.contentRating, origin(movie))
    let second = facts.isEmpty ? [] : [canvas.styled(truncated(facts, to: room), .faint)]
    let bar = movie.isPicked ? canvas.styled("▌ ", .accent) : "  "
    return ([first] + second + voters(movie, room)).map { bar + $0 }
  }

  private func origin(_ movie: SuggestedMovie) -> String? {
    if let name = movie.proposedBy { return "proposed by \(name)" }
    switch movie.source {
    case "watchlist": return "from the watchlist"
    case "algorithm": return "found for you"
    default: return nil
    }
  }

  private func voters(_ movie: SuggestedMovie, _ room: Int) -> [String] {
    let lines =
      voters("▲", .success, movie.votersUp, room) + voters("▼", .warning, movie.votersDown, room)
    return lines.isEmpty ? [canvas.styled("No votes", .faint)] : lines
  }

  private func voters(_ mark: String, _ style: Style, _ names: [String], _ room: Int) -> [String] {
    wrapped(names, separator: ", ", columns: room - 2).enumerated().map { index, line in
      (index == 0 ? canvas.styled(mark, style) : " ") + " \(line)"
    }
  }

  // MARK: Ratings

  private var ratingLines: [String] {
    let given = ratings.entries.count { $0.rating != nil }
    var lines = ["  " + (given == 0 ? canvas.styled("No ratings yet", .faint) : summary(given))]
    // Before the movie was watched nobody is waited for.
    guard given > 0 || session.status.showsRatings else { return lines }
    let widest = ratings.entries.map { displayColumns($0.name) }.max() ?? 0
    let nameColumns = min(widest, canvas.columns - 20)
    for entry in ratings.entries {
      lines.append("  \(padded(truncated(entry.name, to: nameColumns), to: nameColumns))  \(rating(entry))")
    }
    return lines
  }

  /// How to rate, for an attendee who is waited for.
  private var rateNow: [String] {
    guard session.status.word == "watched", let member,
      ratings.entries.contains(where: { $0.memberID == member && $0.rating == nil })
    else { return [] }
    return [
      "", "Rate it now (loved, liked or did_not_like):",
      "  movienight rate\(session.pick.map { " \(shellWord($0.title))" } ?? "") loved",
    ]
  }

  private func summary(_ given: Int) -> String {
    let share = canvas.styled("\(given) of \(ratings.entries.count) rated", .faint)
    guard let count = ratings.count, count.total > 0 else { return share }
    return "\(canvas.ratingsText(count)) · \(share)"
  }

  private func rating(_ entry: SessionRatings.Entry) -> String {
    guard let word = entry.rating else { return canvas.styled(ratings.isClosed ? "– Not rated" : "– Not yet", .faint) }
    let rating = ShownRating.of(word)
    return "\(canvas.styled(rating.mark, rating.style)) \(rating.label)"
  }
}
