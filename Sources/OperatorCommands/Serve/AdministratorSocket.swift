import Stores
import Console
import Glibc
import Platform
import MovieNightPrimitives

/// Where a server of a store listens for its administrator, unless it is told otherwise.
enum AdministratorSocket {
  /// Beside the store; where that path is too long for a socket, or the store has none, in the system's place for
  /// temporary files, in a folder of the user's own.
  /// - Throws: where that folder is somebody else's, or open to others: whoever can write there could put a socket of
  ///   their own in the place of ours.
  static func standardPath(for store: StoreAddress) throws(CommandFailure) -> String {
    let beside: String? =
      switch store {
      case .memory, .postgres: nil
      case .journal(let directory): "\(directory)/movienight.sock"
      case .sqlite(let path): "\(path).sock"
      }
    if let beside, beside.utf8.count <= UnixPath.longest { return beside }
    let folder = "/tmp/movienight-\(getuid())"
    mkdir(folder, 0o700)
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
      status.st_mode & 0o077 == 0
    else {
      throw CommandFailure(
        "\(folder) is not a folder of this user alone", hint: "Remove it, or name another place with --socket.")
    }
    let name = beside.map { String(CRC32.of(Array($0.utf8)), radix: 16) } ?? "server-\(getpid())"
    return "\(folder)/\(name).sock"
  }
}
