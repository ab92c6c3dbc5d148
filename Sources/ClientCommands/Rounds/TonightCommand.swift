import Console

struct NightCommand: Subcommand {
  let name: String
  let summary: String
  var positionals = ""
  var actions: [CommandAction] = []
  var options = NightPlayer.options
  var details = ""
  let examples: [(line: String, meaning: String)]
  /// Checks the arguments, and runs the command as a member.
  let act: @Sendable (Arguments, Environment) async throws -> Void

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    try await act(arguments, environment)
    return .success
  }
}

extension NightCommand {
  static let tonight = NightCommand(
    name: "tonight", summary: "Show the open round, and what you can do now.",
    details: """
      Use the number before a movie with vote and pick. Nights that wait to be watched or rated are listed below the \
      round.
      """,
    examples: [
      (line: "movienight tonight", meaning: "The open round and your next steps"),
      (line: "movienight tonight --as Ben", meaning: "The same for your child Ben"),
    ]
  ) { arguments, environment in
    let player = try await NightPlayer(arguments, environment)
    try await player.showTonight()
  }
}
