import Console
import MovieNightClient
import Primitives

/// How the commands that talk to a running server reach it.
package enum ServerConnection {
  package static let options: [CommandOption] = [.connect, .token, .login]
  package static let household = CommandOption.value("household", "ID", "Which household, for the administrator.")

  /// - Parameter options: how long the client waits for what.
  package static func open(
    _ arguments: Arguments, _ environment: Environment,
    _ options: BlockingClient.Options = BlockingClient.Options()
  ) throws -> BlockingClient {
    let access = try access(arguments, environment)
    let client = try connect(access, environment, options)
    _ = try authenticate(client, access)
    return client
  }

  /// The same for what is the administrator's: a login is of a member, and does not count.
  package static func openWithoutLogin(_ arguments: Arguments, _ environment: Environment) throws -> BlockingClient {
    let access = try ServerAccess(arguments, logins: Logins.init)
    let client = try connect(access, environment)
    _ = try authenticate(client, access)
    return client
  }

  /// For what only a member can do.
  /// - Returns: the token that was used, too, and whom the server knows by it: the result of `auth.authenticate`.
  package static func openAsMember(_ arguments: Arguments, _ environment: Environment) throws -> (
    client: BlockingClient, token: String, identity: JSONValue
  ) {
    let access = try access(arguments, environment)
    guard let token = access.token else {
      throw CommandFailure(
        "Nobody is logged in at \(access.address)", hint: "Log in with: movienight login, or set MOVIENIGHT_TOKEN")
    }
    let client = try connect(access, environment)
    return (client, token, try client.authenticate(token: token))
  }

  package static func access(_ arguments: Arguments, _ environment: Environment) throws -> ServerAccess {
    try ServerAccess(arguments, logins: environment.logins)
  }

  /// Authenticates with the token, else as the administrator on a Unix socket, else not at all.
  /// Returns whom the server then knows: the result of `auth.authenticate`.
  package static func authenticate(_ client: BlockingClient, _ access: ServerAccess) throws -> JSONValue? {
    if let token = access.token { return try client.authenticate(token: token) }
    guard case .unix = client.address else { return nil }
    return try client.authenticateAsAdministrator()
  }

  package static func connect(
    _ access: ServerAccess, _ environment: Environment,
    _ options: BlockingClient.Options = BlockingClient.Options()
  ) throws -> BlockingClient {
    try BlockingClient.connect(to: access.address, options: options, clock: environment.clock)
  }
}
