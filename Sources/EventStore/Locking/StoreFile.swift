import Glibc
import MovieNightPrimitives

/// The file that a store writes to, held while the store is open: nobody else opens it for writing, by whatever name.
///
/// A lock (flock) on the file itself. `StoreLock` says who holds the store, but stands beside it, where it can be removed.
/// SQLite locks the same file in another way (fcntl), of which this takes nothing away. But the system drops all locks of
/// that other way when the process closes any descriptor of the file: this one is closed after SQLite's connections.
///
/// `@unchecked Sendable`: nothing changes after `init`.
final class StoreFile: @unchecked Sendable {
  private let file: File

  /// Makes the file where there is none.
  /// - Throws: `locked`, where another process writes to it.
  init(of address: StoreAddress) throws(StoreError) {
    guard let path = address.filePath, let lockPath = address.lockPath else {
      throw StoreError(.misuse, "\(address) is not a file")
    }
    file = try File(path, O_RDWR | O_CREAT)
    guard try file.lock() else {
      throw StoreError(
        .locked, "\(address) is in use by another process, although nobody holds \(lockPath)",
        hint: "That file was removed, or the store has two names. `fuser \(path)` tells the process: stop it first.")
    }
  }

  /// Lets others in. The descriptor stays open as long as this object.
  func release() { file.unlock() }
}

extension File {
  /// Takes the lock of the file, whatever its name. Whoever only looks (`isLocked`) is waited for.
  /// - Returns: whether it could be had.
  func lock() throws(StoreError) -> Bool {
    for _ in 0..<10 {
      if try tryLock(LOCK_EX) { return true }
      usleep(5000)
    }
    return false
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Whether somebody holds the lock. It is held for an instant to find out, and given back when the file is closed.
  func isLocked() throws(StoreError) -> Bool { try !tryLock(LOCK_SH) }

  private func tryLock(_ operation: Int32) throws(StoreError) -> Bool {
    if flock(descriptor, operation | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreError.system(.cannotOpen, "lock", path, errno) }
    return false
  }
}

extension StoreAddress {
  /// The file that holds the events; nil for a store that is none.
  var filePath: String? {
    switch self {
    case .memory, .postgres: nil
    case .journal(let directory): "\(directory)/events.jsonl"
    case .sqlite(let path): path
    }
  }

  /// The side file that says who holds the store, beside the store's own place, by whatever name it was reached; nil for a
  /// store that has no such lock.
  var lockPath: String? {
    switch self {
    case .memory, .postgres: nil
    case .journal(let directory): "\(Files.realPath(of: directory))/.lock"
    case .sqlite(let path): "\(Files.realPath(of: path)).lock"
    }
  }
}
