import Glibc

/// A file or folder of a store that other users of the machine have access to.
public struct StoreExposure: Equatable, Sendable {
  public let path: String
  /// The permissions in octal, as `ls` and `chmod` count them.
  public let mode: String
  /// The command that takes the access away.
  public let hint: String

  /// What of the store at an address others can read or write: its files, and the folder that holds them where others can
  /// put files of their own there. Empty for a store that is not in files.
  public static func all(of address: StoreAddress) -> [StoreExposure] {
    let paths: [String] =
      switch address {
      case .memory, .postgres: []
      case .journal(let directory): ["\(directory)/events.jsonl", "\(directory)/texts"]
      case .sqlite(let path): ["", "-wal", "-shm"].map { Files.realPath(of: path) + $0 }
      }
    guard let file = paths.first else { return [] }
    let files = paths.compactMap { StoreExposure($0, change: "go-rwx") { $0 & 0o077 != 0 } }
    // In a folder with the sticky bit, such as /tmp, users cannot replace each other's files.
    let folder = StoreExposure(Files.parent(of: file), change: "o-w") { $0 & 0o1002 == 0o002 }
    return files + (folder.map { [$0] } ?? [])
  }

  /// Nil where the permissions are not too wide, or there is no such file.
  private init?(_ path: String, change: String, where isTooWide: (mode_t) -> Bool) {
    var status = stat()
    guard stat(path, &status) == 0, isTooWide(status.st_mode) else { return nil }
    self.path = path
    mode = String(status.st_mode & 0o7777, radix: 8)
    hint = "chmod \(change) \(path)"
  }
}
