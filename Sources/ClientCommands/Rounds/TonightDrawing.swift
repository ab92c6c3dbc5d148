import Console

/// The open round with the numbers by which its movies are called, the nights that wait, and what can be done.
struct TonightDrawing {
  let canvas: Canvas
  let tonight: Tonight
  let member: ActingMember

  var lines: [String] {
    let round = tonight.round.map(draw) ?? ["No round is open."]
    let advice = Advice.now(tonight, for: member)
    let heading = ["", canvas.styled("What \(member.childName ?? "you") can do now", .strong)]
    return round + tonight.awaiting.flatMap(draw) + (advice.isEmpty ? [] : heading + table(advice)) + credit
  }

  /// Whom reasons are owed to: they tell of ratings and services.
  private var credit: [String] {
    guard tonight.round?.movies.contains(where: \.isFound) == true else { return [] }
    let words = "\(CatalogOrigin.attribution) Watch providers are from JustWatch.".split(separator: " ")
    return [""] + wrapped(words.map(String.init), columns: canvas.columns).map { canvas.styled($0, .faint) }
  }

  // MARK: The round

  private func draw(_ round: OpenRound) -> [String] {
    var facts = [canvas.dateText(round.createdAt)]
    if let starter = round.startedBy { facts.append("started by \(starter.name)") }
    if let due = round.dueAt { facts.append("until \(canvas.dateText(due))") }
    let room = canvas.columns - displayColumns("● \(round.status.label)  ")
    let status =
      "\(canvas.badge(round.status))  "
      + canvas.styled(truncated(facts.joined(separator: " · "), to: room), .faint)
    let movies = round.movies.isEmpty ? ["  " + canvas.styled("No movies yet", .faint)] : round.movies.flatMap(draw)
    return [status, ""] + movies + (round.isDraft ? [] : [""] + voters(of: round))
  }

  /// ` 2  My Neighbor Totoro (1988) · G        ▲ 2  ▼ 0  you ▲`
  /// `    You like Animation. On Netflix.`
  private func draw(_ movie: BallotMovie) -> [String] {
    let why = movie.reason.map { "    " + canvas.styled(truncated($0, to: canvas.columns - 4), .faint) }
    return [row(movie)] + (why.map { [$0] } ?? [])
  }

  private func row(_ movie: BallotMovie) -> String {
    let number = String(repeating: " ", count: movie.number < 10 ? 1 : 0) + "\(movie.number)  "
    let tally = "▲ \(movie.votesUp)  ▼ \(movie.votesDown)"
    let who = truncated(member.childName ?? "you", to: 8)
    let own = movie.votes[member.id].map { "  \(who) \($0 == "up" ? "▲" : "▼")" } ?? ""
    let facts = [movie.name, movie.contentRating].compactMap { $0 }.joined(separator: " · ")
    let room = canvas.columns - displayColumns(number + "  " + tally + "  " + who + " ▲")
    return canvas.styled(number, .accent) + canvas.styled(padded(truncated(facts, to: room), to: room), .strong) + "  "
      + canvas.styled(tally, .faint) + own
  }

  private func voters(of round: OpenRound) -> [String] {
    let names = round.attendees.map { attendee in
      (round.done.contains(attendee.id) ? "✔ " : round.hasVoted(attendee.id) ? "✓ " : "· ") + attendee.name
    }
    let voted = round.attendees.count { round.hasVoted($0.id) }
    return ["  " + canvas.styled("\(voted) of \(round.attendees.count) have voted", .strong)]
      + wrapped(names, separator: "  ", columns: canvas.columns - 2).map { "  \($0)" }
  }

  // MARK: The nights that wait, and what can be done

  private func draw(_ night: AwaitingNight) -> [String] {
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
