import Console
import MovieNightKit

struct HistoryRenderer {
  let canvas: Canvas

  /// The column in which a card's text starts, which leaves room for its number and the widest badge.
  private let indent = 16

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

  func card(_ session: Session, _ number: Int, isVotingClosed: Bool = false) -> [String] {
    let room = canvas.columns - indent
    let label = isVotingClosed ? RoundStatus.votingClosedLabel : session.outcomeLabel
    let place = listNumber(number)
    let lead = "\(place)● \(label)"
    let gap = String(repeating: " ", count: max(1, indent - displayColumns(lead)))
    let top = canvas.spread(
      session.pick?.title ?? "No movie selected", style: session.pick == nil ? .missing : .strong,
      right: canvas.dateText(session.createdAt), in: canvas.columns - displayColumns(lead + gap))
    let first = canvas.styled(place, .accent) + canvas.badge(label, session.status) + gap + top
    var lines = [first, below(truncated(attendees(session), to: room))]
    if session.status.showsRatings { lines += ratings(session).map(below) }
    return lines + ["    " + canvas.styled("\(session.id)", .faint), ""]
  }

  private func below(_ text: String) -> String { String(repeating: " ", count: indent) + text }

  /// Returns the attendees' names, such as `Tim, Sarah, Max + 2 more`.
  private func attendees(_ session: Session) -> String {
    guard let names = session.names else { return "All members" }
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) + \(names.count - 3) more" : shown
  }

  private func ratings(_ session: Session) -> [String] {
    guard let counts = session.ratingsSummary, counts.total > 0 else {
      return [canvas.styled("No ratings yet", .faint)]
    }
    let text = canvas.ratingsText(counts)
    guard let names = session.names, counts.total < names.count else { return [text] }
    return [text, canvas.styled("\(counts.total) of \(names.count) rated", .faint)]
  }
}
