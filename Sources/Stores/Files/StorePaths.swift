import Glibc

/// The paths of a store's files. The paths of the lock and of the high-water mark are the same whichever path the store
/// was opened with, because they are based on its real path.
struct StorePaths {
  let events: String
  let sideFiles: [String]
  /// The side file that names the store's holder.
  let lock: String
  let highWaterMark: String
}

extension StoreAddress {
  /// The paths of the store's files; nil for a store that has no files.
  var paths: StorePaths? {
    switch self {
    case .memory, .postgres: return nil
    case .journal(let directory):
      let place = Files.realPath(of: directory)
      return StorePaths(
        events: "\(directory)/events.jsonl", sideFiles: ["\(directory)/texts"], lock: "\(place)/.lock",
        highWaterMark: "\(place)/.witness")
    case .sqlite(let path):
      let place = Files.realPath(of: path)
      return StorePaths(
        events: path, sideFiles: ["\(place)-wal", "\(place)-shm"], lock: "\(place).lock",
        highWaterMark: "\(place).witness")
    }
  }
}

/// A file or folder of a store that other users of the machine can access.
public struct StoreExposure: Equatable, Sendable {
  public let path: String
  /// The permissions in octal, as in `chmod`.
  public let mode: String
  /// The command that removes the access.
  public let hint: String

  /// Returns a store's files that other users can read or write, and their folder if other users can add files there.
  public static func all(of address: StoreAddress) -> [StoreExposure] {
    guard let paths = address.paths else { return [] }
    let events = if case .sqlite(let path) = address { Files.realPath(of: path) } else { paths.events }
    let files = ([events] + paths.sideFiles).compactMap { StoreExposure($0, change: "go-rwx") { $0 & 0o077 != 0 } }
    // In a folder with the sticky bit, such as /tmp, users cannot replace each other's files.
    let folder = StoreExposure(Files.parent(of: events), change: "o-w") { $0 & 0o1002 == 0o002 }
    return files + (folder.map { [$0] } ?? [])
  }

  private init?(_ path: String, change: String, where isTooWide: (mode_t) -> Bool) {
    var status = stat()
    guard stat(path, &status) == 0, isTooWide(status.st_mode) else { return nil }
    self.path = path
    mode = String(status.st_mode & 0o7777, radix: 8)
    hint = "chmod \(change) \(path)"
  }
}
