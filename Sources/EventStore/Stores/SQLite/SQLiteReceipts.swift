#if SQLite
  import MovieNightPrimitives

  /// Receipts in the tables (docs/decisions/0039-sqlite-write-path.md): in `receipt_runs` those of commands that recorded
  /// events, in `receipts` those of commands that recorded none.
  extension SQLiteConnection {
    // MARK: Reading

    /// The receipt in the tables, expired or not; of two, the newer one.
    func flushedReceipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      try reading { () throws(StoreError) in
        let found = [try receiptInRuns(for: key), try eventlessReceipt(for: key)]
        return found.compactMap(\.self).max { $0.recordedAt < $1.recordedAt }
      }
    }

    /// The runs follow each other in time, so of receipts with one key the newest is met first.
    private func receiptInRuns(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      let sql = """
        SELECT \(Self.chunkColumns) FROM receipt_chunks WHERE run = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1
        """
      for run in try integers("SELECT number FROM receipt_runs ORDER BY newest DESC, number DESC") {
        let found = try with(sql) { (statement) throws(StoreError) -> Receipt? in
          statement.bind(1, run)
          statement.bind(2, key)
          return try statement.step() ? try chunk(statement).receipt(for: key) : nil
        }
        if let found { return found }
      }
      return nil
    }

    private func eventlessReceipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      let sql = "SELECT fingerprint, position, event_count, recorded_at FROM receipts WHERE command = ?1 AND actor = ?2"
      return try with(sql) { (statement) throws(StoreError) in
        statement.bind(1, key.command)
        statement.bind(2, actor: key.actor)
        guard try statement.step() else { return nil }
        return Receipt(
          key: key, fingerprint: UInt64(bitPattern: Int64(statement.integer(0))), position: statement.integer(1),
          eventCount: statement.integer(2), recordedAt: statement.timestamp(3))
      }
    }

    static let chunkColumns = "first, records, checksum"

    /// The chunk in a row of `chunkColumns`, until the next step.
    /// - Throws: `damaged` where it is not what was written.
    func chunk(_ row: SQLiteStatement) throws(StoreError) -> ReceiptChunk {
      let checksum = Self.chunkChecksum(first: row.bytes(0), records: row.bytes(1))
      guard Int(checksum) == row.integer(2), let chunk = ReceiptChunk(row.bytes(1)) else {
        throw StoreError(
          .damaged, "\(path): a chunk of receipts is not what its checksum says",
          hint: "Start the server anew: it makes the receipts anew from the events.")
      }
      return chunk
    }

    private static func chunkChecksum(first: UnsafeRawBufferPointer, records: UnsafeRawBufferPointer) -> UInt32 {
      var sum = CRC32()
      sum.update(field: first)
      sum.update(field: records)
      return sum.value
    }

    /// How many chunks there must be.
    func expectedChunks() throws(StoreError) -> Int { try integer("SELECT receipt_chunks FROM event_index") ?? 0 }

    func integers(_ sql: String, _ bind: (SQLiteStatement) -> Void = { _ in }) throws(StoreError) -> [Int] {
      try with(sql) { (statement) throws(StoreError) in
        bind(statement)
        var integers: [Int] = []
        while try statement.step() { integers.append(statement.integer(0)) }
        return integers
      }
    }

    // MARK: Writing, inside a transaction

    func write(eventless receipt: Receipt) throws(StoreError) {
      try run("INSERT OR REPLACE INTO receipts VALUES (?1, ?2, ?3, ?4, ?5, ?6)") { statement in
        statement.bind(1, receipt.key.command)
        statement.bind(2, actor: receipt.key.actor)
        statement.bind(3, Int(Int64(bitPattern: receipt.fingerprint)))
        statement.bind(4, receipt.position)
        statement.bind(5, receipt.eventCount)
        statement.bind(6, receipt.recordedAt)
      }
    }

    /// Writes a run of receipts that stand in the order of their keys.
    func write(run receipts: [Receipt], tier: Int = 0) throws(StoreError) {
      guard let newest = receipts.lazy.map(\.recordedAt).max() else { return }
      try append(receipts, toRun: addRun(tier: tier, newest: newest))
    }

    func addRun(tier: Int, newest: Timestamp) throws(StoreError) -> Int {
      let number = try integer("INSERT INTO receipt_runs (tier, newest) VALUES (?1, ?2) RETURNING number") {
        $0.bind(1, tier)
        $0.bind(2, newest)
      }
      guard let number else { throw StoreError(.damaged, "\(path): a run of receipts got no number") }
      return number
    }

    func append(_ receipts: [Receipt], toRun run: Int) throws(StoreError) {
      let starts = stride(from: 0, to: receipts.count, by: ReceiptChunk.capacity)
      try with("INSERT INTO receipt_chunks VALUES (?1, ?2, ?3, ?4)") { (statement) throws(StoreError) in
        for start in starts {
          let (first, records) = (
            receipts[start].key.bytes,
            ReceiptChunk.encoded(receipts[start..<min(start + ReceiptChunk.capacity, receipts.count)])
          )
          statement.bind(1, run)
          statement.bind(2, blob: first)
          statement.bind(3, blob: records)
          let checksum = first.withUnsafeBytes { first in
            records.withUnsafeBytes { Self.chunkChecksum(first: first, records: $0) }
          }
          statement.bind(4, Int(checksum))
          _ = try statement.step()
          statement.reset()
        }
      }
      try self.run("UPDATE event_index SET receipt_chunks = receipt_chunks + ?1") {
        [count = starts.underestimatedCount] in
        $0.bind(1, count)
      }
    }

    /// Deletes chunks by a statement.
    func deleteChunks(_ sql: String, _ bind: (SQLiteStatement) -> Void) throws(StoreError) {
      try run(sql, bind)
      try run("UPDATE event_index SET receipt_chunks = receipt_chunks - changes()")
    }
  }

  extension ReceiptFilter {
    /// With every receipt in the tables, the oldest first.
    /// - Throws: `damaged` also where chunks are missing, and where a run says that it expires too early.
    init(of connection: SQLiteConnection) throws(StoreError) {
      self.init()
      try noteEventless(of: connection)
      var chunks = 0
      // A run at a time: sorted together, all of them would be in memory at once.
      for run in try connection.integers("SELECT number FROM receipt_runs ORDER BY newest, number") {
        let newest = try connection.integer("SELECT newest FROM receipt_runs WHERE number = ?1") { $0.bind(1, run) }
        let sql = "SELECT \(SQLiteConnection.chunkColumns) FROM receipt_chunks WHERE run = ?1"
        try connection.with(sql) { (statement) throws(StoreError) in
          statement.bind(1, run)
          while try statement.step() {
            chunks += 1
            for receipt in try connection.chunk(statement).receipts {
              guard receipt.recordedAt.microseconds <= newest ?? 0 else {
                throw StoreError(.damaged, "\(connection.path): run \(run) has receipts that are newer than it says")
              }
              note(receipt.key, at: receipt.recordedAt)
            }
          }
        }
      }
      let expected = try connection.expectedChunks()
      guard chunks == expected else {
        throw StoreError(.damaged, "\(connection.path): there are \(chunks) of \(expected) chunks of receipts")
      }
    }

    /// Takes in those of the table `receipts`.
    mutating func noteEventless(of connection: SQLiteConnection) throws(StoreError) {
      try connection.with("SELECT command, actor, recorded_at FROM receipts") { (statement) throws(StoreError) in
        while try statement.step() {
          let key = ReceiptKey(actor: statement.optionalIdentifier(1), command: try statement.identifier(0))
          note(key, at: statement.timestamp(2))
        }
      }
    }
  }

  extension ReceiptKey {
    /// Command and actor, side by side: what chunks are found by.
    var bytes: [UInt8] {
      let words = [command.high, command.low] + (actor.map { [$0.high, $0.low] } ?? [])
      return words.map(\.bigEndian).withUnsafeBytes { Array($0) }
    }
  }

  extension SQLiteStatement {
    /// Empty for an administrator.
    fileprivate func bind(_ parameter: Int32, actor: ActorID?) {
      if let actor { bind(parameter, actor) } else { bind(parameter, blob: []) }
    }

    fileprivate func bind(_ parameter: Int32, _ key: ReceiptKey) {
      bind(parameter, blob: key.bytes)
    }
  }
#endif
