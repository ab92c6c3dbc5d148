import EventStore
import Glibc
import MovieNightPrimitives

/// The files of a store that is open for writing: kept from other processes, and looked after while they are used.
///
/// Nobody else opens the file with the events for writing, by whatever name: its lock (flock) is held. So is that of a side file,
/// which says who holds the store, but stands beside it, where it can be removed. SQLite locks the file with the events in another
/// way (fcntl), of which this takes nothing away. But the system drops all locks of that other way when the process closes any
/// descriptor of the file: this one is closed after SQLite's connections.
///
/// A file that is removed or replaced under a running server takes what is written to it along when the server ends, and
/// nobody notices. So paths are compared with what was opened, about once a second and never on a commit's way.
final class StoreFiles: Sendable {
  private let lock: File
  private let file: File
  private let witnessPath: String
  private let paths: [String]
  /// Of those paths where there was a file yet.
  private let identities = Locked<[String: [UInt]]>([:])
  private let loss = Locked<StoreError?>(nil)
  private let lastWitness: Locked<Witness?>

  /// Makes the file with the events where there is none.
  /// - Throws: `locked`, saying who holds the store.
  init(_ address: StoreAddress, administratorSocket: String?) throws(StoreError) {
    guard let paths = address.paths else { throw StoreError(.misuse, "\(address) has no files") }
    lock = try File(paths.lock, O_RDWR | O_CREAT | O_NOFOLLOW)
    guard try lock.lock() else { throw .locked(address, by: StoreHolder(lock)) }
    try lock.truncate(to: 0)
    try lock.write(StoreHolder(pid: getpid(), administratorSocket: administratorSocket).json, at: 0)
    file = try File(paths.events, O_RDWR | O_CREAT)
    guard try file.lock() else {
      throw StoreError(
        .locked, "\(address) is in use by another process, although nobody holds \(paths.lock)",
        hint:
          "That file was removed, or the store has two names. `fuser \(paths.events)` tells the process: stop it first."
      )
    }
    witnessPath = paths.witness
    lastWitness = Locked(Witness(at: witnessPath))
    self.paths = [paths.events] + paths.sideFiles
  }

  // MARK: Looking after them

  /// Compares each path with the file that was first seen there.
  /// - Throws: `unavailable`, where one was removed or replaced; as `requireInPlace` then does until they are back.
  func look() throws(StoreError) {
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
          "\(path) was removed or replaced while it was in use: nothing more is written to what was there",
          hint: "Put back the file that was there, or restart the server on what is there now.")
      }
    }
    try requireInPlace()
  }

  /// What tells one file from another, whatever their names: device and inode. Nil where there is no such file.
  private static func identity(of path: String) -> [UInt]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt(status.st_dev), UInt(status.st_ino)] : nil
  }

  /// Throws what the last `look` threw.
  func requireInPlace() throws(StoreError) {
    if let loss = loss.withLock({ $0 }) { throw loss }
  }

  // MARK: The witness

  /// What the last process wrote down, or this one since.
  var witness: Witness? { lastWitness.withLock { $0 } }

  func write(_ witness: Witness) throws(StoreError) {
    guard witness != self.witness else { return }
    try requireInPlace()
    try witness.write(to: witnessPath)
    lastWitness.withLock { $0 = witness }
  }

  /// Lets others in. No call may follow; the descriptors stay open as long as this object.
  ///
  /// The side file stays: removing it could take the name from a lock that another process has just opened.
  func release() {
    file.unlock()
    _ = ftruncate(lock.descriptor, 0)
    lock.unlock()
  }
}

extension File {
  /// Takes the lock of the file, whatever its name. Whoever only looks (`isLocked`) is waited for.
  /// - Returns: whether it could be had.
  fileprivate func lock() throws(StoreError) -> Bool {
    for _ in 0..<10 {
      if try tryLock(LOCK_EX) { return true }
      usleep(5000)
    }
    return false
  }

  fileprivate func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Whether somebody holds the lock. It is held for an instant to find out, and given back when the file is closed.
  fileprivate func isLocked() throws(StoreError) -> Bool { try !tryLock(LOCK_SH) }

  private func tryLock(_ operation: Int32) throws(StoreError) -> Bool {
    if flock(descriptor, operation | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreError.system(.cannotOpen, "lock", path, errno) }
    return false
  }
}

/// The process that writes to a store.
public struct StoreHolder: Equatable, Sendable {
  /// 0 where it has not said who it is yet.
  public let pid: Int32
  /// Where it takes an administrator's commands.
  public let administratorSocket: String?

  /// Who holds the store now; nil when nobody does.
  ///
  /// To be asked before this process opens the store: looking closes a descriptor of its file, and with that go the locks
  /// that SQLite has on it in this process.
  public static func holder(of address: StoreAddress) throws(StoreError) -> StoreHolder? {
    guard let paths = address.paths else { return nil }
    // Somebody who cannot be asked.
    let unnamed = StoreHolder(pid: 0, administratorSocket: nil)
    if Files.exists(paths.lock) {
      let file = try File(paths.lock, O_RDONLY | O_NOFOLLOW)
      if try file.isLocked() { return StoreHolder(file) ?? unnamed }
    }
    // The side file may have been removed from beside a store that is held.
    guard Files.exists(paths.events), try File(paths.events, O_RDONLY).isLocked() else { return nil }
    return unnamed
  }

  /// For a sentence: `process 4711`.
  public var name: String { pid == 0 ? "another process" : "process \(pid)" }

  init(pid: Int32, administratorSocket: String?) {
    self.pid = pid
    self.administratorSocket = administratorSocket
  }

  /// Nil where the holder has not written its name yet.
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
