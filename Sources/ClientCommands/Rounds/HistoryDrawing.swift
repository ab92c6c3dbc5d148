import Console

/// The list of movie nights, a card each: status, title and date; who was there; how it was.
struct HistoryDrawing {
  let canvas: Canvas

  /// Where the text of a card starts: behind the widest badge.
  private let indent = 12

  var heading: [String] { [canvas.styled("Watch History", .strong), ""] }

  var empty: [String] {
    [
      canvas.centered("No Movie Nights Yet", .strong),
      canvas.centered("Start a voting round to pick your", .faint),
      canvas.centered("first movie as a household.", .faint),
    ]
  }

  var end: [String] { [canvas.centered("That's all your movie nights", .faint)] }

  func more(shown: Int) -> [String] {
    [canvas.centered("The \(shown) newest. All of them: movienight history --all", .faint)]
  }

  /// A session and the empty line below it.
  func card(_ session: SessionCard) -> [String] {
    let room = canvas.columns - indent
    let badge = "● \(session.status.label)"
    let gap = String(repeating: " ", count: max(1, indent - displayColumns(badge)))
    let top = canvas.spread(
      session.pickedTitle ?? "No movie selected", style: session.pickedTitle == nil ? .missing : .strong,
      right: canvas.dateText(session.createdAt), rightStyle: .faint, in: canvas.columns - displayColumns(badge + gap))
    var lines = [canvas.badge(session.status) + gap + top]
    lines.append(below(truncated(session.attendees.summary, to: room)))
    if session.status.showsRatings { lines.append(below(ratings(session))) }
    lines.append(below(canvas.styled(session.roundID, .faint)))
    return lines + [""]
  }

  private func below(_ text: String) -> String { String(repeating: " ", count: indent) + text }

  private func ratings(_ session: SessionCard) -> String {
    guard let count = session.ratings, count.total > 0 else { return canvas.styled("No ratings yet", .faint) }
    let text = canvas.ratingsText(count)
    guard let names = session.attendees.names, count.total < names.count else { return text }
    return text + canvas.styled(" · \(count.total) of \(names.count) rated", .faint)
  }
}
