import Console
import MovieNightKit

/// How the commands that talk to a running server reach it.
package enum ServerConnection {
  package static let options: [CommandOption] = [.connect, .token, .login]
  package static let household = CommandOption.value("household", "ID", "Which household, for the administrator.")

  /// - Parameter options: how long the client waits for what.
  package static func open(
    _ arguments: Arguments, _ environment: Environment,
    _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> MovieNightClient {
    try await open(access(arguments, environment), environment, options).client
  }

  /// The same for what is the administrator's: a login is of a member, and does not count.
  package static func openWithoutLogin(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> MovieNightClient {
    try await open(ServerAccess(arguments, logins: Logins.init), environment).client
  }

  /// - Returns: the client, and the identity that it authenticated as; nil without authentication.
  package static func open(
    _ access: ServerAccess, _ environment: Environment, _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> (client: MovieNightClient, identity: Identity?) {
    let client = try await connect(access, environment, options)
    return (client, try await authenticate(client, access))
  }

  /// For what only a member can do.
  /// - Returns: the token that was used, too, and whom the server knows by it.
  package static func openAsMember(_ arguments: Arguments, _ environment: Environment) async throws -> (
    client: MovieNightClient, token: String, identity: Identity
  ) {
    let access = try access(arguments, environment)
    guard let token = access.token else {
      throw CommandFailure(
        "Nobody is logged in at \(access.address)", hint: "Log in with: movienight login, or set MOVIENIGHT_TOKEN")
    }
    let client = try await connect(access, environment)
    return (client, token, try await client.authenticate(token))
  }

  /// The household that the command line names, for the administrator.
  static func householdID(_ arguments: Arguments) throws(UsageError) -> HouseholdID? {
    guard let text = arguments.value(household) else { return nil }
    return try HouseholdID(text, of: "a household")
  }

  package static func access(_ arguments: Arguments, _ environment: Environment) throws -> ServerAccess {
    try ServerAccess(arguments, logins: environment.logins)
  }

  /// Authenticates with the token, else as the administrator on a Unix socket, else not at all.
  /// Returns whom the server then knows.
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
  /// - Parameter what: what has such an id: `a household`.
  package init(_ text: String, of what: String) throws(UsageError) {
    guard let id = Self(text) else { throw UsageError("'\(text)' is no id of \(what)") }
    self = id
  }
}
