import ClientCommands
import Console
import MovieNightKit
import MovieNightPrimitives
import Server

/// `movienight token`: the tokens of a household, for whoever administers the store.
struct TokenCommand: Subcommand {
  let areas: ServerAreas
  let name = "token"
  let summary = "List, issue or revoke the tokens of a household."
  let positionals = "ACTION [TOKEN_ID]"
  let words = ["list", "issue", "revoke"]
  let options: [CommandOption] = [.store, household, member, label, .json]
  let details = """
    ACTION is list, issue or revoke. A token is shown when it is issued, and never again: the store has only its \
    digest. A revoked one stops working at once, on connections that are open too.
    """
  let examples = [
    (line: "movienight token list --household ID", meaning: "Who has which tokens"),
    (line: "movienight token issue --household ID --member ID --label Phone", meaning: "A new one"),
    (line: "movienight token revoke TOKEN_ID --household ID", meaning: "One works no longer"),
  ]

  private static let household = CommandOption.value("household", "ID", "Whose tokens.")
  private static let member = CommandOption.value("member", "ID", "For whom a token is (issue).")
  private static let label = CommandOption.value("label", "TEXT", "What the token is for (issue).", fallback: "Token")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    guard let household = arguments.value(Self.household) else { throw UsageError("--household is missing") }
    let output = environment.output
    switch arguments.positionals[0] {
    case "list":
      let result = try await call("tokens.list", arguments, environment) { $0.field("household_id", household) }
      if arguments.has(.json) { output.line(result.compactText) } else { try show(result, output) }
    case "issue":
      guard let member = arguments.value(Self.member) else { throw UsageError("issue needs --member") }
      let result = try await call("tokens.issue", arguments, environment) { parameters in
        parameters.field("household_id", household)
        parameters.field("member_id", member)
        parameters.field("label", arguments.value(Self.label))
        parameters.field("secret", newSecret())
      }
      output.line(
        arguments.has(.json) ? result.compactText : "export MOVIENIGHT_TOKEN=\(try result.string("token"))")
    case "revoke":
      guard arguments.positionals.count == 2 else { throw UsageError("revoke needs the TOKEN_ID") }
      let result = try await call("tokens.revoke", arguments, environment) { parameters in
        parameters.field("household_id", household)
        parameters.field("token_id", arguments.positionals[1])
      }
      output.line(arguments.has(.json) ? result.compactText : "Revoked \(arguments.positionals[1]).")
    case let action: throw UsageError.unknownAction(action, among: words)
    }
    return .success
  }

  private func call(
    _ method: String, _ arguments: Arguments, _ environment: Environment, _ parameters: (inout JSONWriter) -> Void
  ) async throws -> JSONValue {
    try await AdministratorConnection.use(areas, arguments, environment) {
      try await $0.call(method, parameters: parameters)
    }
  }

  private func show(_ result: JSONValue, _ output: Terminal) throws {
    for token in try result.array("tokens") {
      let state = try token.optionalString("revoked_at").map { "revoked \($0)" } ?? "works"
      output.line(
        "\(try token.string("token_id"))  member \(try token.string("member_id"))  "
          + "\(printable(try token.optionalString("label") ?? "")), issued \(try token.string("issued_at")), \(state)")
    }
  }
}
