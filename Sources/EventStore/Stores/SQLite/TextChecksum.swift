#if SQLite
  import CSQLite
  import Primitives

  extension SQLiteConnection {
    /// Teaches the connection the function `text_checksum(…)`, which migrations, writes and audits share: the CRC-32 of its
    /// arguments, each with its length before it, so that no byte can move from one to the next unseen.
    func addTextChecksum() throws(StoreError) {
      let result = sqlite3_create_function_v2(
        handle, "text_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
        { context, count, values in
          var sum = CRC32()
          for index in 0..<Int(count) {
            let value = values?[index]
            let bytes = sqlite3_value_blob(value)
            let isNull = sqlite3_value_type(value) == SQLITE_NULL
            // After `sqlite3_value_blob`, which may have made another encoding of it.
            let length = isNull ? -1 : sqlite3_value_bytes(value)
            withUnsafeBytes(of: length.littleEndian) { sum.update($0) }
            sum.update(UnsafeRawBufferPointer(start: bytes, count: Int(max(0, length))))
          }
          sqlite3_result_int64(context, Int64(sum.value))
        }, nil, nil, nil)
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }
#endif
