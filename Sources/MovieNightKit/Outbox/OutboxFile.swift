import MovieNightPrimitives

/// The file of an outbox. It is synced after each write, locked while it is open, and readable only by its owner.
final class OutboxFile: OutboxStore {
  private struct Open {
    var descriptor: Int32
    /// The length of the valid part, in bytes. A failed append may leave more bytes in the file.
    var count: Int
    /// Whether the file's directory entry is synced. Until then, a power loss may remove the file.
    var isEntrySynced = false
    /// Whether a failed append may have left bytes after the valid part.
    var hasTail = false
  }

  private let path: String
  /// The open file; nil after closing.
  private let open: Locked<Open?>

  /// Opens and locks the file, and creates it if it does not exist.
  ///
  /// - Throws: `outbox(.file)` if the file cannot be opened, or is open in another outbox.
  init(_ path: String) throws(ClientError) {
    self.path = path
    open = Locked(Open(descriptor: try Self.openLocked(path, truncating: false), count: 0))
  }

  deinit { close() }

  func read() throws(ClientError) -> [UInt8] {
    try withOpenFile { open throws(SystemError) in
      let bytes = try SystemCalls.readFile(open.descriptor)
      open.count = bytes.count
      return bytes
    }
  }

  func append(_ bytes: [UInt8]) throws(ClientError) {
    try withOpenFile { open throws(SystemError) in
      if !open.isEntrySynced { try SystemCalls.syncFolder(of: path) }
      open.isEntrySynced = true
      // Remove the tail. If it were overwritten, the rest of a longer tail would later be read as lines.
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
      try withOpenFile { open throws(SystemError) in
        try SystemCalls.writeFile(descriptor, bytes, at: 0)
        try SystemCalls.renameFile(new, to: path)
        // From here on, a restart reads the new file, even if something fails later.
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

  private func withOpenFile<Result>(_ body: (inout Open) throws(SystemError) -> Result) throws(ClientError) -> Result {
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
    // Another outbox replaced the file after it was opened and before it was locked, so open the new one.
    SystemCalls.closeLockedFile(descriptor)
    return try openLocked(path, truncating: truncating)
  }

  private static func failure(_ error: SystemError, _ path: String) -> ClientError {
    .outbox(.file("\(path): \(error.text)"))
  }
}
