import Console
import MovieNightKit

/// Connects commands to a running server.
package enum ServerConnection {
  package static let options: [CommandOption] = [.connect, .token, .login]
  package static let household = CommandOption.value("household", "ID", "The household's id (for administrators).")

  /// Connects and authenticates.
  package static func open(
    _ arguments: Arguments, _ environment: Environment,
    _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> MovieNightClient {
    try await open(access(arguments, environment), environment, options).client
  }

  /// Connects without a login, which belongs to a member: for commands of the administrator.
  package static func openWithoutLogin(
    _ arguments: Arguments, _ environment: Environment
  ) async throws -> MovieNightClient {
    try await open(ServerAccess(arguments, logins: Logins.init), environment).client
  }

  /// Returns the client and its identity, which is nil without authentication.
  package static func open(
    _ access: ServerAccess, _ environment: Environment, _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> (client: MovieNightClient, identity: Identity?) {
    let client = try await connect(access, environment, options)
    return (client, try await authenticate(client, access))
  }

  /// Connects for a command that only a member can run. Also returns the token and the member's identity.
  package static func openAsMember(_ arguments: Arguments, _ environment: Environment) async throws -> (
    client: MovieNightClient, token: String, identity: Identity
  ) {
    let access = try access(arguments, environment)
    guard let token = access.token else {
      throw CommandFailure(
        "You are not logged in at \(access.address)", hint: "Log in with: movienight login, or set MOVIENIGHT_TOKEN")
    }
    let client = try await connect(access, environment)
    return (client, token, try await client.authenticate(token))
  }

  /// The household that the administrator named on the command line.
  static func householdID(_ arguments: Arguments) throws(UsageError) -> HouseholdID? {
    guard let text = arguments.value(household) else { return nil }
    return try HouseholdID(text, of: "a household")
  }

  package static func access(_ arguments: Arguments, _ environment: Environment) throws -> ServerAccess {
    try ServerAccess(arguments, logins: environment.logins)
  }

  /// Authenticates with the token, else as the administrator on a Unix socket, else not at all. Returns the identity.
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
  /// Parses an id. `what` names the thing in the error: `a household`.
  package init(_ text: String, of what: String) throws(UsageError) {
    guard let id = Self(text) else { throw UsageError("'\(text)' is not the id of \(what): an id is a UUID") }
    self = id
  }
}
