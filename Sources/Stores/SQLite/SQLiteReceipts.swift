#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// The receipts in the tables (decision 0006): `receipt_runs` for commands with events, `receipts` for others.
  extension SQLiteConnection {
    // MARK: Reading

    /// Returns the newest receipt with this key in the tables, expired or not.
    func flushedReceipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      try reading { () throws(StoreError) in
        let found = [try receiptInRuns(for: key), try eventlessReceipt(for: key)]
        return found.compactMap(\.self).max { $0.recordedAt < $1.recordedAt }
      }
    }

    /// Searches the runs, which follow each other in time, from the newest, so that the first found is the newest.
    private func receiptInRuns(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      let sql = """
        SELECT \(Self.chunkColumns) FROM receipt_chunks WHERE run = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1
        """
      for run in try integers("SELECT number FROM receipt_runs ORDER BY newest DESC, number DESC") {
        let found = try first(sql, [run, key.bytes]) { (row) throws(StoreError) in try chunk(row).receipt(for: key) }
        if let found { return found }
      }
      return nil
    }

    private func eventlessReceipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      let sql = "SELECT fingerprint, position, event_count, recorded_at FROM receipts WHERE command = ?1 AND actor = ?2"
      return try first(sql, [key.command, key.actorBytes]) { row in
        Receipt(
          key: key, fingerprint: UInt64(bitPattern: Int64(row.integer(0))), position: row.integer(1),
          eventCount: row.integer(2), recordedAt: row.timestamp(3))
      }
    }

    static let chunkColumns = "first, records, checksum"

    /// Returns a row's chunk (`chunkColumns`), valid until the next step. Throws `damaged` if its checksum is wrong.
    func chunk(_ row: SQLiteStatement) throws(StoreError) -> ReceiptChunk {
      let checksum = Self.chunkChecksum(first: row.bytes(0), records: row.bytes(1))
      guard Int(checksum) == row.integer(2), let chunk = ReceiptChunk(row.bytes(1)) else {
        throw StoreError(
          .damaged, "\(path): a chunk of receipts does not match its checksum",
          hint: "Restart the server: it rebuilds the receipts from the events.")
      }
      return chunk
    }

    private static func chunkChecksum(first: UnsafeRawBufferPointer, records: UnsafeRawBufferPointer) -> UInt32 {
      var sum = CRC32()
      sum.update(field: first)
      sum.update(field: records)
      return sum.value
    }

    func expectedChunks() throws(StoreError) -> Int { try integer("SELECT receipt_chunks FROM event_index") ?? 0 }

    // MARK: Writing, inside a transaction

    func write(eventless receipt: Receipt) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO receipts VALUES (?1, ?2, ?3, ?4, ?5, ?6)", receipt.key.command, receipt.key.actorBytes,
        Int(Int64(bitPattern: receipt.fingerprint)), receipt.position, receipt.eventCount, receipt.recordedAt)
    }

    /// Writes a run of receipts, which must be sorted by key.
    func write(run receipts: [Receipt], tier: Int = 0) throws(StoreError) {
      guard let newest = receipts.lazy.map(\.recordedAt).max() else { return }
      try append(receipts, toRun: addRun(tier: tier, newest: newest))
    }

    func addRun(tier: Int, newest: Timestamp) throws(StoreError) -> Int {
      let sql = "INSERT INTO receipt_runs (tier, newest) VALUES (?1, ?2) RETURNING number"
      guard let number = try integer(sql, tier, newest) else {
        throw StoreError(.damaged, "\(path): a run of receipts got no number")
      }
      return number
    }

    func append(_ receipts: [Receipt], toRun run: Int) throws(StoreError) {
      let starts = stride(from: 0, to: receipts.count, by: ReceiptChunk.capacity)
      try with("INSERT INTO receipt_chunks VALUES (?1, ?2, ?3, ?4)") { (statement) throws(StoreError) in
        for start in starts {
          let first = receipts[start].key.bytes
          let records = ReceiptChunk.encoded(receipts[start..<min(start + ReceiptChunk.capacity, receipts.count)])
          let checksum = first.withUnsafeBytes { first in
            records.withUnsafeBytes { Self.chunkChecksum(first: first, records: $0) }
          }
          statement.bind([run, first, records, Int(checksum)])
          _ = try statement.step()
          statement.reset()
        }
      }
      try self.run("UPDATE event_index SET receipt_chunks = receipt_chunks + ?1", starts.underestimatedCount)
    }

    func deleteChunks(_ sql: String, _ values: SQLiteValues) throws(StoreError) {
      try forEach(sql, values) { _ in }
      try run("UPDATE event_index SET receipt_chunks = receipt_chunks - changes()")
    }
  }

  extension ReceiptFilter {
    /// Creates a filter of all receipts in the tables, and adds the oldest runs first.
    /// - Throws: `damaged` if a chunk is damaged or missing, or a run has receipts newer than its column `newest`.
    init(of connection: SQLiteConnection) throws(StoreError) {
      self.init()
      try noteEventless(of: connection)
      var chunks = 0
      // Reads one run at a time, because a single query would have to sort all chunks in memory.
      for run in try connection.integers("SELECT number FROM receipt_runs ORDER BY newest, number") {
        let newest = try connection.integer("SELECT newest FROM receipt_runs WHERE number = ?1", run)
        let sql = "SELECT \(SQLiteConnection.chunkColumns) FROM receipt_chunks WHERE run = ?1"
        try connection.forEach(sql, [run]) { (row) throws(StoreError) in
          chunks += 1
          for receipt in try connection.chunk(row).receipts {
            guard receipt.recordedAt.microseconds <= newest ?? 0 else {
              throw StoreError(.damaged, "\(connection.path): run \(run) has receipts newer than its recorded time")
            }
            note(receipt.key, at: receipt.recordedAt)
          }
        }
      }
      let expected = try connection.expectedChunks()
      guard chunks == expected else {
        throw StoreError(.damaged, "\(connection.path): \(chunks) chunks of receipts instead of \(expected)")
      }
    }

    mutating func noteEventless(of connection: SQLiteConnection) throws(StoreError) {
      try connection.forEach("SELECT command, actor, recorded_at FROM receipts") { (row) throws(StoreError) in
        note(
          ReceiptKey(actor: row.optionalIdentifier(1), command: try row.identifier(0)), at: row.timestamp(2))
      }
    }
  }

  extension ReceiptKey {
    /// The bytes of the command, followed by those of the actor. The tables use them as the keys of chunks.
    var bytes: [UInt8] { command.bytes + actorBytes }

    /// The bytes of the actor; empty for an administrator.
    fileprivate var actorBytes: [UInt8] { actor?.bytes ?? [] }
  }

  /// The recovery of receipts. Those in runs are derived from events, so damaged or missing runs can be rebuilt.
  extension SQLiteConnection {
    /// The number of receipts in a rebuilt run, which is about as many as after one merge.
    private static let receiptsPerRun = 1 << 16

    /// Loads the filter of the receipts in the tables. If they are damaged, rebuilds them, and returns a notice.
    func loadReceiptFilter() throws(StoreError) -> (filter: ReceiptFilter, notice: String?) {
      do {
        return (try ReceiptFilter(of: self), nil)
      } catch {
        guard error.code == .damaged else { throw error }
        try rebuildReceipts()
        return (try ReceiptFilter(of: self), "\(error.message); the receipts of 30 days were rebuilt from the events")
      }
    }

    /// Rebuilds all runs from the events, in one transaction. Receipts of commands without events are kept.
    private func rebuildReceipts() throws(StoreError) {
      let expiry = Receipt.expiry(at: try latest())
      let through = try indexedPositions().receipts
      let lastExpired = try lastEvent(before: expiry)
      try withoutSecureDelete { () throws(StoreError) in
        try writing { () throws(StoreError) in
          try execute(
            "DELETE FROM receipt_chunks; DELETE FROM receipt_runs; UPDATE event_index SET receipt_chunks = 0")
          try writeReceipts(after: lastExpired, through: through)
        }
      }
    }

    /// Returns the position of the last undamaged event before `time`, or 0. A damaged event's time is not trusted.
    private func lastEvent(before time: Timestamp) throws(StoreError) -> Position {
      let sql = "SELECT position FROM events WHERE recorded_at < ?1 AND position < ?2 ORDER BY position DESC LIMIT 1"
      var end = Position.max
      while true {
        guard let found = try integer(sql, time, end) else { return 0 }
        if try isSound(eventAt: found) { return found }
        end = found
      }
    }

    private func isSound(eventAt position: Position) throws(StoreError) -> Bool {
      var checksum = try checksum(at: position - 1) ?? 0
      let event = try first(SQLiteReads.eventsAfter, [position - 1, position, 1]) { (row) throws(StoreError) in
        try decodedEvent(row, after: &checksum)
      }
      return event != nil
    }

    private func writeReceipts(after position: Position, through end: Position) throws(StoreError) {
      var receipts = Receipts()
      var lastKey: ReceiptKey?
      var checksum = try checksum(at: position) ?? 0
      try forEach(SQLiteReads.eventsAfter, [position, end, -1]) { (row) throws(StoreError) in
        guard let event = try decodedEvent(row, after: &checksum) else { return }
        // The events of a command are adjacent and share a receipt, so a run must not end between them.
        if receipts.byKey.count >= Self.receiptsPerRun, event.metadata.receiptKey != lastKey {
          try write(run: receipts.byKey.values.inOrder(), tier: 1)
          receipts.removeAll()
        }
        receipts.note(event)
        lastKey = event.metadata.receiptKey
      }
      try write(run: receipts.byKey.values.inOrder(), tier: 1)
    }

    /// Decodes the event in a row; nil if it is damaged, because its command is then unknown.
    private func decodedEvent(_ row: SQLiteStatement, after checksum: inout UInt32) throws(StoreError) -> RecordedEvent?
    {
      do {
        return try events.event(row, after: &checksum)
      } catch {
        guard error.code == .damaged else { throw error }
        return nil
      }
    }
  }
#endif
