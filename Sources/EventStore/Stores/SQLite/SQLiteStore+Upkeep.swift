#if SQLite
  import CSQLite
  import MovieNightPrimitives

  /// What commits leave to others, so that none of them takes long.
  extension SQLiteStore {
    /// Fewer pages of the log than this (16 MB) are not copied: each of them may be written again soon.
    private static let fewestPages = 4000

    /// Where the store cannot be written to, whoever commits finds that out.
    @discardableResult
    public func upkeep() throws(StoreError) -> Bool {
      guard isInPlace else { return false }
      return try writer.withLock { writer throws(StoreError) in
        guard let writer, !writer.isBroken else { return false }
        return try writer.upkeep()
      }
    }

    /// Copies the write-ahead log into the database, on a connection of its own while commits go on. What came meanwhile is
    /// copied between two of them: only where all of it is copied can the log begin anew.
    public func tidy() throws(StoreError) { try tidy {} }

    /// - Parameter meanwhile: called when it is copied, and still held.
    func tidy(meanwhile: () -> Void) throws(StoreError) {
      guard isInPlace, logCopying.pages >= Self.fewestPages else { return }
      try logCopying.turn.withLock { _ throws(StoreError) in
        guard logCopying.pages > 0 else { return }
        let (holder, copier) = (
          try SQLiteConnection(path, mode: .readWrite), try SQLiteConnection(path, mode: .readWrite)
        )
        // A connection that has read nothing yet knows of no log.
        _ = try copier.integer("PRAGMA schema_version")
        // Who reads what is not copied yet keeps the log from beginning anew. Did it begin anew while it is copied, versions
        // of SQLite before 3.51.3 could lose pages (docs/decisions/0039-sqlite-write-path.md).
        try holder.run("BEGIN")
        defer { holder.rollBack() }
        _ = try holder.integer("PRAGMA schema_version")
        let result = copier.copyLog()
        guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw copier.failure(result) }
        meanwhile()
      }
      writer.withLock { writer in
        if let writer, !writer.isBroken { writer.log.copy() }
      }
    }

    private var isInPlace: Bool { (try? files?.requireInPlace()) != nil }
  }
#endif
