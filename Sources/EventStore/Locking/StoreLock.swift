import Glibc
import MovieNightPrimitives

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
    file = try File(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    guard try file.lock() else { throw Self.lockedError(address, by: StoreHolder(file)) }
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
    file.unlock()
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
    if let path = address.lockPath, Files.exists(path) {
      let file = try File(path, O_RDONLY | O_NOFOLLOW)
      if try file.isLocked() { return StoreHolder(file) ?? .unnamed }
    }
    // The side file may have been removed from beside a store that is held.
    guard let path = address.filePath, Files.exists(path), try File(path, O_RDONLY).isLocked() else { return nil }
    return .unnamed
  }

  /// Somebody who cannot be asked.
  private static let unnamed = StoreHolder(pid: 0, administratorSocket: nil)

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
