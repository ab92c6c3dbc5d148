#if SQLite
  import Primitives

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
      let sql = "SELECT records FROM receipt_chunks WHERE run = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1"
      for run in try integers("SELECT number FROM receipt_runs ORDER BY newest DESC, number DESC") {
        let found = try with(sql) { (statement) throws(StoreError) -> Receipt? in
          statement.bind(1, run)
          statement.bind(2, key)
          return try statement.step() ? try chunk(statement, 0).receipt(for: key) : nil
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

    /// The chunk in a column, until the next step.
    func chunk(_ row: SQLiteStatement, _ column: Int32) throws(StoreError) -> ReceiptChunk {
      guard let chunk = ReceiptChunk(row.bytes(column)) else {
        throw StoreError(
          .damaged, "\(path): a chunk of receipts has \(row.bytes(column).count) bytes",
          hint: "Run `movienight verify` for all findings; restore a backup.")
      }
      return chunk
    }

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
    func write(run receipts: [Receipt]) throws(StoreError) {
      guard let newest = receipts.lazy.map(\.recordedAt).max() else { return }
      try append(receipts, toRun: addRun(tier: 0, newest: newest))
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
      try with("INSERT INTO receipt_chunks VALUES (?1, ?2, ?3)") { (statement) throws(StoreError) in
        for start in stride(from: 0, to: receipts.count, by: ReceiptChunk.capacity) {
          let chunk = receipts[start..<min(start + ReceiptChunk.capacity, receipts.count)]
          statement.bind(1, run)
          statement.bind(2, receipts[start].key)
          statement.bind(3, blob: ReceiptChunk.encoded(chunk))
          _ = try statement.step()
          statement.reset()
        }
      }
    }
  }

  extension ReceiptFilter {
    /// With every receipt in the tables, the oldest first.
    init(of connection: SQLiteConnection) throws(StoreError) {
      self.init()
      try connection.with("SELECT command, actor, recorded_at FROM receipts") { (statement) throws(StoreError) in
        while try statement.step() {
          let key = ReceiptKey(actor: statement.optionalIdentifier(1), command: try statement.identifier(0))
          note(key, at: statement.timestamp(2))
        }
      }
      // A run at a time: sorted together, all of them would be in memory at once.
      for run in try connection.integers("SELECT number FROM receipt_runs ORDER BY newest, number") {
        try connection.with("SELECT records FROM receipt_chunks WHERE run = ?1") { (statement) throws(StoreError) in
          statement.bind(1, run)
          while try statement.step() {
            for receipt in try connection.chunk(statement, 0).receipts { note(receipt.key, at: receipt.recordedAt) }
          }
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
