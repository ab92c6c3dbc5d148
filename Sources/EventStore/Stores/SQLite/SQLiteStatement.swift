#if SQLite
  import CSQLite
  import MovieNightPrimitives

  /// A prepared statement. Parameters count from 1, columns from 0, as SQLite has it.
  final class SQLiteStatement {
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

    // A parameter that cannot be bound (out of memory, a wrong number) makes the next step fail, which is reported.

    func bind(_ parameter: Int32, _ value: Int) { sqlite3_bind_int64(handle, parameter, Int64(value)) }
    func bind(_ parameter: Int32, _ value: Timestamp) { sqlite3_bind_int64(handle, parameter, value.microseconds) }
    func bindNull(_ parameter: Int32) { sqlite3_bind_null(handle, parameter) }

    func bind<Kind>(_ parameter: Int32, _ id: Identifier<Kind>) {
      withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes in
        _ = mn_bind_blob_copy(handle, parameter, bytes.baseAddress, 16)
      }
    }

    func bind<Kind>(_ parameter: Int32, _ id: Identifier<Kind>?) {
      if let id { bind(parameter, id) } else { bindNull(parameter) }
    }

    func bind(_ parameter: Int32, blob bytes: [UInt8]) {
      bytes.withUnsafeBytes { _ = mn_bind_blob_copy(handle, parameter, $0.baseAddress, Int32($0.count)) }
    }

    func bind(_ parameter: Int32, text: String) { bind(parameter, text: Array(text.utf8)) }

    func bind(_ parameter: Int32, text: [UInt8]) {
      text.withUnsafeBytes { _ = mn_bind_text_copy(handle, parameter, $0.baseAddress, Int32($0.count)) }
    }

    /// The bytes must stay where they are until the statement is reset.
    func bindInPlace(_ parameter: Int32, text: UnsafeRawBufferPointer) {
      _ = mn_bind_text(handle, parameter, text.baseAddress, Int32(text.count))
    }

    /// The bytes must stay where they are until the statement is reset.
    func bindInPlace(_ parameter: Int32, blob: UnsafeRawBufferPointer) {
      _ = mn_bind_blob(handle, parameter, blob.baseAddress, Int32(blob.count))
    }

    // MARK: Running

    /// - Returns: whether there is a row to read.
    func step() throws(StoreError) -> Bool {
      let result = sqlite3_step(handle)
      if result == SQLITE_ROW { return true }
      guard result == SQLITE_DONE else { throw connection.failure(result) }
      return false
    }

    // Its result repeats the failure of the last step, which was thrown there.
    func reset() { sqlite3_reset(handle) }

    // MARK: Columns

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
    func timestamp(_ column: Int32) -> Timestamp { Timestamp(microseconds: sqlite3_column_int64(handle, column)) }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func isEmpty(_ column: Int32) -> Bool { sqlite3_column_bytes(handle, column) == 0 }

    /// The bytes of a text or blob, until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
    }

    func array(_ column: Int32) -> [UInt8] { Array(bytes(column)) }
    func string(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// Nil where there are not 16 bytes.
    func optionalIdentifier<Kind>(_ column: Int32) -> Identifier<Kind>? {
      let bytes = bytes(column)
      guard bytes.count == 16 else { return nil }
      return Identifier(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    func identifier<Kind>(_ column: Int32) throws(StoreError) -> Identifier<Kind> {
      guard let id: Identifier<Kind> = optionalIdentifier(column) else {
        let name = String(cString: sqlite3_column_name(handle, column))
        throw StoreError(.damaged, "\(connection.path): column \(name) holds an id of \(bytes(column).count) bytes")
      }
      return id
    }
  }
#endif
