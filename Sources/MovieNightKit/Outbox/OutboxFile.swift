import MovieNightPrimitives

/// The file of an outbox: appended to and synced, locked while it is open, readable only by its owner.
final class OutboxFile: OutboxStore {
  private struct Open {
    var descriptor: Int32
    /// The length of the valid part. A failed append may leave more.
    var count: Int
    /// Whether the file's directory entry is synced. Until then, a power loss may remove the file.
    var isNamed = false
    var hasTail = false
  }

  private let path: String
  /// Nil after closing.
  private let open: Locked<Open?>

  /// - Throws: `outbox(.file)` if the file cannot be opened, or another outbox has it.
  init(_ path: String) throws(ClientError) {
    self.path = path
    open = Locked(Open(descriptor: try Self.openLocked(path, truncating: false), count: 0))
  }

  deinit { close() }

  func read() throws(ClientError) -> [UInt8] {
    try use { open throws(SystemError) in
      let bytes = try SystemCalls.readFile(open.descriptor)
      open.count = bytes.count
      return bytes
    }
  }

  func append(_ bytes: [UInt8]) throws(ClientError) {
    try use { open throws(SystemError) in
      if !open.isNamed { try SystemCalls.syncFolder(of: path) }
      open.isNamed = true
      // If it were overwritten, the rest of a longer tail would be read as lines.
      if open.hasTail { try SystemCalls.truncateFile(open.descriptor, to: open.count) }
      open.hasTail = false
      do throws(SystemError) {
        try SystemCalls.writeFile(open.descriptor, bytes, at: open.count)
      } catch {
        open.hasTail = (try? SystemCalls.truncateFile(open.descriptor, to: open.count)) == nil
        throw error
      }
      open.count += bytes.count
    }
  }

  func replace(with bytes: [UInt8]) throws(ClientError) {
    let new = path + ".new"
    let descriptor = try Self.openLocked(new, truncating: true)
    do throws(ClientError) {
      try use { open throws(SystemError) in
        try SystemCalls.writeFile(descriptor, bytes, at: 0)
        try SystemCalls.renameFile(new, to: path)
        // From here on the new file is the one that will be read, whatever else fails.
        SystemCalls.closeLockedFile(open.descriptor)
        open = Open(descriptor: descriptor, count: bytes.count)
      }
    } catch {
      SystemCalls.closeLockedFile(descriptor)
      throw error
    }
  }

  func close() {
    open.withLock { open in
      if let open { SystemCalls.closeLockedFile(open.descriptor) }
      open = nil
    }
  }

  private func use<Result>(_ body: (inout Open) throws(SystemError) -> Result) throws(ClientError) -> Result {
    try open.withLock { open throws(ClientError) in
      guard var current = open else { throw .outbox(.closed) }
      defer { open = current }
      do throws(SystemError) { return try body(&current) } catch { throw Self.failure(error, path) }
    }
  }

  private static func openLocked(_ path: String, truncating: Bool) throws(ClientError) -> Int32 {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try SystemCalls.openFile(path, truncating: truncating)
    } catch {
      throw failure(error, path)
    }
    guard SystemCalls.lockFile(descriptor) else {
      SystemCalls.closeDescriptor(descriptor)
      throw .outbox(.file("\(path): another outbox has it open"))
    }
    if SystemCalls.isFile(descriptor, at: path) { return descriptor }
    // Another outbox replaced the file between the opening and the lock.
    SystemCalls.closeLockedFile(descriptor)
    return try openLocked(path, truncating: truncating)
  }

  private static func failure(_ error: SystemError, _ path: String) -> ClientError {
    .outbox(.file("\(path): \(error.text)"))
  }
}
