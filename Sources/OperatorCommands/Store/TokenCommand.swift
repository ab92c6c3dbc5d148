import ClientCommands
import Console
import MovieNightKit
import Server

struct TokenCommand: Subcommand {
  let areas: ServerAreas
  let name = "token"
  let summary = "List, issue or revoke the tokens of a household."
  let positionals = "ACTION"
  let actions = [
    CommandAction("list", "List the tokens of a household."),
    CommandAction("issue", "Issue a token. It is shown only once: the store keeps only its digest.", [member, label]),
    CommandAction("revoke TOKEN_ID", "Revoke a token. It stops working at once, also on open connections."),
  ]
  let options: [CommandOption] = [.store, household, member, label, .json]
  let examples = [
    (line: "movienight token list --household ID", meaning: "All tokens of a household"),
    (line: "movienight token issue --household ID --member ID --label Phone", meaning: "A new token for a member"),
    (line: "movienight token revoke TOKEN_ID --household ID", meaning: "Revoke a token"),
  ]

  private static let household = CommandOption.value("household", "ID", "The household of the tokens.")
  private static let member = CommandOption.value("member", "ID", "The member who gets the token.")
  private static let label = CommandOption.value("label", "TEXT", "A label for the token.", fallback: "Token")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    guard let text = arguments.value(Self.household) else { throw UsageError("--household is missing") }
    func show<Value>(_ request: TypedRequest<Value>, _ lines: (Value) throws -> [String]) async throws {
      try await AdministratorConnection.show(request, areas, arguments, environment, lines)
    }
    func household() throws -> HouseholdID { try StoreOptions.id(text, "a household") }
    switch arguments.positionals[0] {
    case "list": try await show(TokensRequests.list(household: household())) { $0.tokens.map(Self.line) }
    case "issue":
      let member = try arguments.value(Self.member, neededBy: "issue")
      let request = TokensRequests.issue(
        label: arguments.value(Self.label) ?? "", for: try StoreOptions.id(member, "a member"),
        household: try household(), secret: newSecret())
      try await show(request) { issued in
        guard let token = issued.token else { throw JSONError(.missing, field: "token") }
        return ["export MOVIENIGHT_TOKEN=\(token)"]
      }
    case "revoke":
      let token: TokenID = try StoreOptions.id(arguments.positionals[1], "a token")
      try await show(TokensRequests.revoke(token, household: household())) { _ in
        ["Revoked \(arguments.positionals[1])."]
      }
    case let action: throw UsageError.unknownAction(action, among: words)
    }
    return .success
  }

  private static func line(_ token: TokenEntry) -> String {
    let state = token.revokedAt.map { "revoked \($0.text(.seconds))" } ?? "active"
    return "\(token.id)  member \(token.memberID)  \(printable(token.label ?? "")), "
      + "issued \(token.issuedAt.text(.seconds)), \(state)"
  }
}
