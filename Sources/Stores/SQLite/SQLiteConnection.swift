#if SQLite
  import EventStore
  import CSQLite
  import Glibc
  import MovieNightPrimitives

  /// One connection to a database, used by one thread at a time. Its statements are prepared once.
  final class SQLiteConnection {
    enum Mode { case readWrite, readOnly }

    /// How long a lock that another connection holds is waited for, in milliseconds.
    static let patience: Int32 = 5000

    let path: String
    let handle: OpaquePointer
    private var idle: [String: [SQLiteStatement]] = [:]
    var events: EventReader

    init(_ path: String, mode: Mode) throws(StoreError) {
      // SQLite opens whatever the path leads to, and waits for the other end of a pipe.
      try StoreError.opening(path) { () throws(FileOpenError) in try RegularFile.check(path) }
      var opened: OpaquePointer?
      let flags = (mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
      let result = sqlite3_open_v2(path, &opened, flags, nil)
      guard let opened else { throw StoreError(.unavailable, "cannot open \(path): out of memory") }
      guard result == SQLITE_OK else {
        let reason = String(cString: sqlite3_errmsg(opened))
        sqlite3_close_v2(opened)
        throw StoreError(
          .cannotOpen, "cannot open \(path): \(reason)", hint: "Check the path, who owns it and its permissions.")
      }
      self.path = path
      handle = opened
      events = EventReader(place: path)
      sqlite3_extended_result_codes(handle, 1)
      sqlite3_busy_timeout(handle, Self.patience)
      try addTextFunctions()
    }

    deinit {
      idle.removeAll()
      sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Runs `body` with the prepared statement for `sql` and its parameters, which is reset afterwards.
    func with<Result>(
      _ sql: String, _ values: SQLiteValues = [], _ body: (SQLiteStatement) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      let statement = try take(sql)
      defer { giveBack(statement) }
      statement.bind(values)
      return try body(statement)
    }

    /// A statement of one's own until it is given back: a nested use of the same SQL gets another one.
    func take(_ sql: String) throws(StoreError) -> SQLiteStatement {
      if let statement = idle[sql]?.popLast() { return statement }
      return try SQLiteStatement(sql, on: self)
    }

    func giveBack(_ statement: SQLiteStatement) {
      statement.reset()
      idle[statement.sql, default: []].append(statement)
    }

    /// Runs a statement that gives no rows.
    func run(_ sql: String, _ values: (any SQLiteValue)?...) throws(StoreError) { try forEach(sql, values) { _ in } }

    /// Calls `body` with each row.
    func forEach(
      _ sql: String, _ values: SQLiteValues = [], _ body: (SQLiteStatement) throws(StoreError) -> Void
    ) throws(StoreError) {
      try with(sql, values) { (row) throws(StoreError) in while try row.step() { try body(row) } }
    }

    /// What `read` makes of the first row; nil without a row.
    func first<Value>(
      _ sql: String, _ values: SQLiteValues = [], read: (SQLiteStatement) throws(StoreError) -> Value?
    ) throws(StoreError) -> Value? {
      try with(sql, values) { (row) throws(StoreError) in try row.step() ? try read(row) : nil }
    }

    /// What `read` makes of each row.
    func all<Value>(
      _ sql: String, _ values: SQLiteValues = [], read: (SQLiteStatement) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
      var all: [Value] = []
      try forEach(sql, values) { (row) throws(StoreError) in all.append(try read(row)) }
      return all
    }

    /// The integer in the first column of the first row; nil without a row, or for null.
    func integer(_ sql: String, _ values: (any SQLiteValue)?...) throws(StoreError) -> Int? {
      try first(sql, values) { $0.isNull(0) ? nil : $0.integer(0) }
    }

    /// The integers in the first column.
    func integers(_ sql: String, _ values: (any SQLiteValue)?...) throws(StoreError) -> [Int] {
      try all(sql, values) { $0.integer(0) }
    }

    /// Runs several statements, none of which gives rows that matter.
    func execute(_ sql: String) throws(StoreError) {
      let result = sqlite3_exec(handle, sql, nil, nil, nil)
      guard result == SQLITE_OK else { throw failure(result) }
    }

    /// Runs `body`, in which deleting is not writing over: that would take longer than to write what is deleted. Not for
    /// personal texts.
    func withoutSecureDelete<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      try execute("PRAGMA secure_delete = OFF")
      let result = Swift.Result { () throws(StoreError) in try body() }
      try execute("PRAGMA secure_delete = ON")
      return try result.get()
    }

    // MARK: Transactions

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` on one state of the database; on that of the transaction, where there is one already.
    func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      if isInTransaction { return try body() }
      try run("BEGIN")
      defer { rollBack() }
      return try body()
    }

    /// Runs `body` as one durable step.
    /// - Throws: what `body` throws, with nothing changed; what `commit` throws.
    func writing<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      let result = try preparing(body)
      try commit()
      return result
    }

    /// Runs `body` in a transaction that `commit` ends.
    /// - Throws: what `body` throws, with nothing changed.
    func preparing<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      try run("BEGIN IMMEDIATE")
      do {
        return try body()
      } catch {
        rollBack()
        throw error
      }
    }

    /// - Throws: `unavailable` where a write failed, so that nothing was changed; else `outcomeUnknown`.
    func commit() throws(StoreError) {
      do {
        try run("COMMIT")
      } catch {
        let isUnwritten = Self.failedWrites.contains(sqlite3_extended_errcode(handle))
        rollBack()
        throw error.with(isUnwritten ? .unavailable : .outcomeUnknown)
      }
    }

    /// After these the log lacks at least the end of the transaction's last page, without which it does not count. After
    /// a failed sync, or where the log's index cannot grow, it is there as a whole.
    private static let failedWrites = [SQLITE_FULL, SQLITE_IOERR | 3 << 8]

    // SQLite may have rolled back by itself; when the rollback fails, closing the connection undoes the transaction.
    func rollBack() {
      if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    // MARK: Errors

    /// What a result code means. SQLite's own words name tables and columns, never values.
    func failure(_ result: Int32) -> StoreError {
      // `sqlite3_system_errno` does not know it after a COMMIT.
      let number = errno
      let message = "\(path): \(String(cString: sqlite3_errmsg(handle))) (SQLite \(result))"
      switch result & 0xFF {
      case SQLITE_FULL: return StoreError(.unavailable, message, hint: "Free disk space.")
      case SQLITE_BUSY, SQLITE_LOCKED:
        return StoreError(.unavailable, message, hint: "Another program holds the database; close it.")
      case SQLITE_IOERR:
        // Another number may be left from a call that went well in the end.
        let isOfWrite = [ENOSPC, EDQUOT, EFBIG, EROFS].contains(number)
        return StoreError(.unavailable, message, hint: isOfWrite ? StoreError.hint(number) : nil)
      case SQLITE_NOMEM, SQLITE_INTERRUPT: return StoreError(.unavailable, message)
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY:
        return StoreError(.cannotOpen, message, hint: "Check who owns the file and its folder, and their permissions.")
      case SQLITE_NOTADB:
        return StoreError(.damaged, message, hint: "The file is no SQLite database; check the path.")
      case SQLITE_CORRUPT:
        return StoreError(.damaged, message, hint: "Restore a backup, or export what can still be read.")
      default: return StoreError(.damaged, message)
      }
    }
  }
#endif
