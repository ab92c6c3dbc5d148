import Glibc

/// The files of a store, by whatever name it was reached.
struct StorePaths {
  /// Holds the events.
  let events: String
  /// What it works on beside that file.
  let sideFiles: [String]
  /// The side file that says who holds the store.
  let lock: String
  /// The side file with the store's witness.
  let witness: String
}

extension StoreAddress {
  /// Nil for a store that is not in files.
  var paths: StorePaths? {
    switch self {
    case .memory, .postgres: return nil
    case .journal(let directory):
      let place = Files.realPath(of: directory)
      return StorePaths(
        events: "\(directory)/events.jsonl", sideFiles: ["\(directory)/texts"], lock: "\(place)/.lock",
        witness: "\(place)/.witness")
    case .sqlite(let path):
      let place = Files.realPath(of: path)
      return StorePaths(
        events: path, sideFiles: ["\(place)-wal", "\(place)-shm"], lock: "\(place).lock", witness: "\(place).witness")
    }
  }
}

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
    guard let paths = address.paths else { return [] }
    let events = if case .sqlite(let path) = address { Files.realPath(of: path) } else { paths.events }
    let files = ([events] + paths.sideFiles).compactMap { StoreExposure($0, change: "go-rwx") { $0 & 0o077 != 0 } }
    // In a folder with the sticky bit, such as /tmp, users cannot replace each other's files.
    let folder = StoreExposure(Files.parent(of: events), change: "o-w") { $0 & 0o1002 == 0o002 }
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
