import ClientCommands
import Console
import MovieNightKit
import Server

struct TokenCommand: Subcommand {
  let areas: ServerAreas
  let name = "token"
  let summary = "List, issue or revoke your tokens, or those of any household."
  let positionals = "ACTION"
  let actions = [
    CommandAction("list", "List the tokens."),
    CommandAction("issue", "Issue a token. It is shown only once: the store keeps only its digest.", [member, label]),
    CommandAction(
      "revoke TOKEN", "Revoke a token. It stops working at once, also on open connections.", [member, force]),
  ]
  var options: [CommandOption] {
    ServerConnection.options + [.store, ServerConnection.household, Self.member, Self.label, Self.force, .json]
  }
  let details = """
    TOKEN is the token's number in token list, its label, the label's beginning if no other one has it, or its id. \
    With your login, these are your own tokens. With --household, they are those of any household, for the \
    administrator: --store or --connect selects the store or the server, as for household list.
    """
  let examples = [
    (line: "movienight token list", meaning: "Your tokens"),
    (line: "movienight token revoke tablet", meaning: "Revoke the token of the lost tablet"),
    (
      line: "movienight token issue --household \"Friday Films\" --member Tim --label Phone",
      meaning: "A new token for a member"
    ),
  ]

  fileprivate static let member = CommandOption.value(
    "member", "NAME", "The member who gets the token, or whose token it is.")
  fileprivate static let force = CommandOption.flag("force", "Revoke even the token of this login.")
  fileprivate static let label = CommandOption.value("label", "TEXT", "A label for the token.", fallback: "Token")

  func run(_ arguments: Arguments, _ environment: Environment) async throws -> ExitCode {
    let action = arguments.positionals[0]
    guard let household = arguments.value(ServerConnection.household) else {
      try await manageOwn(arguments, environment)
      return .success
    }
    if action == "issue" { _ = try arguments.value(Self.member, neededBy: action) }
    try await AdministratorConnection.useServer(areas, arguments, environment) { client, isTemporary in
      let household = try await client.householdID(called: household)
      try await Tokens(client, of: household, isTemporary: isTemporary, arguments, environment).run(action)
    }
    return .success
  }

  /// Lists, issues or revokes the user's own tokens.
  private func manageOwn(_ arguments: Arguments, _ environment: Environment) async throws {
    let action = arguments.positionals[0]
    if let option = [.store, Self.member].first(where: arguments.isGiven) {
      throw UsageError("--\(option.name) needs --household NAME")
    }
    guard try ServerConnection.access(arguments, environment).token != nil else {
      let failure = ServerConnection.notLoggedIn(environment)
      let hint = "The administrator names a household: movienight token \(action) --household NAME"
      throw CommandFailure(failure.description, hints: failure.hints + [hint])
    }
    let (client, token, _) = try await ServerConnection.openAsMember(arguments, environment)
    let own = TokenText.id(of: token)
    try await Tokens(client, of: nil, own: own, isTemporary: false, arguments, environment).run(action)
  }
}

/// The tokens of a household or, if `household` is nil, the user's own.
private struct Tokens {
  private let client: MovieNightClient
  private let household: HouseholdID?
  /// The token of the user's login; nil for the administrator.
  private let own: TokenID?
  private let isTemporary: Bool
  private let arguments: Arguments
  private let environment: Environment

  /// Creates the tokens. `isTemporary` is whether the client's server is temporary.
  init(
    _ client: MovieNightClient, of household: HouseholdID?, own: TokenID? = nil, isTemporary: Bool,
    _ arguments: Arguments, _ environment: Environment
  ) {
    (self.client, self.household, self.own, self.isTemporary) = (client, household, own, isTemporary)
    (self.arguments, self.environment) = (arguments, environment)
  }

  func run(_ action: String) async throws {
    switch action {
    case "list": try await list()
    case "issue": try await issue()
    default: try await revoke(arguments.positionals[1])
    }
  }

  private func list() async throws {
    let list = try await client.rawResult(of: TokensRequests.list(household: household))
    var members: [Member] = []
    if let household, !arguments.has(.json) {
      members = try await client.rawResult(of: HouseholdsRequests.get(household: household)).shown().members
    }
    try environment.show(list, arguments) { AccessRenderer(environment).lines($0.tokens, of: members, own: own) }
  }

  private func issue() async throws {
    let request = TokensRequests.issue(
      label: arguments.value(TokenCommand.label) ?? "", for: try await memberID(), household: household,
      secret: newSecret())
    let issued = try await client.rawResult(of: request)
    let address = await isTemporary || arguments.has(.json) ? nil : AdministratorConnection.loginAddress(of: client)
    try environment.show(issued, arguments) { issued in
      guard let token = issued.token else { throw JSONError(.missing, field: "token") }
      return TokenText.lines(token: token, at: address)
    }
  }

  private func revoke(_ typed: String) async throws {
    let token = try await token(called: typed)
    guard token.id != own || arguments.has(TokenCommand.force) else {
      throw CommandFailure(
        "\(token.name) is the token of this login, which would stop working",
        hints: [
          "To revoke it anyway: movienight token revoke \(shellWord(typed)) --force",
          "To remove only the login from this machine: movienight logout",
        ])
    }
    let result = try await client.rawResult(of: TokensRequests.revoke(token.id, household: household))
    try environment.show(result, arguments) { _ in ["Revoked \(printable(token.name))."] }
  }

  /// Finds a valid token by its number, label or id. The existence of an id is not checked.
  private func token(called typed: String) async throws -> (id: TokenID, name: String) {
    if let id = TokenID(typed) { return (id, typed) }
    let member = try await memberID()
    let valid = try await client.tokens.list(household: household).tokens.filter { $0.revokedAt == nil }
    // The numbers are those of the list, which has the tokens of all members.
    let tokens = AccessRenderer.numbered(valid).filter { member == nil || $0.thing.memberID == member }
    let lookup = NameLookup(
      ("valid token", "valid tokens"), among: tokens, called: { $0.thing.label ?? "" }, id: { $0.number },
      idKind: "number in token list")
    let found = try lookup.one(typed).thing
    return (found.id, found.label ?? typed)
  }

  /// Returns the member that --member names; nil without it.
  private func memberID() async throws -> MemberID? {
    guard let name = arguments.value(TokenCommand.member) else { return nil }
    return try await client.memberID(called: name, in: household)
  }
}
