import Console
import MovieNightKit
import MovieNightPrimitives

/// How the commands that talk to a running server reach it.
package enum ServerConnection {
  package static let options: [CommandOption] = [.connect, .token, .login]
  package static let household = CommandOption.value("household", "ID", "Which household, for the administrator.")

  /// - Parameter options: how long the client waits for what.
  package static func open(
    _ arguments: Arguments, _ environment: Environment,
    _ options: MovieNightClient.Options = MovieNightClient.Options()
  ) async throws -> MovieNightClient {
    let access = try access(arguments, environment)
    let client = try await connect(access, environment, options)
    _ = try await authenticate(client, access)
    return client
  }

  /// The same for what is the administrator's: a login is of a member, and does not count.
  package static func openWithoutLogin(_ arguments: Arguments, _ environment: Environment) async throws
    -> MovieNightClient
  {
    let access = try ServerAccess(arguments, logins: Logins.init)
    let client = try await connect(access, environment)
    _ = try await authenticate(client, access)
    return client
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
