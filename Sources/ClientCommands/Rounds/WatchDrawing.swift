import Console
import MovieNightPrimitives

/// A round while it is voted on.
struct WatchedRound {
  struct Attendee {
    let name: String
    let hasVoted: Bool
    let isDone: Bool
  }

  let session: SessionDetails
  let attendees: [Attendee]
  let voted: Int
  let total: Int

  init(_ json: JSONValue) throws(JSONError) {
    session = try SessionDetails(json)
    let progress = try json.object("vote_progress")
    voted = try progress.integer("voted")
    total = try progress.integer("total")
    var voters: Set<String> = []
    for suggestion in try json.array("suggestions") {
      for voter in try suggestion.array("voters") { voters.insert(try voter.string("member_id")) }
    }
    var done: Set<String> = []
    for member in try json.array("done_voting") { if let id = member.string { done.insert(id) } }
    var attendees: [Attendee] = []
    for attendee in try json.array("attendees") {
      let id = try attendee.string("member_id")
      attendees.append(
        Attendee(
          name: printable(try attendee.string("display_name")), hasVoted: voters.contains(id), isDone: done.contains(id)
        ))
    }
    self.attendees = attendees
  }

  /// Whether nothing is decided yet.
  static func isOpen(_ json: JSONValue) -> Bool {
    let status = json["status"]?.string
    return status == "draft" || status == "voting"
  }
}

/// The drawing of a round while it is voted on, a line a movie so that it fits a small window.
struct WatchDrawing {
  let canvas: Canvas
  let round: WatchedRound

  private var session: SessionDetails { round.session }

  var lines: [String] {
    var lines = [status, ""]
    lines +=
      session.suggestions.isEmpty ? ["  " + canvas.styled("No movies yet", .faint)] : session.suggestions.map(movie)
    return lines + [""] + voters + outcome
  }

  private var status: String {
    var facts = [canvas.dateText(session.createdAt)]
    if let name = session.startedBy { facts.append("started by \(name)") }
    let room = canvas.columns - displayColumns("● \(session.status.label)  ")
    return "\(canvas.badge(session.status))  "
      + canvas.styled(truncated(facts.joined(separator: " · "), to: room), .faint)
  }

  // MARK: Movies

  /// `Fight Club (1999)      ▲▲▼  2 up 1 down`, the marks below each other.
  private func movie(_ movie: SuggestedMovie) -> String {
    let title = movie.title + (movie.year.map { " (\($0))" } ?? "")
    let shown = truncated(title, to: titleColumns)
    let gap = String(repeating: " ", count: titleColumns - displayColumns(shown))
    let marks = String(repeating: "▲", count: movie.votesUp)
    let against = String(repeating: "▼", count: movie.votesDown)
    let space = String(repeating: " ", count: markColumns - movie.votesUp - movie.votesDown)
    let tally = "▲ \(movie.votesUp)  ▼ \(movie.votesDown)"
    let lead = movie.isPicked ? canvas.styled("★ ", .accent) : "  "
    return lead + canvas.styled(shown, .strong) + gap + "  " + canvas.styled(marks, .success)
      + canvas.styled(against, .warning) + space + "  " + canvas.styled(tally, .faint)
  }

  /// A household has eight members.
  private var markColumns: Int { max(8, session.suggestions.map { $0.votesUp + $0.votesDown }.max() ?? 0) }
  private var titleColumns: Int { canvas.columns - markColumns - 16 }

  // MARK: People

  private var voters: [String] {
    let names = round.attendees.map { attendee in
      (attendee.isDone ? "✔ " : attendee.hasVoted ? "✓ " : "· ") + attendee.name
    }
    let count = "\(round.voted) of \(round.total) have voted"
    return ["  " + canvas.styled(count, .strong)]
      + wrapped(names, separator: "  ", columns: canvas.columns - 2).map { "  \($0)" }
  }

  // MARK: The end

  private var outcome: [String] {
    if let pick = session.pick {
      let by = pick.pickedBy.map { ", picked by \($0)" } ?? ""
      return ["", canvas.styled("★ " + truncated(pick.title + by, to: canvas.columns - 2), .accent)]
    }
    switch session.expiredReason {
    case "timed_out": return ["", "The round ran out of time."]
    case let reason?: return ["", "The round is over: \(truncated(reason, to: canvas.columns - 19))"]
    case nil: return []
    }
  }
}
