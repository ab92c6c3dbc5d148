import Console
import MovieNightKit

/// Draws the open round with its numbered movies, the nights to be watched or rated, and advice.
struct TonightRenderer {
  let canvas: Canvas
  let tonight: ActiveRounds
  let member: ActingMember
  /// The member's household; nil if it was not read.
  var household: Household?
  /// Whether to name the household, because the user has logins for several.
  var namesHousehold = false
  /// The newest round if it expired and none is open; nil if it was not read.
  var last: Round?

  var lines: [String] {
    let round = tonight.round.map(draw) ?? ["No round is open."] + ending
    let children = household?.members.filter { $0.parentMemberID == member.id } ?? []
    let advice = Advice.now(tonight, for: member, children: children, after: last)
    let heading = ["", canvas.styled("What \(member.childName ?? "you") can do now", .strong)]
    let now = advice.isEmpty ? [] : heading + table(advice)
    return title + round + tonight.awaiting.flatMap(draw) + now + credit
  }

  private var title: [String] {
    guard namesHousehold, let household else { return [] }
    let name = household.members.first { $0.id == member.id }?.displayName
    let words = [household.name, name].compactMap(\.self).joined(separator: " · ")
    return [canvas.styled(truncated(words, to: canvas.columns), .strong)]
  }

  /// What became of the last round, if it expired.
  private var ending: [String] {
    guard let last, let reason = last.expiredReason else { return [] }
    let pick = last.pick.map { " Its pick was \($0.title)." } ?? ""
    let sentence = "The round of \(canvas.dateText(last.createdAt)) \(reason.outcome).\(pick)"
    return wrapped(sentence.split(separator: " ").map(String.init), columns: canvas.columns)
  }

  /// The attribution of the data in the reasons for suggestions, which mention ratings and streaming services.
  private var credit: [String] {
    guard tonight.round?.suggestions.contains(where: { $0.source == .algorithm }) == true else { return [] }
    let words = "\(CatalogPage.attribution) Watch providers are from JustWatch.".split(separator: " ")
    return [""] + wrapped(words.map(String.init), columns: canvas.columns).map { canvas.styled($0, .faint) }
  }

  // MARK: Open round

  private func draw(_ round: Round) -> [String] {
    let status = canvas.statusLines(
      round,
      [
        canvas.dateText(round.createdAt), "started by \(round.startedByName)",
        round.dueAt.map { "until \(canvas.dateText($0))" }, round.maxContentRating.map { "up to \($0)" },
      ])
    let movies = round.suggestions
    let people = attendees(of: round) + (round.isDraft ? [] : canvas.voters(of: round))
    return status + [""] + (movies.isEmpty ? ["  " + canvas.styled("No movies yet", .faint)] : movies.flatMap(draw))
      + (people.isEmpty ? [] : [""] + people) + waiting(for: round)
  }

  /// Returns the names of those who take part, unless all members do.
  private func attendees(of round: Round) -> [String] {
    guard let household, !household.members.map(\.id).allSatisfy(round.isAttendee) else { return [] }
    return canvas.labeled("Taking part", round.names ?? [])
  }

  /// Returns sentences for a member who does not take part, or who cannot change the draft.
  private func waiting(for round: Round) -> [String] {
    let absence = "\(member.childName.map { "\($0) does" } ?? "You do") not take part in this round."
    let sentences =
      (round.isAttendee(member.id) ? [] : [absence])
      + (round.isDraft && !member.manages(round) ? ["\(round.startedByName) can open voting."] : [])
    return sentences.isEmpty ? [] : [""] + sentences.flatMap { wrapped($0, columns: canvas.columns) }
  }

  /// Returns a movie's line, such as ` 2  My Neighbor Totoro (1988) · G        ▲ 2  ▼ 0  you ▲`, and the reason for it.
  private func draw(_ movie: Suggestion) -> [String] {
    let why = movie.reason.map { "    " + canvas.styled(truncated($0, to: canvas.columns - 4), .faint) }
    return [row(movie)] + (why.map { [$0] } ?? [])
  }

  private func row(_ movie: Suggestion) -> String {
    let number = listNumber(movie.position)
    let who = truncated(member.childName ?? "you", to: 8)
    let own = movie.vote(of: member.id).map { "  \(who) \($0 == .up ? "▲" : "▼")" } ?? ""
    let room = canvas.columns - displayColumns(number + "  " + movie.tally + "  " + who + " ▲")
    let title = titleLine(movie.title, movie.year, movie.contentRating, to: room)
    return canvas.styled(number, .accent) + canvas.styled(padded(title, to: room), .strong) + "  "
      + canvas.styled(movie.tally, .faint) + own
  }

  // MARK: Waiting nights and advice

  private func draw(_ night: AwaitingSession) -> [String] {
    let state = night.isWatched ? ": watched" : ": picked, not watched yet"
    let title = truncated(night.title, to: canvas.columns - 2 - displayColumns(state))
    let waiting = night.attendees.filter { night.waitingFor.contains($0.id) }
    // Nobody waits for former members, even if they have not rated.
    let rated = night.attendees.filter { attendee in
      !night.waitingFor.contains(attendee.id) && household?.members.contains { $0.id == attendee.id } == true
    }
    return ["", canvas.styled("★ ", .accent) + title + state] + canvas.labeled("Rated", rated.map(\.displayName))
      + (night.isWatched ? canvas.labeled("Yet to rate", waiting.map(\.displayName)) : [])
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
