#if SQLite
  import CSQLite
  import Glibc
  import Primitives

  /// The write-ahead log, as the connection that writes sees it: when it is copied into the database, and when it must be
  /// emptied.
  ///
  /// A commit only ever adds to it. It is copied beside the commits (`SQLiteStore.tidy`), and begins anew when all of it was
  /// copied, in the same file: what is written over syncs faster than what grows.
  final class SQLiteLog {
    private let connection: SQLiteConnection
    /// Held by whoever copies: for SQLite, a second one finds the log locked and gives up.
    private let copying: Locked<Void>
    /// How many pages must be copied before the log can begin anew; 0 when it can.
    private(set) var pages = 0
    /// Texts were deleted, and copies of them may still stand in the log.
    private var mustTruncate = true
    private var notices: [String] = []

    /// From so many pages on (64 MB) a commit copies them itself: nobody else does, or not fast enough.
    private static let mostPages = 16_000

    init(of connection: SQLiteConnection, copying: Locked<Void>) {
      self.connection = connection
      self.copying = copying
      sqlite3_wal_hook(
        connection.handle,
        { log, _, _, pages in
          if let log { Unmanaged<SQLiteLog>.fromOpaque(log).takeUnretainedValue().pages = Int(pages) }
          return SQLITE_OK
        }, Unmanaged.passUnretained(self).toOpaque())
      // A process that died may have left an erased text there.
      truncate()
    }

    deinit { sqlite3_wal_hook(connection.handle, nil, nil) }

    func takeNotices() -> [String] {
      defer { notices = [] }
      return notices
    }

    /// To be called after each commit.
    func keepShort() {
      if pages >= Self.mostPages { copy() }
    }

    /// Copies what is left to copy. What cannot be copied now is copied later.
    func copy() {
      if connection.copyLog() { pages = 0 }
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
        result = copying.withLock { _ in
          sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
        if result == SQLITE_OK {
          mustTruncate = false
          pages = 0
          return
        }
        if attempt < attempts { usleep(20_000) }
      }
      guard attempts > 1 else { return }
      let reason = result & 0xFF == SQLITE_BUSY ? "a reader is in the way" : connection.failure(result).description
      notices.append(
        "\(connection.path): the write-ahead log cannot be emptied; deleted texts stand in it until it can (\(reason))")
    }
  }

  extension SQLiteConnection {
    /// Copies of the log what no reader still needs as it was. It keeps nobody from writing.
    /// - Returns: whether that was all of it.
    @discardableResult
    func copyLog() -> Bool {
      var (pages, copied): (Int32, Int32) = (0, 0)
      let result = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied)
      return result == SQLITE_OK && pages == copied
    }
  }
#endif
