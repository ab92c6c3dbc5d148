import EventStore
import Glibc
import Primitives

/// Where a server of a store listens for its administrator, unless it is told otherwise.
enum AdministratorSocket {
  /// Beside the store; where that path is too long for a socket, or the store has none, in the system's place for
  /// temporary files, in a folder of the user's own.
  static func standardPath(for store: StoreAddress) -> String {
    let beside: String? =
      switch store {
      case .memory: nil
      case .journal(let directory): "\(directory)/movienight.sock"
      case .sqlite(let path): "\(path).sock"
      }
    if let beside, beside.utf8.count <= SocketAddress.longestUnixPath { return beside }
    let folder = "/tmp/movienight-\(getuid())"
    mkdir(folder, 0o700)
    let name = beside.map { String(CRC32.of(Array($0.utf8)), radix: 16) } ?? "memory-\(getpid())"
    return "\(folder)/\(name).sock"
  }

  /// The same path for whoever stands in another folder; as it is where that would be too long for a socket.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let absolute = "\(String(cString: folder))/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    return absolute.utf8.count <= SocketAddress.longestUnixPath ? absolute : path
  }
}
