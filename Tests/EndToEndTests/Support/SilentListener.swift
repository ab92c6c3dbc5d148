import Glibc

@testable import Platform
@testable import Transport

/// A Unix socket that accepts connections and never answers. A command-line client that connects to it has read its
/// arguments and waits.
final class SilentListener {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard let address = SocketAddress(unixPath: path) else { throw TestFailure("\(path) is too long") }
    try systemCall("bind") { address.withPointer { bind(descriptor, $0, $1) } }
    try systemCall("listen") { listen(descriptor, 4) }
  }

  deinit { close(descriptor) }

  /// Waits for a client to connect, runs `body`, and then closes the client's connection.
  func whileAClientWaits<Result>(_ body: () throws -> Result) throws -> Result {
    let connection = try systemCall("accept") { accept(descriptor, nil, nil) }
    defer { close(connection) }
    return try body()
  }
}
