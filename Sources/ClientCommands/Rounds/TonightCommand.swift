import Console

struct NightCommand: Subcommand {
  let name: String
  let summary: String
  var positionals = ""
  var options = NightPlayer.options
  var details = ""
  let examples: [(line: String, meaning: String)]
  /// Validates the words, then acts as a member.
  let act: @Sendable (Arguments, Environment) async throws -> Void

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    try await act(arguments, environment)
    return .success
  }
}

extension NightCommand {
  /// `movienight tonight`: the current rounds, and what the member can do.
  static let tonight = NightCommand(
    name: "tonight", summary: "Show the open round, and what you can do now.",
    details: """
      The number before each movie is the one that vote and pick take. Nights that wait to be watched or rated stand below \
      the round.
      """,
    examples: [
      (line: "movienight tonight", meaning: "What is going on"),
      (line: "movienight tonight --as Ben", meaning: "And what Ben can do"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    try player.show(try await player.active())
  }
}
