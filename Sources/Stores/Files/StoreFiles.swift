import EventStore
import Glibc
import MovieNightPrimitives

/// The files of a store that is open for writing. This class locks them, and detects when one is removed or replaced.
///
/// Two files are locked with flock(2). The lock on `file`, which contains the events, keeps other processes from
/// opening the store for writing, under any path. The side file `lock` names the holder to other processes, but its
/// lock alone is not enough, because the side file can be removed. SQLite itself uses fcntl(2) locks, which do not
/// conflict with flock. But the system drops all fcntl locks on a file when the process closes any descriptor of it, so
/// `file` is closed after SQLite's connections.
///
/// If a file is removed or replaced while the server runs, later writes are silently lost when the server ends.
/// Therefore `check` compares the paths with the files that were opened, about once a second and never during a commit.
final class StoreFiles: Sendable {
  private let lock: File
  private let file: File
  private let highWaterMarkPath: String
  private let paths: [String]
  /// The device and inode of the file that was first seen at each path; paths without a file are absent.
  private let identities = Locked<[String: [UInt]]>([:])
  private let loss = Locked<StoreError?>(nil)
  private let lastMark: Locked<HighWaterMark?>

  /// Locks the files, and creates the file with the events if needed. Throws `locked` if another process holds the
  /// store; the message names that process if it is known.
  init(_ address: StoreAddress, administratorSocket: String?) throws(StoreError) {
    guard let paths = address.paths else { throw StoreError(.misuse, "\(address) has no files") }
    lock = try File(paths.lock, O_RDWR | O_CREAT | O_NOFOLLOW)
    guard try lock.lock() else { throw .locked(address, by: StoreHolder(lock)) }
    try lock.truncate(to: 0)
    try lock.write(StoreHolder(pid: getpid(), administratorSocket: administratorSocket).json, at: 0)
    file = try File(paths.events, O_RDWR | O_CREAT)
    guard try file.lock() else {
      throw StoreError(
        .locked, "\(address) is in use by another process, although \(paths.lock) is not locked",
        hint:
          "The lock file was removed, or the store has two paths. Find the process with `fuser \(paths.events)` and stop it."
      )
    }
    highWaterMarkPath = paths.highWaterMark
    lastMark = Locked(HighWaterMark(at: highWaterMarkPath))
    self.paths = [paths.events] + paths.sideFiles
  }

  // MARK: Checking the files

  /// Compares each path with the file first seen there. Throws like `EventStore.checkFiles`.
  func check() throws(StoreError) {
    let lost = identities.withLock { identities in
      paths.first { path in
        let found = Self.identity(of: path)
        guard let known = identities[path] else {
          identities[path] = found
          return false
        }
        return found != known
      }
    }
    loss.withLock { loss in
      loss = lost.map { path in
        StoreError(
          .unavailable,
          "\(path) was removed or replaced while it was in use, so nothing more is written",
          hint: "Put back the original file, or restart the server on the present one.")
      }
    }
    try requireInPlace()
  }

  /// Returns the device and inode of the file at a path, which identify it under any name; nil if there is none.
  private static func identity(of path: String) -> [UInt]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt(status.st_dev), UInt(status.st_ino)] : nil
  }

  /// Throws the same error as the last `check`, if that threw one.
  func requireInPlace() throws(StoreError) {
    if let loss = loss.withLock({ $0 }) { throw loss }
  }

  // MARK: The high-water mark

  /// The last high-water mark that this process wrote, or the one that it found in the file if it has not written any.
  var highWaterMark: HighWaterMark? { lastMark.withLock { $0 } }

  func write(_ highWaterMark: HighWaterMark) throws(StoreError) {
    guard highWaterMark != self.highWaterMark else { return }
    try requireInPlace()
    try highWaterMark.write(to: highWaterMarkPath)
    lastMark.withLock { $0 = highWaterMark }
  }

  /// Releases the locks. Call nothing else afterwards. The descriptors stay open until this object is deallocated. The
  /// side file is emptied, but not removed, because another process may have just opened it to lock it.
  func release() {
    file.unlock()
    _ = ftruncate(lock.descriptor, 0)
    lock.unlock()
  }
}

extension File {
  /// Takes the file's lock, and returns whether it was free. Waits briefly, because a process that only checks the lock
  /// (`isLocked`) holds it for a moment.
  fileprivate func lock() throws(StoreError) -> Bool {
    for _ in 0..<10 {
      if try tryLock(LOCK_EX) { return true }
      usleep(5000)
    }
    return false
  }

  fileprivate func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Returns whether another process holds the lock. If the lock is free, this takes it until the file is closed.
  fileprivate func isLocked() throws(StoreError) -> Bool { try !tryLock(LOCK_SH) }

  private func tryLock(_ operation: Int32) throws(StoreError) -> Bool {
    if flock(descriptor, operation | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreError.system(.cannotOpen, "lock", path, errno) }
    return false
  }
}

/// The process that writes to a store.
public struct StoreHolder: Equatable, Sendable {
  /// The process id; 0 if it is unknown.
  public let pid: Int32
  /// The path of the socket for administrators' commands; nil if there is none, or if it is unknown.
  public let administratorSocket: String?

  /// Returns the process that holds the store; nil if no process does. Do not call this after this process has opened
  /// the store, because it closes a descriptor of the database file, which drops SQLite's locks in this process.
  public static func holder(of address: StoreAddress) throws(StoreError) -> StoreHolder? {
    guard let paths = address.paths else { return nil }
    let unnamed = StoreHolder(pid: 0, administratorSocket: nil)
    if Files.exists(paths.lock) {
      let file = try File(paths.lock, O_RDONLY | O_NOFOLLOW)
      if try file.isLocked() { return StoreHolder(file) ?? unnamed }
    }
    // The file with the events is checked, too, because the side file may be removed while a process holds the store.
    guard Files.exists(paths.events), try File(paths.events, O_RDONLY).isLocked() else { return nil }
    return unnamed
  }

  /// The name for messages, such as `process 4711`.
  public var name: String { pid == 0 ? "another process" : "process \(pid)" }

  init(pid: Int32, administratorSocket: String?) {
    self.pid = pid
    self.administratorSocket = administratorSocket
  }

  /// Reads the side file; nil if the holder has not written it yet.
  fileprivate init?(_ file: File) {
    guard let bytes = try? file.read(), let json = try? JSONDocument(bytes).root,
      let pid = try? json.integer("pid"), let pid = Int32(exactly: pid)
    else { return nil }
    self.init(pid: pid, administratorSocket: json["administrator_socket"]?.string)
  }

  fileprivate var json: [UInt8] {
    JSONWriter.object { json in
      json.field("pid", Int(pid))
      json.field("administrator_socket", administratorSocket)
    }.bytes
  }
}

extension StoreError {
  fileprivate static func locked(_ address: StoreAddress, by holder: StoreHolder?) -> StoreError {
    guard let holder else { return StoreError(.locked, "\(address) is in use by another process") }
    let socket = holder.administratorSocket.map { ", administrator's socket \($0)" } ?? ""
    return StoreError(
      .locked, "\(address) is in use by process \(holder.pid)\(socket)",
      hint: "Stop that process first, or send the command to its socket.")
  }
}
