#if SQLite
  import EventStore
  import CSQLite
  import MovieNightPrimitives

  /// A value that can be bound to a statement's parameter.
  protocol SQLiteValue {
    // Errors are not reported: after a failed binding (out of memory, wrong parameter number), the next step throws.
    func bind(to statement: OpaquePointer, at parameter: Int32)
  }

  /// The values of all parameters of a statement; nil means null.
  typealias SQLiteValues = [(any SQLiteValue)?]

  extension Int: SQLiteValue {
    func bind(to statement: OpaquePointer, at parameter: Int32) {
      sqlite3_bind_int64(statement, parameter, Int64(self))
    }
  }

  extension Timestamp: SQLiteValue {
    func bind(to statement: OpaquePointer, at parameter: Int32) {
      sqlite3_bind_int64(statement, parameter, microseconds)
    }
  }

  extension Identifier: SQLiteValue {
    func bind(to statement: OpaquePointer, at parameter: Int32) {
      withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
        _ = mn_bind_blob_copy(statement, parameter, bytes.baseAddress, 16)
      }
    }
  }

  extension [UInt8]: SQLiteValue {
    func bind(to statement: OpaquePointer, at parameter: Int32) {
      withUnsafeBytes { _ = mn_bind_blob_copy(statement, parameter, $0.baseAddress, Int32($0.count)) }
    }
  }

  extension String: SQLiteValue {
    func bind(to statement: OpaquePointer, at parameter: Int32) {
      Array(utf8).withUnsafeBytes { _ = mn_bind_text_copy(statement, parameter, $0.baseAddress, Int32($0.count)) }
    }
  }

  extension StreamID: SQLiteValue {
    func bind(to statement: OpaquePointer, at parameter: Int32) {
      utf8.withUnsafeBytes { _ = mn_bind_text_copy(statement, parameter, $0.baseAddress, Int32($0.count)) }
    }
  }

  /// A prepared statement and the row of its last step. As in SQLite, parameters count from 1, columns from 0.
  final class SQLiteStatement: DatabaseRow {
    let sql: String
    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection

    init(_ sql: String, on connection: SQLiteConnection) throws(StoreError) {
      self.sql = sql
      self.connection = connection
      var prepared: OpaquePointer?
      let result = sqlite3_prepare_v3(
        connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
      guard result == SQLITE_OK, let prepared else { throw connection.failure(result) }
      handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Parameters

    func bind(_ parameter: Int32, _ value: some SQLiteValue) { value.bind(to: handle, at: parameter) }

    func bind(_ values: SQLiteValues) {
      for (index, value) in values.enumerated() {
        let parameter = Int32(index + 1)
        if let value { value.bind(to: handle, at: parameter) } else { sqlite3_bind_null(handle, parameter) }
      }
    }

    /// Binds a text without copying it. The bytes must stay valid until the statement is reset.
    func bindInPlace(_ parameter: Int32, text: UnsafeRawBufferPointer) {
      _ = mn_bind_text(handle, parameter, text.baseAddress, Int32(text.count))
    }

    /// Binds a blob without copying it. The bytes must stay valid until the statement is reset.
    func bindInPlace(_ parameter: Int32, blob: UnsafeRawBufferPointer) {
      _ = mn_bind_blob(handle, parameter, blob.baseAddress, Int32(blob.count))
    }

    // MARK: Running

    /// Executes the statement up to its next row, and returns whether there is a row to read.
    func step() throws(StoreError) -> Bool {
      let result = sqlite3_step(handle)
      if result == SQLITE_ROW { return true }
      guard result == SQLITE_DONE else { throw connection.failure(result) }
      return false
    }

    // The result is ignored, because it only repeats an error that the last step has thrown.
    func reset() { sqlite3_reset(handle) }

    // MARK: Columns, valid until the next step

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
    func timestamp(_ column: Int32) -> Timestamp { Timestamp(microseconds: sqlite3_column_int64(handle, column)) }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
    }

    func invalidIdentifier(_ column: Int32) -> StoreError {
      let name = String(cString: sqlite3_column_name(handle, column))
      return StoreError(.damaged, "\(connection.path): column \(name) holds an id of \(bytes(column).count) bytes")
    }
  }
#endif
