import Glibc
import MovieNightPrimitives

/// The files of a store that is open for writing: kept from other processes, and looked after while they are used.
///
/// A file that is removed or replaced under a running server takes what is written to it along when the server ends, and
/// nobody notices. So paths are compared with what was opened, about once a second and never on a commit's way.
final class StoreFiles: Sendable {
  /// What tells one file from another, whatever their names.
  private struct Identity: Equatable {
    var device: UInt
    var inode: UInt

    /// Nil where there is no such file.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt(status.st_dev)
      inode = UInt(status.st_ino)
    }
  }

  private let lock: StoreLock
  private let file: StoreFile
  private let witnessFile: WitnessFile
  private let paths: [String]
  /// Of those paths where there was a file yet.
  private let identities = Locked<[String: Identity]>([:])
  private let loss = Locked<StoreError?>(nil)
  private let lastWitness: Locked<Witness?>

  /// - Parameter sideFiles: what the store works on beside the file with the events. They may come later.
  /// - Throws: `locked`, saying who holds the store.
  init(_ address: StoreAddress, administratorSocket: String?, sideFiles: [String]) throws(StoreError) {
    guard let path = address.filePath, let witnessFile = address.witnessFile else {
      throw StoreError(.misuse, "\(address) has no files")
    }
    lock = try StoreLock(address, administratorSocket: administratorSocket)
    file = try StoreFile(of: address)
    self.witnessFile = witnessFile
    lastWitness = Locked(witnessFile.read())
    paths = [path] + sideFiles
  }

  // MARK: Looking after them

  /// Compares each path with the file that was first seen there.
  /// - Throws: `unavailable`, where one was removed or replaced; as `requireInPlace` then does until they are back.
  func look() throws(StoreError) {
    let lost = identities.withLock { identities in
      paths.first { path in
        let found = Identity(of: path)
        guard let known = identities[path] else {
          identities[path] = found
          return false
        }
        return found != known
      }
    }
    loss.withLock { $0 = lost.map(lossError) }
    try requireInPlace()
  }

  /// Throws what the last `look` threw.
  func requireInPlace() throws(StoreError) {
    if let loss = loss.withLock({ $0 }) { throw loss }
  }

  private func lossError(_ path: String) -> StoreError {
    StoreError(
      .unavailable, "\(path) was removed or replaced while it was in use: nothing more is written to what was there",
      hint: "Put back the file that was there, or restart the server on what is there now.")
  }

  // MARK: The witness

  /// What the last process wrote down, or this one since.
  var witness: Witness? { lastWitness.withLock { $0 } }

  func write(_ witness: Witness) throws(StoreError) {
    guard witness != self.witness else { return }
    try requireInPlace()
    try witnessFile.write(witness)
    lastWitness.withLock { $0 = witness }
  }

  /// Lets others in. No call may follow.
  func release() {
    file.release()
    lock.release()
  }
}

extension Witness {
  /// Refuses a store that is not what was recorded, unless that is meant.
  /// - Returns: what the log should say about a store that is accepted.
  func check(
    _ address: StoreAddress, head: Position, found: UInt32?, acceptsRestored: Bool
  ) throws(StoreError) -> [String] {
    guard let problem = problem(head: head, found: found) else { return [] }
    guard acceptsRestored else {
      throw StoreError(
        .otherHistory, "\(address) is not as it was left: \(problem)",
        hint: "Put back the newest files. Where a restored backup is meant, start once with "
          + "`movienight serve --accept-restored`.")
    }
    return ["\(address) was accepted as it is: \(problem)"]
  }
}
