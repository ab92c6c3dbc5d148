#if SQLite
  import EventStore
  import CSQLite
  import Glibc
  import MovieNightPrimitives

  /// A connection to a database, used by one thread at a time, with a cache of prepared statements.
  final class SQLiteConnection {
    enum Mode { case readWrite, readOnly }

    /// The time to wait for another connection's lock, in milliseconds.
    static let timeout: Int32 = 5000

    let path: String
    let handle: OpaquePointer
    private var idle: [String: [SQLiteStatement]] = [:]
    var events: EventReader

    init(_ path: String, mode: Mode) throws(StoreError) {
      // Checked because SQLite would open any file, and would block if it is a named pipe.
      try StoreError.opening(path) { () throws(FileOpenError) in try RegularFile.check(path) }
      var opened: OpaquePointer?
      let flags = (mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX
      let result = sqlite3_open_v2(path, &opened, flags, nil)
      guard let opened else { throw StoreError(.unavailable, "cannot open \(path): out of memory") }
      guard result == SQLITE_OK else {
        let reason = String(cString: sqlite3_errmsg(opened))
        sqlite3_close_v2(opened)
        throw StoreError(
          .cannotOpen, "cannot open \(path): \(reason)", hint: "Check the path, its owner and permissions.")
      }
      self.path = path
      handle = opened
      events = EventReader(place: path)
      sqlite3_extended_result_codes(handle, 1)
      sqlite3_busy_timeout(handle, Self.timeout)
      try addTextFunctions()
    }

    deinit {
      idle.removeAll()
      sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Runs `body` with the prepared statement for `sql`, and resets the statement afterwards.
    func with<Result>(
      _ sql: String, _ values: SQLiteValues = [], _ body: (SQLiteStatement) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      let statement = try take(sql)
      defer { giveBack(statement) }
      statement.bind(values)
      return try body(statement)
    }

    /// Takes a prepared statement out of the cache until `giveBack`. A nested use of the same SQL gets another.
    func take(_ sql: String) throws(StoreError) -> SQLiteStatement {
      if let statement = idle[sql]?.popLast() { return statement }
      return try SQLiteStatement(sql, on: self)
    }

    func giveBack(_ statement: SQLiteStatement) {
      statement.reset()
      idle[statement.sql, default: []].append(statement)
    }

    func run(_ sql: String, _ values: (any SQLiteValue)?...) throws(StoreError) { try forEach(sql, values) { _ in } }

    func forEach(
      _ sql: String, _ values: SQLiteValues = [], _ body: (SQLiteStatement) throws(StoreError) -> Void
    ) throws(StoreError) {
      try with(sql, values) { (row) throws(StoreError) in while try row.step() { try body(row) } }
    }

    /// Calls `read` with the first row, and returns its result; nil if there is no row.
    func first<Value>(
      _ sql: String, _ values: SQLiteValues = [], read: (SQLiteStatement) throws(StoreError) -> Value?
    ) throws(StoreError) -> Value? {
      try with(sql, values) { (row) throws(StoreError) in try row.step() ? try read(row) : nil }
    }

    func all<Value>(
      _ sql: String, _ values: SQLiteValues = [], read: (SQLiteStatement) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
      var all: [Value] = []
      try forEach(sql, values) { (row) throws(StoreError) in all.append(try read(row)) }
      return all
    }

    /// Returns the integer in the first column of the first row; nil if there is no row or it is null.
    func integer(_ sql: String, _ values: (any SQLiteValue)?...) throws(StoreError) -> Int? {
      try first(sql, values) { $0.isNull(0) ? nil : $0.integer(0) }
    }

    func integers(_ sql: String, _ values: (any SQLiteValue)?...) throws(StoreError) -> [Int] {
      try all(sql, values) { $0.integer(0) }
    }

    /// Runs several statements and ignores their rows.
    func execute(_ sql: String) throws(StoreError) {
      let result = sqlite3_exec(handle, sql, nil, nil, nil)
      guard result == SQLITE_OK else { throw failure(result) }
    }

    /// Runs `body` with SQLite's `secure_delete` turned off, because overwriting deleted content would cost more than
    /// writing it did. `body` must not delete personal texts.
    func withoutSecureDelete<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      try execute("PRAGMA secure_delete = OFF")
      let result = Swift.Result { () throws(StoreError) in try body() }
      try execute("PRAGMA secure_delete = ON")
      return try result.get()
    }

    // MARK: Transactions

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` on one snapshot of the database. In a transaction, that is the transaction's.
    func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      if isInTransaction { return try body() }
      try run("BEGIN")
      defer { rollBack() }
      return try body()
    }

    /// Runs `body` in one durable transaction. If `body` throws, the transaction is rolled back.
    func writing<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      let result = try preparing(body)
      try commit()
      return result
    }

    /// Begins a transaction and runs `body` in it. The caller must then call `commit`. If `body` throws, the
    /// transaction is rolled back.
    func preparing<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      try run("BEGIN IMMEDIATE")
      do {
        return try body()
      } catch {
        rollBack()
        throw error
      }
    }

    /// Commits. Throws `unavailable` if a write failed, so nothing was committed; otherwise `outcomeUnknown`.
    func commit() throws(StoreError) {
      do {
        try run("COMMIT")
      } catch {
        let isUnwritten = Self.failedWrites.contains(sqlite3_extended_errcode(handle))
        rollBack()
        throw error.with(isUnwritten ? .unavailable : .outcomeUnknown)
      }
    }

    /// After these errors, the write-ahead log lacks at least the transaction's end, so SQLite ignores it. After
    /// others, such as a failed sync or a failure to enlarge the log's index, the log may contain all of it.
    private static let failedWrites = [SQLITE_FULL, SQLITE_IOERR | 3 << 8]

    // SQLite may have rolled back by itself. If the rollback fails, closing the connection undoes the transaction.
    func rollBack() {
      if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    // MARK: Errors

    /// Converts a result code to an error. SQLite's messages name tables and columns, never values.
    func failure(_ result: Int32) -> StoreError {
      // Read from `errno`, because `sqlite3_system_errno` does not return the error number of a COMMIT.
      let number = errno
      let message = "\(path): \(String(cString: sqlite3_errmsg(handle))) (SQLite \(result))"
      switch result & 0xFF {
      case SQLITE_FULL: return StoreError(.unavailable, message, hint: "Free disk space.")
      case SQLITE_BUSY, SQLITE_LOCKED:
        return StoreError(.unavailable, message, hint: "Another program has locked the database; close it.")
      case SQLITE_IOERR:
        // Other error numbers may be left over from an earlier system call that succeeded when it was repeated.
        let isOfWrite = [ENOSPC, EDQUOT, EFBIG, EROFS].contains(number)
        return StoreError(.unavailable, message, hint: isOfWrite ? StoreError.hint(number) : nil)
      case SQLITE_NOMEM, SQLITE_INTERRUPT: return StoreError(.unavailable, message)
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY:
        return StoreError(.cannotOpen, message, hint: "Check the owner and permissions of the file and its folder.")
      case SQLITE_NOTADB:
        return StoreError(.damaged, message, hint: "The file is not an SQLite database; check the path.")
      case SQLITE_CORRUPT:
        return StoreError(.damaged, message, hint: "Restore a backup, or export the readable part.")
      default: return StoreError(.damaged, message)
      }
    }
  }
#endif
