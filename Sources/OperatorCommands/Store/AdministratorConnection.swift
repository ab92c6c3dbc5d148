import Stores
import ClientCommands
import Console
import Glibc
import MovieNightKit
import Platform
import Server

/// Connects to a store as its administrator. The connection is to the server that holds the store or, if none does, to
/// a temporary server in this process, so that the same methods do the work in both cases.
package enum AdministratorConnection {
  package static func use<Result>(
    _ areas: ServerAreas, _ arguments: Arguments, _ environment: Environment, createsStore: Bool = false,
    _ body: (MovieNightClient) async throws -> Result
  ) async throws -> Result {
    let store = try StoreOptions.address(arguments)
    return try await use(areas, store: store, environment, createsStore) { client, _ in try await body(client) }
  }

  private static func use<Result>(
    _ areas: ServerAreas, store: StoreAddress, _ environment: Environment, _ createsStore: Bool,
    _ body: (_ client: MovieNightClient, _ isTemporary: Bool) async throws -> Result
  ) async throws -> Result {
    guard let socket = try socket(of: store) else {
      guard createsStore || store.exists else {
        throw CommandFailure(
          "There is no store at \(store)", hint: "Name another one with --store, or create it with: movienight serve")
      }
      return try await serve(areas, store, environment) { try await body($0, true) }
    }
    return try await body(connect(socket, clock: environment.clock), false)
  }

  /// Returns the administrator's socket of the server that holds the store; nil if no process holds it.
  private static func socket(of store: StoreAddress) throws -> String? {
    guard let holder = try StoreHolder.holder(of: store) else { return nil }
    guard let socket = holder.administratorSocket else {
      throw CommandFailure(
        "\(store) is in use by \(holder.name), which does not accept commands", hint: "Stop that process first.")
    }
    return socket
  }

  static func connect(_ socket: String, clock: ClientClock) async throws -> MovieNightClient {
    let client = try await MovieNightClient.connect(to: .unix(path: socket), clock: clock)
    try await client.authenticateAsAdministrator()
    return client
  }

  /// Calls `body` with a connection to a temporary server. Its socket is in a folder that no other user can enter.
  private static func serve<Result>(
    _ areas: ServerAreas, _ address: StoreAddress, _ environment: Environment,
    _ body: (MovieNightClient) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var progress = ProgressLine("Reading", unit: "events", environment)
    let application = try Application(
      Application.Configuration(
        areas: areas, store: address, listen: nil, socketPath: "\(folder.path)/administrator.sock",
        log: .standardError(minimumLevel: .error), watchesDeadlines: false),
      signals: nil, progress: { progress.update($0.position, of: $0.head) })
    let serving = WorkerThread(name: "server") {
      do {
        try application.run()
      } catch {
        Log.standardError().error("server_failed", ["error": .string("\(error)")])
      }
    }
    try serving.start()
    defer {
      application.stop()
      serving.join()
    }
    return try await body(connect("\(folder.path)/administrator.sock", clock: environment.clock))
  }
}

// MARK: Commands that take a store or a server

extension AdministratorConnection {
  /// Connects like `use`. If no store is named, it connects to the server that --connect or MOVIENIGHT_CONNECT names
  /// or, if the default store does not exist, to that of the login, so that a user of a server does not make a store by
  /// mistake. Over TCP a command can be sent only if it is `isForEveryone`; such a command also creates a store that does
  /// not exist. `isTemporary` is whether the server ends with `body`.
  static func useServer<Result>(
    _ areas: ServerAreas, _ arguments: Arguments, _ environment: Environment, isForEveryone: Bool = false,
    _ body: (_ client: MovieNightClient, _ isTemporary: Bool) async throws -> Result
  ) async throws -> Result {
    let store = try StoreOptions.address(arguments)
    guard let server = try server(arguments, store, environment) else {
      return try await use(areas, store: store, environment, isForEveryone, body)
    }
    if case .unix(let path) = server { return try await body(connect(path, clock: environment.clock), false) }
    // If the server holds the store, its administrator's socket is known.
    if let client = try? await holder(of: store, environment), await isServed(server, by: client) {
      return try await body(client, false)
    }
    let failure = CommandFailure(
      "\(server) takes this command only from its administrator, on its Unix socket",
      hints: [
        "On the server's machine, add --connect unix:PATH: movienight serve prints the PATH when it starts.",
        "Or name the server's store with --store STORE.",
      ])
    guard isForEveryone else { throw failure }
    do {
      return try await body(MovieNightClient.connect(to: server, clock: environment.clock), false)
    } catch let error as ClientError where [401, 403].contains(error.refusal?.code) {
      throw failure
    }
  }

  /// Returns the server that was named instead of a store; nil if the command is for the store.
  private static func server(
    _ arguments: Arguments, _ store: StoreAddress, _ environment: Environment
  ) throws -> ServerAddress? {
    if arguments.isGiven(.store) {
      guard !arguments.isGiven(.connect) else { throw UsageError("Use either --store or --connect") }
      return nil
    }
    let isTyped = arguments.isGiven(.connect) || arguments.isGiven(.login)
    if !isTyped, arguments.given(.store) != nil || arguments.given(.connect) == nil && store.exists { return nil }
    return try ServerConnection.namedAddress(arguments, environment)
  }

  private static func holder(of store: StoreAddress, _ environment: Environment) async throws -> MovieNightClient? {
    guard let socket = try socket(of: store) else { return nil }
    return try await connect(socket, clock: environment.clock)
  }

  private static func isServed(_ address: ServerAddress, by client: MovieNightClient) async -> Bool {
    guard let listen = await listenAddress(of: client) else { return false }
    return address.reaches(listen)
  }

  private static func listenAddress(of client: MovieNightClient) async -> ServerAddress? {
    (try? await client.server.info())?.listen.flatMap { try? ServerAddress($0) }
  }

  /// Returns the address at which users of this machine log in to the client's server.
  static func loginAddress(of client: MovieNightClient) async -> ServerAddress {
    guard case .unix = client.address else { return client.address }
    return await listenAddress(of: client)?.fromThisMachine ?? client.address
  }
}

extension StoreAddress {
  /// Whether the store exists. One without files counts as existing.
  fileprivate var exists: Bool {
    switch self {
    case .memory, .postgres: true
    case .journal(let path), .sqlite(let path): access(path, F_OK) == 0
    }
  }
}

private struct TemporaryFolder {
  let path: String

  init() throws(CommandFailure) {
    var template = Array("/tmp/movienight-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw CommandFailure("Cannot create a temporary folder in /tmp: \(String(cString: strerror(errno)))")
    }
    path = String(cString: made)
  }

  func remove() {
    rmdir(path)
  }
}
