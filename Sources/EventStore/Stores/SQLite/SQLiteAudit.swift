#if SQLite
  import Primitives

  /// Looks through a whole database, in one transaction of the caller.
  struct SQLiteAudit {
    let connection: SQLiteConnection
    private var findings = AuditFindings()
    private var sequence = EventSequence()
    private var streamSums: [StreamID: IndexSum] = [:]
    private var ownerSums: [OwnerID: IndexSum] = [:]
    private var receipts = ReceiptFilter()
    /// Receipts from before this moment have expired.
    private var expiry = Timestamp(microseconds: 0)

    /// Stands for a list of positions: two lists with equal sums are the same for an audit.
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

    init(connection: SQLiteConnection) { self.connection = connection }

    func findings(progress: (Position) -> Void) throws(StoreError) -> [String] {
      var audit = self
      do {
        try audit.checkFile()
        try audit.checkReceipts()
        try audit.checkEvents(progress)
        try audit.checkStreams()
        try audit.checkOwners()
        try connection.textFindings { audit.findings.add($0) }
      } catch  where error.code == .damaged {
        // A page that cannot be read ends the search; what was found of it before tells more.
        audit.findings.add(error.description)
      }
      return audit.findings.report
    }

    private mutating func checkFile() throws(StoreError) {
      let statement = try connection.take("PRAGMA quick_check(20)")
      defer { connection.giveBack(statement) }
      while try statement.step() {
        let sentence = statement.string(0)
        if sentence != "ok" { findings.add("\(connection.path): \(sentence)") }
      }
    }

    private mutating func checkEvents(_ progress: (Position) -> Void) throws(StoreError) {
      let flushed = try connection.integer("SELECT position FROM event_index") ?? 0
      let statement = try connection.take(
        "SELECT \(SQLiteReads.eventColumns) FROM events ORDER BY position")
      defer { connection.giveBack(statement) }
      var columns = EventColumns()
      var checksum: UInt32 = 0
      while try statement.step() {
        let position = statement.integer(0)
        columns.set(row: statement)
        let stored = UInt32(truncatingIfNeeded: statement.integer(9))
        if columns.checksum(after: checksum) != stored {
          findings.add("position \(position): the event is not what its checksum says")
        }
        // Going on from the stored sum, one damaged event is one finding.
        checksum = stored
        try checkEvent(statement, flushed: flushed)
        if position % 8192 == 0 { progress(position) }
      }
      progress(sequence.position)
    }

    private mutating func checkEvent(_ row: SQLiteStatement, flushed: Position) throws(StoreError) {
      do {
        let event = try connection.event(row)
        findings.add(try sequence.follow(with: event))
        if event.position <= flushed {
          streamSums[event.stream, default: IndexSum()].add(event.revision, event.position)
          ownerSums[event.owner, default: IndexSum()].add(0, event.position)
          checkReceipt(of: event)
        }
      } catch  where error.code == .damaged {
        findings.add(error.message)
      }
      do {
        _ = try JSONDocument(row.array(6))
      } catch {
        findings.add("position \(row.integer(0)): data: \(error)")
      }
    }

    /// Looks whether the receipts can be found, and notes which there are.
    private mutating func checkReceipts() throws(StoreError) {
      receipts = try ReceiptFilter(of: connection)
      expiry = Receipt.expiry(at: try connection.latest())
      let statement = try connection.take("SELECT run, first, records FROM receipt_chunks ORDER BY run, first")
      defer { connection.giveBack(statement) }
      var last: (run: Int, key: ReceiptKey)?
      while try statement.step() {
        let run = statement.integer(0)
        let keys = try connection.chunk(statement, 2).receipts.map(\.key)
        let before = last?.run == run ? [last?.key].compactMap(\.self) : []
        let sequence = before + keys
        if keys[0].bytes != statement.array(1) || !zip(sequence, sequence.dropFirst()).allSatisfy({ $0 < $1 }) {
          findings.add("receipts, run \(run): out of order")
        }
        last = (run, keys[keys.count - 1])
      }
    }

    /// The filter mistakes one in a thousand that is missing for one that is there; never the other way round.
    private mutating func checkReceipt(of event: RecordedEvent) {
      guard let key = event.metadata.receiptKey, event.recordedAt >= expiry, !receipts.mayHold(key) else { return }
      findings.add("position \(event.position): the receipt of its command is missing")
    }

    private mutating func checkStreams() throws(StoreError) {
      let sql = """
        SELECT streams.stream, owner, revision, first_revision, positions FROM streams
        LEFT JOIN stream_positions ON stream_positions.stream = number ORDER BY number, first_revision
        """
      let statement = try connection.take(sql)
      defer { connection.giveBack(statement) }
      var indexed: [StreamID: (sum: IndexSum, head: StreamHead)] = [:]
      while try statement.step() {
        let stream = try connection.stream(statement.bytes(0))
        let head = StreamHead(owner: try statement.identifier(1), revision: statement.integer(2))
        var sum = indexed[stream]?.sum ?? IndexSum()
        for (offset, position) in statement.positions(4).enumerated() {
          sum.add(statement.integer(3) + offset, position)
        }
        indexed[stream] = (sum, head)
      }
      for (stream, sum) in streamSums.sorted(by: { $0.key.id < $1.key.id }) {
        let entry = indexed.removeValue(forKey: stream)
        if entry?.sum != sum || entry?.head.revision != sum.count - 1
          || entry?.head.owner != sequence.streams[stream]?.owner
        {
          findings.add("\(stream): its index does not agree with its events")
        }
      }
      for stream in indexed.keys { findings.add("\(stream): indexed, but there are no such events") }
    }

    private mutating func checkOwners() throws(StoreError) {
      let statement = try connection.take("SELECT owner, positions FROM owner_positions")
      defer { connection.giveBack(statement) }
      var indexed: [OwnerID: IndexSum] = [:]
      while try statement.step() {
        let owner: OwnerID = try statement.identifier(0)
        for position in statement.positions(1) { indexed[owner, default: IndexSum()].add(0, position) }
      }
      for (owner, sum) in ownerSums.sorted(by: { $0.key < $1.key })
      where indexed.removeValue(forKey: owner) != sum {
        findings.add("owner \(owner): the index does not agree with the events")
      }
      for owner in indexed.keys { findings.add("owner \(owner): indexed, but there are no such events") }
    }
  }
#endif
