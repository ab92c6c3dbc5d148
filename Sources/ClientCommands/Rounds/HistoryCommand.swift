import Console
import MovieNightKit

struct HistoryCommand: Subcommand {
  let name = "history"
  let summary = "Show your household's movie nights, newest first."
  var options: [CommandOption] {
    ServerConnection.options + [ServerConnection.household] + ListOptions.all + [.json]
  }
  let details = "The number before a night is its number for movienight session, results and watch."
  let examples = [
    (line: "movienight history", meaning: "The newest 20 nights"),
    (line: "movienight history --all --json", meaning: "All of them, for a script"),
  ]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let reader = try await PageReader(SessionsRequests.list, of: "sessions", arguments, environment)
    let drawing = HistoryRenderer(canvas: Canvas(environment))
    var number = 0
    try await reader.show(heading: drawing.heading) { page in
      var lines: [String] = []
      for session in page.sessions {
        number += 1
        let isVoting = session.status == .voting
        lines += drawing.card(
          session, number, isVotingClosed: isVoting ? try await reader.isVotingClosed(in: session.id) : false)
      }
      return lines
    } end: { count, hasMore in
      count == 0 ? drawing.empty : hasMore ? drawing.more(shown: count) : drawing.end
    }
    return .success
  }
}

extension PageReader {
  /// Whether voting is closed in the round. Lists do not show this, so the household's only open round is asked for.
  fileprivate func isVotingClosed(in round: RoundID) async throws -> Bool {
    let open = try await client.rounds.active(household: household).round
    return open?.id == round && open?.votingClosedAt != nil
  }
}
