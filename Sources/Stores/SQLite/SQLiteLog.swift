#if SQLite
  import EventStore
  import CSQLite
  import Glibc
  import MovieNightPrimitives

  /// The state of WAL checkpoints; only one runs at a time.
  final class WALCheckpointer: Sendable {
    /// Held during a checkpoint: a second one would find the log locked and give up.
    let turn = Locked(())
    let notices = Locked<[String]>([])
    private let written = Locked(0)

    /// The number of pages in the log after the last commit; 0 if all of them may have been copied. Only the holder of
    /// `turn` sets it to 0, so the holder can rely on another value.
    var pages: Int { written.withLock { $0 } }

    func noteCommit(pages: Int) { written.withLock { $0 = pages } }
    /// Sets `pages` to 0 until the next commit, because the whole log may have been copied.
    func noteCopy() { written.withLock { $0 = 0 } }
  }

  /// The write-ahead log of the connection that writes: when it is checkpointed and when it must be truncated. Commits only
  /// append to it, and `SQLiteStore.tidy` copies it concurrently. When all of it is copied, SQLite starts over at the beginning
  /// of the file, since overwriting syncs faster than growing.
  final class SQLiteLog {
    private let connection: SQLiteConnection
    private let copying: WALCheckpointer
    /// Whether the log may still have copies of deleted texts.
    private var mustTruncate = true

    /// The number of pages (64 MB) from which a commit runs the checkpoint itself, since `tidy` does not keep up.
    private static let maximumPages = 16_000

    init(of connection: SQLiteConnection, copying: WALCheckpointer) {
      self.connection = connection
      self.copying = copying
      sqlite3_wal_hook(
        connection.handle,
        { log, _, _, pages in
          guard let log else { return SQLITE_OK }
          Unmanaged<SQLiteLog>.fromOpaque(log).takeUnretainedValue().copying.noteCommit(pages: Int(pages))
          return SQLITE_OK
        }, Unmanaged.passUnretained(self).toOpaque())
      // A process that died may have left an erased text in the log.
      truncate()
    }

    deinit { sqlite3_wal_hook(connection.handle, nil, nil) }

    /// Runs a checkpoint if the log is too long. Call this after each commit.
    func checkpointIfLong() {
      if copying.pages >= Self.maximumPages { copy() }
    }

    /// Runs a checkpoint, unless another one is running. What readers still block is copied later.
    func copy() {
      copying.turn.withLockIfFree { _ in
        guard copying.pages > 0 else { return }
        connection.copyLog()
        copying.noteCopy()
      }
    }

    /// Truncates the log. Call this after the commit and before it is answered.
    func textsWereDeleted() {
      mustTruncate = true
      truncate(attempts: 5)
    }

    /// Runs a checkpoint and truncates the log, so that no deleted text is left in it. A reader in the way, such as an export,
    /// could take long while commits wait, so this waits only briefly; each flush tries again.
    func truncate(attempts: Int = 1) {
      guard mustTruncate else { return }
      sqlite3_busy_timeout(connection.handle, 0)
      defer { sqlite3_busy_timeout(connection.handle, SQLiteConnection.timeout) }
      var result = SQLITE_OK
      for attempt in 1...attempts {
        result = copying.turn.withLock { _ in
          defer { copying.noteCopy() }
          return sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
        if result == SQLITE_OK {
          mustTruncate = false
          return
        }
        if attempt < attempts { usleep(20_000) }
      }
      guard attempts > 1 else { return }
      let reason = result & 0xFF == SQLITE_BUSY ? "a reader is using it" : connection.failure(result).description
      let notice =
        "\(connection.path): the write-ahead log still holds deleted texts, because it cannot be emptied (\(reason))"
      copying.notices.withLock { $0.append(notice) }
    }
  }

  extension SQLiteConnection {
    /// Copies what no reader still needs from the log, without blocking writers. Returns SQLite's result.
    @discardableResult
    func copyLog() -> Int32 {
      sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
  }

  /// Maintenance that commits leave to others, so that each commit stays short.
  extension SQLiteStore {
    /// The number of pages (16 MB) below which the log is not copied, since its pages may soon change again.
    private static let minimumPages = 4000

    /// Does a step of maintenance, unless the store cannot be written to, which the next commit reports.
    @discardableResult
    public func performMaintenance() throws(StoreError) -> Bool {
      guard isInPlace else { return false }
      return try writer.withLock { writer throws(StoreError) in
        guard let writer, !writer.isBroken else { return false }
        return try writer.performMaintenance()
      }
    }

    /// Copies the write-ahead log into the database on its own connection while commits go on. The writer then copies the
    /// rest between two commits, because the log starts over only when all of it is copied.
    public func tidy() throws(StoreError) { try tidy {} }

    /// Copies the log like `tidy()`, and calls `meanwhile` when it is copied and the lock is still held.
    func tidy(meanwhile: () -> Void) throws(StoreError) {
      guard isInPlace, checkpointer.pages >= Self.minimumPages else { return }
      try checkpointer.turn.withLock { _ throws(StoreError) in
        guard checkpointer.pages > 0 else { return }
        let (holder, copier) = (
          try SQLiteConnection(path, mode: .readWrite), try SQLiteConnection(path, mode: .readWrite)
        )
        // A connection that has not read anything does not know of the log.
        _ = try copier.integer("PRAGMA schema_version")
        // This reader keeps the log from starting over during the copy: before SQLite 3.51.3, that could lose pages
        // (decision 0039).
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
