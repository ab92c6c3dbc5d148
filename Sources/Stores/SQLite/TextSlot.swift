#if SQLite
  import EventStore
  import CSQLite
  import MovieNightPrimitives

  /// The format of a slot in the table `text_slots`: the length of the text's value, the text's checksum, the value,
  /// and zeros up to the slot's size. The length and the checksum are four little-endian bytes each.
  enum TextSlot {
    private static let headerSize = 8

    /// Returns the size of the slot for a value. There are only a few sizes, so that free slots are soon reused.
    private static func size(for length: Int) -> Int {
      var size = 64
      while size < headerSize + length { size *= 2 }
      return size
    }

    static func content(of text: PersonalText) -> [UInt8] {
      text.value.withUnsafeBytes { content($0, checksum: text.checksum) }
    }

    fileprivate static func content(_ value: UnsafeRawBufferPointer, checksum: UInt32) -> [UInt8] {
      var content: [UInt8] = []
      let size = size(for: value.count)
      content.reserveCapacity(size)
      withUnsafeBytes(of: UInt32(value.count).littleEndian) { content.append(contentsOf: $0) }
      withUnsafeBytes(of: checksum.littleEndian) { content.append(contentsOf: $0) }
      content.append(contentsOf: value)
      content.append(contentsOf: repeatElement(0, count: size - content.count))
      return content
    }

    /// Returns the value in a slot; nil if the value's length exceeds the slot.
    static func value(in content: UnsafeRawBufferPointer) -> [UInt8]? {
      guard content.count >= headerSize else { return nil }
      let length = Int(UInt32(littleEndian: content.loadUnaligned(as: UInt32.self)))
      guard length <= content.count - headerSize else { return nil }
      return Array(content[headerSize..<headerSize + length])
    }
  }

  extension PersonalText {
    /// The text's CRC-32, computed like `text_checksum(id, owner, subject, value)` in SQL.
    fileprivate var checksum: UInt32 {
      var sum = CRC32()
      for field in [id.bytes, owner.bytes, subject?.bytes, value] {
        if let field { field.withUnsafeBytes { sum.update(field: $0) } } else { sum.update(field: nil) }
      }
      return sum.value
    }
  }

  extension CRC32 {
    /// Adds a field's length and the field, so that bytes that move between fields change the sum. Nil stands for null.
    mutating func update(field: UnsafeRawBufferPointer?) {
      withUnsafeBytes(of: (field?.count ?? -1).littleEndian) { update($0) }
      if let field { update(field) }
    }
  }

  extension SQLiteConnection {
    /// Registers the SQL functions that migrations use: `text_checksum(…)`, which takes any number of fields, and
    /// `text_slot(checksum, value)`.
    func addTextFunctions() throws(StoreError) {
      try add("text_checksum", parameters: -1) { context, count, values in
        var sum = CRC32()
        for index in 0..<Int(count) { sum.update(field: bytes(of: values?[index])) }
        sqlite3_result_int64(context, Int64(sum.value))
      }
      try add("text_slot", parameters: 2) { context, _, values in
        let checksum = UInt32(truncatingIfNeeded: sqlite3_value_int64(values?[0]))
        let value = bytes(of: values?[1]) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        TextSlot.content(value, checksum: checksum).withUnsafeBytes { content in
          mn_result_blob_copy(context, content.baseAddress, Int32(content.count))
        }
      }
    }

    private func add(
      _ name: String, parameters: Int32,
      _ function: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(StoreError) {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
      let result = sqlite3_create_function_v2(handle, name, parameters, flags, nil, function, nil, nil, nil)
      guard result == SQLITE_OK else { throw failure(result) }
    }
  }

  /// Returns the bytes of a text or blob, valid while the SQL function runs; nil for null.
  private func bytes(of value: OpaquePointer?) -> UnsafeRawBufferPointer? {
    guard sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    // Called before `sqlite3_value_bytes`, because this call may convert the encoding and so change the length.
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
#endif
