import Stores
import Console
import Glibc
import MovieNightKit
import Platform
import Server

/// Connects to a store as its administrator. The connection is to the server that holds the store or, if none does, to
/// a temporary server in this process, so that the same methods do the work in both cases.
package enum AdministratorConnection {
  package static func use<Result>(
    _ areas: ServerAreas, _ arguments: Arguments, _ environment: Environment,
    _ body: (MovieNightClient) async throws -> Result
  ) async throws -> Result {
    let address = try StoreOptions.address(arguments)
    guard let holder = try StoreHolder.holder(of: address) else {
      return try await serve(areas, address, environment, body)
    }
    guard let socket = holder.administratorSocket else {
      throw CommandFailure(
        "\(address) is in use by \(holder.name), which does not accept commands", hint: "Stop that process first.")
    }
    return try await body(connect(socket, clock: environment.clock))
  }

  /// Sends a request and prints its result, either as JSON with `--json` or as the lines that `lines` returns.
  static func show<Value>(
    _ request: TypedRequest<Value>, _ areas: ServerAreas, _ arguments: Arguments, _ environment: Environment,
    _ lines: (Value) throws -> [String]
  ) async throws {
    let result = try await use(areas, arguments, environment) { try await $0.rawResult(of: request) }
    environment.output.lines(arguments.has(.json) ? [result.json.compactText] : try lines(result.value()))
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
