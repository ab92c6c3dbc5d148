#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// An audit of a whole database. The caller provides a transaction, so that the audit sees one snapshot.
  struct SQLiteAudit {
    let connection: SQLiteConnection
    private var audit: EventAudit
    private var streamSums: [StreamID: IndexSum] = [:]
    private var ownerSums: [OwnerID: IndexSum] = [:]
    private var receipts = ReceiptFilter()
    /// The positions up to which the tables' index and receipts are complete. Later ones are from an unfinished flush.
    private var flushed: (index: Position, receipts: Position) = (0, 0)
    private var expiry = Timestamp(microseconds: 0)

    /// A digest of a list of positions. The audit compares digests, so that it need not keep the lists.
    private struct IndexSum: Equatable {
      var count = 0
      private var sum: UInt64 = 0

      mutating func add(_ place: Int, _ position: Position) {
        count += 1
        var word = UInt64(truncatingIfNeeded: place) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: position)
        word = (word ^ word >> 31) &* 0xBF58_476D_1CE4_E5B9
        sum &+= word ^ word >> 29
      }
    }

    init(connection: SQLiteConnection) {
      self.connection = connection
      audit = EventAudit(place: connection.path)
    }

    func findings(progress: (Position) -> Void) throws(StoreError) -> [String] {
      var this = self
      do {
        try this.checkFile()
        this.flushed = try connection.indexedPositions()
        try this.checkReceipts()
        try this.checkEvents(progress)
        try this.checkStreams()
        try this.checkOwners()
        try connection.textFindings { this.audit.findings.add($0) }
      } catch  where error.code == .damaged {
        // An unreadable page ends the audit. The findings so far are reported, too: they say more than the error alone.
        this.audit.findings.add(error.description)
      }
      return this.audit.findings.report
    }

    private mutating func checkFile() throws(StoreError) {
      try connection.forEach("PRAGMA quick_check(20)") { row in
        if row.string(0) != "ok" { audit.findings.add("\(connection.path): \(row.string(0))") }
      }
    }

    private mutating func checkEvents(_ progress: (Position) -> Void) throws(StoreError) {
      try connection.forEach("SELECT \(EventReader.columns) FROM events ORDER BY position") {
        (row) throws(StoreError) in
        if let event = try audit.check(row) {
          if event.position <= flushed.receipts { checkReceipt(of: event) }
          if event.position <= flushed.index {
            streamSums[event.stream, default: IndexSum()].add(event.revision, event.position)
            ownerSums[event.owner, default: IndexSum()].add(0, event.position)
          }
        }
        if row.integer(0) % 8192 == 0 { progress(row.integer(0)) }
      }
      progress(audit.sequence.position)
    }

    /// Verifies the chunks of receipts, and adds their receipts to the filter.
    private mutating func checkReceipts() throws(StoreError) {
      try receipts.noteEventless(of: connection)
      expiry = Receipt.expiry(at: try connection.latest())
      let sql = """
        SELECT \(SQLiteConnection.chunkColumns), run, newest FROM receipt_chunks JOIN receipt_runs ON number = run
        ORDER BY run, first
        """
      var last: (run: Int, key: ReceiptKey)?
      var count = 0
      try connection.forEach(sql) { (row) throws(StoreError) in
        count += 1
        let run = row.integer(3)
        guard let chunk = try validChunk(row, of: run) else { return }
        for receipt in chunk { receipts.note(receipt.key, at: receipt.recordedAt) }
        let newest = row.timestamp(4)
        if chunk.contains(where: { $0.recordedAt > newest }) {
          audit.findings.add("receipts, run \(run): newer than its recorded time")
        }
        let before = last?.run == run ? [last?.key].compactMap(\.self) : []
        let sequence = before + chunk.map(\.key)
        if chunk[0].key.bytes != row.array(0) || !zip(sequence, sequence.dropFirst()).allSatisfy({ $0 < $1 }) {
          audit.findings.add("receipts, run \(run): out of order")
        }
        last = (run, chunk[chunk.count - 1].key)
      }
      let expected = try connection.expectedChunks()
      if count != expected { audit.findings.add("receipts: \(count) chunks instead of \(expected)") }
    }

    private mutating func validChunk(_ row: SQLiteStatement, of run: Int) throws(StoreError) -> [Receipt]? {
      do {
        return try connection.chunk(row).receipts
      } catch {
        guard error.code == .damaged else { throw error }
        audit.findings.add("receipts, run \(run): a chunk does not match its checksum")
        return nil
      }
    }

    /// Reports an event without a receipt. The filter misses a few in a million, but never reports a wrong one.
    private mutating func checkReceipt(of event: RecordedEvent) {
      guard let key = event.metadata.receiptKey, event.recordedAt >= expiry, !receipts.mayHold(key) else { return }
      audit.findings.add("position \(event.position): the receipt of its command is missing")
    }

    private mutating func checkStreams() throws(StoreError) {
      let sql = """
        SELECT streams.stream, owner, revision, first_revision, positions FROM streams
        LEFT JOIN stream_positions ON stream_positions.stream = number ORDER BY number, first_revision
        """
      var indexed: [StreamID: (sum: IndexSum, head: StreamHead, count: Int)] = [:]
      try connection.forEach(sql) { (row) throws(StoreError) in
        let stream = try connection.events.stream(row.bytes(0))
        let head = StreamHead(owner: try row.identifier(1), revision: row.integer(2))
        var (sum, _, count) = indexed[stream] ?? (IndexSum(), head, 0)
        let positions = row.positions(4)
        for (offset, position) in positions.enumerated() where position <= flushed.index {
          sum.add(row.integer(3) + offset, position)
        }
        count += positions.count
        indexed[stream] = (sum, head, count)
      }
      for (stream, sum) in streamSums.sorted(by: { $0.key.id < $1.key.id }) {
        guard let entry = indexed.removeValue(forKey: stream), entry.sum == sum, entry.head.revision == entry.count - 1,
          entry.head.owner == audit.sequence.streams[stream]?.owner
        else {
          audit.findings.add("\(stream): its index does not match its events")
          continue
        }
      }
      for stream in indexed.keys where audit.sequence.streams[stream] == nil || indexed[stream]?.sum != IndexSum() {
        audit.findings.add("\(stream): indexed, but has no events")
      }
    }

    private mutating func checkOwners() throws(StoreError) {
      var indexed: [OwnerID: IndexSum] = [:]
      try connection.forEach("SELECT owner, positions FROM owner_positions") { (row) throws(StoreError) in
        let owner: OwnerID = try row.identifier(0)
        for position in row.positions(1) where position <= flushed.index {
          indexed[owner, default: IndexSum()].add(0, position)
        }
      }
      for (owner, sum) in ownerSums.sorted(by: { $0.key < $1.key })
      where indexed.removeValue(forKey: owner) != sum {
        audit.findings.add("owner \(owner): the index does not match the events")
      }
      for owner in indexed.keys { audit.findings.add("owner \(owner): indexed, but has no events") }
    }
  }
#endif
