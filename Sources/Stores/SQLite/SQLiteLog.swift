#if SQLite
  import EventStore
  import CSQLite
  import Glibc
  import MovieNightPrimitives

  /// The state of WAL checkpoints, which all connections of a store share. Only one checkpoint runs at a time.
  final class WALCheckpointState: Sendable {
    /// The lock held during a checkpoint. Without it, a second one would find the log locked by SQLite, and give up.
    let turn = Locked(())
    let notices = Locked<[String]>([])
    private let written = Locked(0)

    /// The number of pages in the log after the last commit; 0 if all may have been copied into the database. Only the
    /// holder of `turn` sets this to 0, so a value above 0 stays above 0 for the holder until it releases `turn`.
    var pages: Int { written.withLock { $0 } }

    func noteCommit(pages: Int) { written.withLock { $0 = pages } }
    /// Sets `pages` to 0 until the next commit, because the whole log may have been copied.
    func noteCopy() { written.withLock { $0 = 0 } }
  }

  /// The write-ahead log of the connection that writes. This class decides when the log is checkpointed, and when
  /// truncated. Commits only append to the log, and `SQLiteStore.tidy` copies it into the database concurrently. When
  /// all of it is copied, SQLite starts over in the file, which is usually not truncated, because overwriting a file
  /// syncs faster than growing it.
  final class SQLiteLog {
    private let connection: SQLiteConnection
    private let checkpointer: WALCheckpointState
    /// Whether the log may still contain copies of deleted or replaced texts.
    private var mustTruncate = true

    /// The log's size, in pages (64 MB), from which a commit runs the checkpoint itself, as `tidy` has not kept up.
    private static let maximumPages = 16_000

    init(of connection: SQLiteConnection, checkpointer: WALCheckpointState) {
      self.connection = connection
      self.checkpointer = checkpointer
      sqlite3_wal_hook(
        connection.handle,
        { log, _, _, pages in
          guard let log else { return SQLITE_OK }
          Unmanaged<SQLiteLog>.fromOpaque(log).takeUnretainedValue().checkpointer.noteCommit(pages: Int(pages))
          return SQLITE_OK
        }, Unmanaged.passUnretained(self).toOpaque())
      // A process that died may have left an erased text in the log.
      truncate()
    }

    deinit { sqlite3_wal_hook(connection.handle, nil, nil) }

    /// Runs a checkpoint if the log is too long. Call this after each commit.
    func checkpointIfLong() {
      if checkpointer.pages >= Self.maximumPages { copy() }
    }

    /// Runs a checkpoint, unless one is running. Pages that readers still need are left to a later checkpoint.
    func copy() {
      checkpointer.turn.withLockIfFree { _ in
        guard checkpointer.pages > 0 else { return }
        connection.copyLog()
        checkpointer.noteCopy()
      }
    }

    /// Truncates the log after texts were deleted. Call this after that commit, and before the commands are answered.
    func truncateAfterDeletion() {
      mustTruncate = true
      truncate(attempts: 5)
    }

    /// Lets the next flush truncate the log, because it contains texts that were replaced.
    func truncateWithFlush() { mustTruncate = true }

    /// Runs a checkpoint and truncates the log, if it may have deleted texts. Commits wait meanwhile, and a reader,
    /// such as an export, can prevent this for long, so it gives up after a few attempts, and each flush tries again.
    func truncate(attempts: Int = 1) {
      guard mustTruncate else { return }
      sqlite3_busy_timeout(connection.handle, 0)
      defer { sqlite3_busy_timeout(connection.handle, SQLiteConnection.timeout) }
      var result = SQLITE_OK
      for attempt in 1...attempts {
        result = checkpointer.turn.withLock { _ in
          defer { checkpointer.noteCopy() }
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
      checkpointer.notices.withLock { $0.append(notice) }
    }
  }

  extension SQLiteConnection {
    /// Copies the log into the database as far as readers allow, without blocking writers. Returns SQLite's result.
    @discardableResult
    func copyLog() -> Int32 {
      sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
  }

  /// Maintenance that is done outside of commits, so that each commit is short.
  extension SQLiteStore {
    /// The log's size, in pages (16 MB), below which `tidy` does not copy it, as its pages may soon change again.
    private static let minimumPages = 4000

    /// Performs a step of maintenance. If the store cannot be written, does nothing, as the next commit reports that.
    @discardableResult
    public func performMaintenance() throws(StoreError) -> Bool {
      guard isInPlace else { return false }
      return try writer.withLock { writer throws(StoreError) in
        guard let writer, !writer.isBroken else { return false }
        return try writer.performMaintenance()
      }
    }

    /// Copies the write-ahead log into the database over a separate connection, while commits continue. The writer then
    /// copies the rest between commits, because SQLite continues at the beginning of the log only when all is copied.
    public func tidy() throws(StoreError) { try tidy {} }

    /// Like `tidy()`. Tests use `meanwhile`, called after the copy, while `turn` and the reader's transaction are held.
    func tidy(meanwhile: () -> Void) throws(StoreError) {
      guard isInPlace, checkpointer.pages >= Self.minimumPages else { return }
      try checkpointer.turn.withLock { _ throws(StoreError) in
        guard checkpointer.pages > 0 else { return }
        let (holder, copier) = (
          try SQLiteConnection(path, mode: .readWrite), try SQLiteConnection(path, mode: .readWrite)
        )
        // A connection does not know of the log before its first read.
        _ = try copier.integer("PRAGMA schema_version")
        // As long as this reader's transaction is open, SQLite does not continue at the beginning of the log. Before
        // SQLite 3.51.3, doing that during the copy could lose pages (decision 0039).
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
