import MovieNightClient

/// How the commands that talk to a running server reach it.
enum ServerConnection {
  static let options: [CommandOption] = [.connect, .token]
  static let household = CommandOption.value("household", "ID", "Which household, for the administrator.")

  /// Connects and authenticates: with the token, else as the administrator on a Unix socket, else not at all.
  static func open(_ arguments: Arguments, _ environment: Environment, authenticating: Bool = true) throws
    -> MovieNightClient
  {
    let client = try connect(arguments, environment)
    guard authenticating else { return client }
    if let token = arguments.value(.token) {
      try client.authenticate(token: token)
    } else if case .unix = client.address {
      try client.authenticateAsAdministrator()
    }
    return client
  }

  static func connect(_ arguments: Arguments, _ environment: Environment) throws -> MovieNightClient {
    let address = try arguments.value(.connect).map { try ServerAddress($0) } ?? .standard
    return try MovieNightClient.connect(to: address, clock: environment.clock)
  }
}
