import MovieNightClient
import Primitives

/// How the commands that talk to a running server reach it.
enum ServerConnection {
  static let options: [CommandOption] = [.connect, .token]
  static let household = CommandOption.value("household", "ID", "Which household, for the administrator.")

  static func open(_ arguments: Arguments, _ environment: Environment) throws -> MovieNightClient {
    let client = try connect(arguments, environment)
    _ = try authenticate(client, arguments)
    return client
  }

  /// Authenticates with the token, else as the administrator on a Unix socket, else not at all.
  /// Returns whom the server then knows: the result of `auth.authenticate`.
  static func authenticate(_ client: MovieNightClient, _ arguments: Arguments) throws -> JSONValue? {
    if let token = arguments.value(.token) { return try client.authenticate(token: token) }
    guard case .unix = client.address else { return nil }
    return try client.authenticateAsAdministrator()
  }

  static func connect(_ arguments: Arguments, _ environment: Environment) throws -> MovieNightClient {
    let address = try arguments.value(.connect).map { try ServerAddress($0) } ?? .standard
    return try MovieNightClient.connect(to: address, clock: environment.clock)
  }
}
