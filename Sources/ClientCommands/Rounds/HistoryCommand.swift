import Console
import MovieNightKit
import MovieNightPrimitives

/// `movienight history`: the household's movie nights, newest first.
struct HistoryCommand: Subcommand {
  let name = "history"
  let summary = "Show your household's movie nights, newest first."
  var options: [CommandOption] {
    ServerConnection.options + [ServerConnection.household] + PageReader.options + [.json]
  }
  let examples = [
    (line: "movienight history", meaning: "The newest twenty"),
    (line: "movienight history --all --json", meaning: "All of them, for a script"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let reader = try await PageReader("sessions.list", of: "sessions", arguments, environment)
    if arguments.has(.json) {
      environment.output.line(try await reader.jsonText())
    } else {
      try await draw(reader, environment)
    }
    return .success
  }

  private func draw(_ reader: PageReader, _ environment: Environment) async throws {
    let drawing = HistoryDrawing(canvas: Canvas(environment))
    var shown = 0
    let cursor = try await reader.forEachPage { sessions in
      if shown == 0 { environment.output.lines(drawing.heading) }
      for session in sessions {
        var card = try SessionCard(session)
        if card.status.word == "voting", try await reader.isVotingClosed(in: card.roundID) {
          card.status = card.status.withVotingClosed
        }
        environment.output.lines(drawing.card(card))
      }
      shown += sessions.count
    }
    if shown == 0 {
      environment.output.lines(drawing.empty)
    } else {
      environment.output.lines(cursor == nil ? drawing.end : drawing.more(shown: shown))
    }
  }
}

extension PageReader {
  /// Lists do not tell it, and a household has one open round at a time.
  fileprivate func isVotingClosed(in round: String) async throws -> Bool {
    let active = try await ask("rounds.active")
    return active["round"]?["round_id"]?.string == round && active["round"]?["voting_closed_at"]?.isNull == false
  }
}
