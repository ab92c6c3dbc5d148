import MovieNightPrimitives

/// A file of an outbox: appended to and synced, locked while it is open, readable by its owner alone.
final class OutboxFile: OutboxStore {
  private struct Open {
    var descriptor: Int32
    /// How much of it counts: what a failed append left behind that does not.
    var count: Int
    /// Whether it is on the disk that the file has its name. What is appended before may be gone after a power loss.
    var isNamed = false
    /// Whether something stands behind what counts.
    var hasTail = false
  }

  private let path: String
  /// Nil once it was closed.
  private let open: Locked<Open?>

  /// - Throws: `outbox(.file)` when it cannot be opened, or another outbox has it.
  init(_ path: String) throws(ClientError) {
    self.path = path
    open = Locked(Open(descriptor: try Self.openLocked(path, emptied: false), count: 0))
  }

  deinit { close() }

  func read() throws(ClientError) -> [UInt8] {
    try use { open throws(ClientError) in
      switch SystemCalls.readFile(open.descriptor) {
      case .success(let bytes):
        open.count = bytes.count
        return bytes
      case .failure(let error): throw failure(error)
      }
    }
  }

  func append(_ bytes: [UInt8]) throws(ClientError) {
    try use { open throws(ClientError) in
      if !open.isNamed, let error = SystemCalls.syncFolder(of: path) { throw failure(error) }
      open.isNamed = true
      // Written over, a longer tail would be read as what follows.
      if open.hasTail { try cutTail(&open) }
      if let error = SystemCalls.writeFile(open.descriptor, bytes, at: open.count) {
        open.hasTail = SystemCalls.truncateFile(open.descriptor, to: open.count) != nil
        throw failure(error)
      }
      open.count += bytes.count
    }
  }

  private func cutTail(_ open: inout Open) throws(ClientError) {
    if let error = SystemCalls.truncateFile(open.descriptor, to: open.count) { throw failure(error) }
    open.hasTail = false
  }

  func replace(with bytes: [UInt8]) throws(ClientError) {
    try use { open throws(ClientError) in
      let new = path + ".new"
      let descriptor = try Self.openLocked(new, emptied: true)
      if let error = SystemCalls.writeFile(descriptor, bytes, at: 0) ?? SystemCalls.renameFile(new, to: path) {
        SystemCalls.closeLockedFile(descriptor)
        throw failure(error)
      }
      // From here on it is the file that will be read, whatever else fails.
      SystemCalls.closeLockedFile(open.descriptor)
      open = Open(descriptor: descriptor, count: bytes.count)
    }
  }

  func close() {
    open.withLock { open in
      if let open { SystemCalls.closeLockedFile(open.descriptor) }
      open = nil
    }
  }

  private func use<Result>(_ body: (inout Open) throws(ClientError) -> Result) throws(ClientError) -> Result {
    try open.withLock { open throws(ClientError) in
      guard var current = open else { throw .outbox(.closed) }
      defer { open = current }
      return try body(&current)
    }
  }

  private static func openLocked(_ path: String, emptied: Bool) throws(ClientError) -> Int32 {
    switch SystemCalls.openFile(path, emptied: emptied) {
    case .failure(let error): throw .outbox(.file("\(path): \(error.text)"))
    case .success(let descriptor):
      guard SystemCalls.lockFile(descriptor) else {
        SystemCalls.closeDescriptor(descriptor)
        throw .outbox(.file("\(path): another outbox has it open"))
      }
      // Another outbox may have put a new file there between the opening and the lock.
      guard SystemCalls.isFile(descriptor, at: path) else {
        SystemCalls.closeLockedFile(descriptor)
        return try openLocked(path, emptied: emptied)
      }
      return descriptor
    }
  }

  private func failure(_ error: SystemError) -> ClientError { .outbox(.file("\(path): \(error.text)")) }
}
