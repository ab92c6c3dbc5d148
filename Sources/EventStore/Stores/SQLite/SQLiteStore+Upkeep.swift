#if SQLite
  import Primitives

  /// What commits leave to others, so that none of them takes long.
  extension SQLiteStore {
    /// Fewer pages of the log than this (16 MB) are not copied: each of them may be written again soon.
    private static let fewestPages = 4000

    /// Where the store cannot be written to, whoever commits finds that out.
    public func upkeep() throws(StoreError) {
      guard isInPlace else { return }
      try writer.withLock { writer throws(StoreError) in
        guard let writer, !writer.isBroken else { return }
        _ = try writer.upkeep()
      }
    }

    /// Copies the write-ahead log into the database, on a connection of its own while commits go on. What came meanwhile is
    /// copied between two of them: only where all of it is copied can the log begin anew.
    public func tidy() throws(StoreError) {
      guard isInPlace, writer.withLock({ $0?.log.pages ?? 0 }) >= Self.fewestPages else { return }
      try copyingLog.withLock { _ throws(StoreError) in
        let connection = try SQLiteConnection(path, mode: .readWrite)
        // A connection that has read nothing yet knows of no log.
        _ = try connection.integer("PRAGMA schema_version")
        // The second time there is little left.
        for _ in 1...2 { connection.copyLog() }
      }
      writer.withLock { writer in
        if let writer, !writer.isBroken { writer.log.copy() }
      }
    }

    private var isInPlace: Bool { (try? files?.requireInPlace()) != nil }
  }
#endif
