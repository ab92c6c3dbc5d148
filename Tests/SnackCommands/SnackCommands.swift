import ClientCommands
import Console
import MovieNightKit
import MovieNightPrimitives

/// The `snacks` verb of the area in `Tests/SnackArea`, which exists only in tests.
struct SnacksCommand: Subcommand {
  let name = "snacks"
  let summary = "Show who offers something to eat, or offer something."
  let positionals = "[ACTION]"
  let actions = [
    CommandAction("show", "Show who offers something."), CommandAction("offer ROUND", "Offer something."),
  ]
  let options = ServerConnection.options + [.json]
  let examples = [(line: "movienight snacks offer ROUND", meaning: "On that movie night")]

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let request: Request
    switch arguments.positionals.first ?? "show" {
    case "show": request = .read("snacks.list")
    case "offer":
      let round = try arguments.operand("ROUND")
      request = Request("snacks.offer") { $0.field("round_id", round) }
    case let action: throw UsageError.unknownAction(action, among: words)
    }
    let result = try await ServerConnection.openAsMember(arguments, environment).client.call(request)
    let offering = Array(try result.array("offering")).count
    environment.output.line(arguments.has(.json) ? result.compactText : "Offered by: \(offering)")
    return .success
  }
}

extension [any Subcommand] {
  package static let ofSnacks: [any Subcommand] = [SnacksCommand()]
}
