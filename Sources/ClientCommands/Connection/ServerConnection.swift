import Console
import MovieNightKit

package enum ServerConnection {
  package static let options: [CommandOption] = [.connect, .token, .login]
  package static let household = CommandOption.value("household", "HOUSEHOLD", "The household (for administrators).")

  /// Connects and authenticates, if there is an identity to authenticate with.
  package static func open(
    _ arguments: Arguments, _ environment: Environment,
    _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> MovieNightClient {
    try await open(access(arguments, environment), environment, options).client
  }

  /// Connects for a command of the administrator. Logins are not used, because they belong to members.
  package static func openWithoutLogin(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> MovieNightClient {
    try await open(ServerAccess(arguments, logins: Logins.init), environment).client
  }

  /// Connects, and returns the client and its identity. The identity is nil if the client did not authenticate.
  package static func open(
    _ access: ServerAccess, _ environment: Environment, _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> (client: MovieNightClient, identity: Identity?) {
    let client = try await connect(access, environment, options)
    return (client, try await authenticate(client, access))
  }

  /// Connects for a command that only a member can run. Returns the client, the token and the member's identity.
  package static func openAsMember(_ arguments: Arguments, _ environment: Environment) async throws -> (
    client: MovieNightClient, token: String, identity: Identity
  ) {
    let access = try access(arguments, environment)
    guard let token = access.token else {
      throw notLoggedIn(environment, at: access.address)
    }
    let client = try await connect(access, environment)
    return (client, token, try await client.authenticate(token))
  }

  /// Advice for a person who has no token.
  static let tokenHint = """
    Without a token: join with an invite (movienight household join), or create a household \
    (movienight household create)
    """

  /// Returns the error for a command that needs a login, at `address` if the command names a server.
  package static func notLoggedIn(_ environment: Environment, at address: ServerAddress? = nil) -> CommandFailure {
    // A login file that cannot be read has been reported before.
    if let logins = try? environment.logins(), logins.current == nil, !logins.all.isEmpty {
      return CommandFailure("You are not logged in", hint: logins.currentSentence(environment.errors))
    }
    return CommandFailure(
      "You are not logged in\(address.map { " at \($0)" } ?? "")",
      hints: ["Log in with: movienight login, or set MOVIENIGHT_TOKEN", tokenHint])
  }

  /// Whether the user has a current login.
  package static func hasLogin(_ environment: Environment) throws -> Bool { try environment.logins().current != nil }

  /// Returns the id of the household that the administrator named on the command line; nil if none was named.
  static func householdID(_ arguments: Arguments, _ client: MovieNightClient) async throws -> HouseholdID? {
    guard let name = arguments.value(household) else { return nil }
    return try await client.householdID(called: name)
  }

  /// Throws an error if an administrator, who belongs to no household, has not named one.
  static func requireHousehold(_ household: HouseholdID?, for identity: Identity?) throws(UsageError) {
    guard household == nil, identity?.role == .administrator else { return }
    throw UsageError("An administrator needs --household NAME. List the names: movienight household list")
  }

  package static func access(_ arguments: Arguments, _ environment: Environment) throws -> ServerAccess {
    try ServerAccess(arguments, logins: environment.logins)
  }

  /// Authenticates with the token, or else as the administrator on a Unix socket. Nil if neither is possible.
  package static func authenticate(_ client: MovieNightClient, _ access: ServerAccess) async throws -> Identity? {
    if let token = access.token { return try await client.authenticate(token) }
    guard case .unix = client.address else { return nil }
    return try await client.authenticateAsAdministrator()
  }

  package static func connect(
    _ access: ServerAccess, _ environment: Environment,
    _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> MovieNightClient {
    try await MovieNightClient.connect(to: access.address, options: options, clock: environment.clock)
  }
}

extension Identifier {
  /// Parses an id. Errors call the thing that it identifies `what`, such as `a household`.
  package init(_ text: String, of what: String) throws(UsageError) {
    guard let id = Self(text) else { throw UsageError("'\(text)' is not the id of \(what): an id is a UUID") }
    self = id
  }
}
