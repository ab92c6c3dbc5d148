import Stores
import Console
import Glibc
import Platform
import MovieNightPrimitives

/// The default path of the Unix socket on which a server accepts its administrator.
enum AdministratorSocket {
  /// Returns a path beside the store or, if that is too long or the store has none, in the user's own folder in /tmp.
  /// Throws if this folder is another user's or accessible to others, who could replace the socket with their own.
  static func defaultPath(for store: StoreAddress) throws(CommandFailure) -> String {
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
        "\(folder) is not a folder that only you can access",
        hint: "Remove it, or give another path with --socket.")
    }
    let name = beside.map { String(CRC32.of(Array($0.utf8)), radix: 16) } ?? "server-\(getpid())"
    return "\(folder)/\(name).sock"
  }
}
