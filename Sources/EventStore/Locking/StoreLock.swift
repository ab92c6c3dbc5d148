import Glibc
import Primitives

/// The right to write to a store: held by one process, and given back when it ends, however it ends.
///
/// A lock (flock) on a side file that says who holds it. `@unchecked Sendable`: nothing changes after `init`.
final class StoreLock: @unchecked Sendable {
  private let file: File

  /// - Throws: `locked`, saying who holds it.
  init(_ address: StoreAddress, administratorSocket: String?) throws(StoreError) {
    guard let path = address.lockPath else {
      throw StoreError(.misuse, "\(address) needs no lock")
    }
    file = try File(path, O_RDWR | O_CREAT)
    // `holder(of:)` holds a lock for an instant, which must not look like a second server.
    for attempt in 1... {
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { break }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreError.system(.cannotOpen, "lock", path, errno) }
      guard attempt < 10 else { throw Self.lockedError(address, by: StoreHolder(file)) }
      usleep(5000)
    }
    let holder = StoreHolder(pid: getpid(), administratorSocket: administratorSocket)
    try file.truncate(to: 0)
    try file.write(holder.json, at: 0)
  }

  private static func lockedError(_ address: StoreAddress, by holder: StoreHolder?) -> StoreError {
    guard let holder else { return StoreError(.locked, "\(address) is in use by another process") }
    let socket = holder.administratorSocket.map { ", administrator's socket \($0)" } ?? ""
    return StoreError(
      .locked, "\(address) is in use by process \(holder.pid)\(socket)",
      hint: "Stop that process first, or send the command to its socket.")
  }

  /// The file stays: removing it could take the name from a lock that another process has just opened.
  func release() {
    _ = ftruncate(file.descriptor, 0)
    _ = flock(file.descriptor, LOCK_UN)
  }
}

/// The process that writes to a store.
public struct StoreHolder: Equatable, Sendable {
  /// 0 where it has not said who it is yet.
  public let pid: Int32
  /// Where it takes an administrator's commands.
  public let administratorSocket: String?

  /// Who holds the store now; nil when nobody does.
  public static func holder(of address: StoreAddress) throws(StoreError) -> StoreHolder? {
    guard let path = address.lockPath, Files.exists(path) else { return nil }
    let file = try File(path, O_RDONLY)
    if flock(file.descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
    guard errno == EWOULDBLOCK else { throw StoreError.system(.cannotOpen, "lock", path, errno) }
    return StoreHolder(file) ?? StoreHolder(pid: 0, administratorSocket: nil)
  }

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

extension StoreAddress {
  /// The side file of the lock; nil for a store that has no such lock.
  var lockPath: String? {
    switch self {
    case .memory, .postgres: nil
    case .journal(let directory): "\(directory)/.lock"
    case .sqlite(let path): "\(path).lock"
    }
  }
}
