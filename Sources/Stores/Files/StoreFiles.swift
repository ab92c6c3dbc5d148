import EventStore
import Glibc
import MovieNightPrimitives

/// The files of a store that is open for writing: locks them against other processes and detects their removal.
///
/// The flock(2) of the file with the events keeps others from opening it for writing under any name. That of a side file names
/// the holder, but the side file can be removed. SQLite uses fcntl(2) locks, which do not conflict with flock. But the system
/// drops all fcntl locks when the process closes any descriptor of the file, so `file` is closed after SQLite's connections.
///
/// If a file is removed or replaced under a running server, later writes are silently lost when the server ends. So paths
/// are compared with what was opened, about once a second and never during a commit.
final class StoreFiles: Sendable {
  private let lock: File
  private let file: File
  private let highWaterMarkPath: String
  private let paths: [String]
  /// The device and inode seen first at each path where a file existed.
  private let identities = Locked<[String: [UInt]]>([:])
  private let loss = Locked<StoreError?>(nil)
  private let lastMark: Locked<HighWaterMark?>

  /// Locks the files, and creates the file with the events if needed. Throws `locked`, naming the holder.
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

  /// Compares each path with the file that was first seen there.
  /// - Throws: `unavailable` if one was removed or replaced; `requireInPlace` then throws it too, until they are back.
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

  /// Returns device and inode, which identify a file under any name.
  private static func identity(of path: String) -> [UInt]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt(status.st_dev), UInt(status.st_ino)] : nil
  }

  /// Throws the error of the last `check`, if there was one.
  func requireInPlace() throws(StoreError) {
    if let loss = loss.withLock({ $0 }) { throw loss }
  }

  // MARK: The high-water mark

  /// The high-water mark that this process has written, or else the last one found.
  var highWaterMark: HighWaterMark? { lastMark.withLock { $0 } }

  func write(_ highWaterMark: HighWaterMark) throws(StoreError) {
    guard highWaterMark != self.highWaterMark else { return }
    try requireInPlace()
    try highWaterMark.write(to: highWaterMarkPath)
    lastMark.withLock { $0 = highWaterMark }
  }

  /// Releases the locks; no call may follow. The descriptors stay open as long as this object. The side file stays, because
  /// removing it could unlink a lock file that another process has just opened.
  func release() {
    file.unlock()
    _ = ftruncate(lock.descriptor, 0)
    lock.unlock()
  }
}

extension File {
  /// Takes the file's lock, and returns whether it was free. Waits briefly, since a call of `isLocked` may hold it.
  fileprivate func lock() throws(StoreError) -> Bool {
    for _ in 0..<10 {
      if try tryLock(LOCK_EX) { return true }
      usleep(5000)
    }
    return false
  }

  fileprivate func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Whether another process holds the lock. Checking takes the lock briefly, until the file is closed.
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
  /// The socket for administrators' commands.
  public let administratorSocket: String?

  /// Returns the process that holds the store, if any. Call this before this process opens the store: it closes a descriptor of
  /// the file, and so drops the locks that SQLite has on the file in this process.
  public static func holder(of address: StoreAddress) throws(StoreError) -> StoreHolder? {
    guard let paths = address.paths else { return nil }
    let unnamed = StoreHolder(pid: 0, administratorSocket: nil)
    if Files.exists(paths.lock) {
      let file = try File(paths.lock, O_RDONLY | O_NOFOLLOW)
      if try file.isLocked() { return StoreHolder(file) ?? unnamed }
    }
    // The side file may have been removed while the store is held.
    guard Files.exists(paths.events), try File(paths.events, O_RDONLY).isLocked() else { return nil }
    return unnamed
  }

  /// The name for messages: `process 4711`.
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
    var json = JSONWriter()
    json.object { json in
      json.field("pid", Int(pid))
      json.field("administrator_socket", administratorSocket)
    }
    return json.bytes
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
