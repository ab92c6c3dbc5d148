#if SQLite
  import EventStore
  import CSQLite
  import Glibc
  import MovieNightPrimitives

  /// The copying of the log: one at a time, whoever does it.
  final class LogCopying: Sendable {
    /// Held by whoever copies: for SQLite, a second one finds the log locked and gives up.
    let turn = Locked(())
    /// What the operator should know of.
    let notices = Locked<[String]>([])
    private let written = Locked(0)

    /// How many pages the log had after the last commit, of which some are not copied; 0 where that is not certain. Only
    /// who has the turn makes it 0, so in a turn it is certain of what it says.
    var pages: Int { written.withLock { $0 } }

    func noteCommit(pages: Int) { written.withLock { $0 = pages } }
    /// Until the next commit it is not looked at: it may all be copied.
    func noteCopy() { written.withLock { $0 = 0 } }
  }

  /// The write-ahead log, as the connection that writes sees it: when it is copied into the database, and when it must be
  /// emptied.
  ///
  /// A commit only ever adds to it. It is copied beside the commits (`SQLiteStore.tidy`), and begins anew when all of it was
  /// copied, in the same file: what is written over syncs faster than what grows.
  final class SQLiteLog {
    private let connection: SQLiteConnection
    private let copying: LogCopying
    /// Texts were deleted, and copies of them may still stand in the log.
    private var mustTruncate = true

    /// From so many pages on (64 MB) a commit copies them itself: nobody else does, or not fast enough.
    private static let mostPages = 16_000

    init(of connection: SQLiteConnection, copying: LogCopying) {
      self.connection = connection
      self.copying = copying
      sqlite3_wal_hook(
        connection.handle,
        { log, _, _, pages in
          guard let log else { return SQLITE_OK }
          Unmanaged<SQLiteLog>.fromOpaque(log).takeUnretainedValue().copying.noteCommit(pages: Int(pages))
          return SQLITE_OK
        }, Unmanaged.passUnretained(self).toOpaque())
      // A process that died may have left an erased text there.
      truncate()
    }

    deinit { sqlite3_wal_hook(connection.handle, nil, nil) }

    /// To be called after each commit.
    func keepShort() {
      if copying.pages >= Self.mostPages { copy() }
    }

    /// Copies what is left to copy, unless somebody else is copying. What cannot be copied now is copied later.
    func copy() {
      copying.turn.withLockIfFree { _ in
        guard copying.pages > 0 else { return }
        connection.copyLog()
        copying.noteCopy()
      }
    }

    /// To be called after the commit, and before it is answered.
    func textsWereDeleted() {
      mustTruncate = true
      truncate(attempts: 5)
    }

    /// Copies the log into the database and empties it, so that no deleted text is left there. A reader in the way (an
    /// export, a verification) is not waited for long: its end may be far, and commits wait behind this. Each flush tries
    /// again.
    func truncate(attempts: Int = 1) {
      guard mustTruncate else { return }
      sqlite3_busy_timeout(connection.handle, 0)
      defer { sqlite3_busy_timeout(connection.handle, SQLiteConnection.patience) }
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
      let reason = result & 0xFF == SQLITE_BUSY ? "a reader is in the way" : connection.failure(result).description
      let notice =
        "\(connection.path): the write-ahead log cannot be emptied; deleted texts stand in it until it can (\(reason))"
      copying.notices.withLock { $0.append(notice) }
    }
  }

  extension SQLiteConnection {
    /// Copies of the log what no reader still needs as it was. It keeps nobody from writing.
    /// - Returns: SQLite's result; not `SQLITE_OK` where it cannot be copied now.
    @discardableResult
    func copyLog() -> Int32 {
      sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
  }

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
