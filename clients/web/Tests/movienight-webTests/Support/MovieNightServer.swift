import Foundation
import MovieNightKit

/// A movienight server of its own in a temporary folder, with the built-in catalog. It ends with this object.
final class MovieNightServer: @unchecked Sendable {
  // The program is set when the server starts and when it is started again, by the test alone.
  private var program: RunningProgram?
  private let folder: TemporaryFolder
  private(set) var address = ServerAddress.standard
  private let arguments: [String]
  private let environment: [String: String]

  var socket: String { folder.path + "/m.sock" }
  var demoTokenFile: String { folder.path + "/store.db.demo-token" }

  /// The program: the environment variable `MOVIENIGHT`, or the root package's debug build.
  private static let path =
    ProcessInfo.processInfo.environment["MOVIENIGHT"] ?? FileManager.default.currentDirectoryPath
    + "/../../.build/debug/movienight"

  /// - Parameter environment: Variables of the program in addition to those of the tests.
  init(_ arguments: [String] = [], environment: [String: String] = [:]) async throws {
    folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    self.arguments = arguments
    self.environment = environment
    try await start(port: 0)
  }

  func kill() async {
    program?.send(SIGKILL)
    _ = await program?.end()
  }

  /// Starts the killed server again at the same address.
  func startAgain() async throws {
    guard case .tcp(_, let port) = address else { return }
    try await start(port: port)
  }

  private func start(port: UInt16) async throws {
    let program = try RunningProgram(
      Self.path,
      [
        "serve", "--store", "sqlite:\(folder.path)/store.db", "--listen", "127.0.0.1:\(port)", "--socket", socket,
      ] + (arguments.contains("--catalog") ? [] : ["--catalog", "demo"]) + arguments, environment: environment)
    self.program = program
    let line = await program.output { $0.contains("\n") }
    guard let word = line.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("tcp=") }) else {
      throw ServerDidNotStart(errors: await program.errors())
    }
    address = try ServerAddress(String(word.dropFirst(4)))
  }

  struct ServerDidNotStart: Error {
    let errors: String
  }

  /// Creates a household, and returns its creator's token.
  func household(named name: String = "Friday Films", creator: String = "Ann") async throws -> String {
    let administrator = MovieNightClient(to: .unix(path: socket), as: .administrator)
    let created = try await administrator.households.create(
      named: name, by: NewMember(displayName: creator, avatarKey: "avatar_owl"))
    return created.token ?? ""
  }

  func client(_ token: String) -> MovieNightClient { MovieNightClient(to: address, as: .token(token)) }
}
