#if SQLite
  import MovieNightPrimitives

  extension EventColumns {
    /// From a row of the events table (`SQLiteReads.eventColumns`), as it stands there.
    mutating func set(row: SQLiteStatement) {
      set(
        position: row.integer(0), revision: row.integer(3), version: row.integer(5), time: Int64(row.integer(8)),
        owner: row.optionalIdentifier(2) ?? OwnerID(high: 0, low: 0), stream: row.bytes(1), type: row.bytes(4),
        metadata: row.bytes(7), data: row.bytes(6))
    }

    static let insert = "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"

    /// Runs the prepared `insert`.
    func insert(_ event: RecordedEvent, checksum: UInt32, _ statement: SQLiteStatement) throws(StoreError) {
      try bytes.withUnsafeBufferPointer { (buffer) throws(StoreError) in
        let bytes = UnsafeRawBufferPointer(buffer)
        statement.bind(1, event.position)
        statement.bindInPlace(2, text: .init(rebasing: bytes[Self.streamStart..<streamEnd]))
        statement.bindInPlace(3, blob: .init(rebasing: bytes[Self.ownerStart..<Self.streamStart]))
        statement.bind(4, event.revision)
        statement.bindInPlace(5, text: .init(rebasing: bytes[streamEnd..<typeEnd]))
        statement.bind(6, event.version)
        statement.bindInPlace(7, text: .init(rebasing: bytes[metadataEnd...]))
        statement.bindInPlace(8, text: .init(rebasing: bytes[typeEnd..<metadataEnd]))
        statement.bind(9, event.recordedAt)
        statement.bind(10, Int(checksum))
        defer { statement.reset() }
        _ = try statement.step()
      }
    }
  }
#endif
