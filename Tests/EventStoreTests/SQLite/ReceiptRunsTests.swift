#if SQLite
  import EventStore
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Stores

  @Suite("SQLite: runs of receipts")
  struct ReceiptRunsTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/store.db" }
    private static let month = Receipt.days * Timestamp.secondsPerDay

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteStore { try SQLiteStore(path, mode: .readWrite(administratorSocket: nil)) }

    private func connection() throws -> SQLiteConnection { try SQLiteConnection(path, mode: .readWrite) }

    private func count(_ what: String) throws -> Int {
      try #require(try connection().integer("SELECT count(*) \(what)"))
    }

    /// Flushes, and runs the maintenance that is due.
    private func flush(_ store: SQLiteStore) throws {
      try store.flush([])
      for _ in 1...20 { try store.performMaintenance() }
    }

    /// Records commands with random ids, `perFlush` in each flush.
    private func fill(_ store: SQLiteStore, flushes: Int, perFlush: Int, from first: Int = 0) throws -> [ReceiptKey] {
      var random = SeededGenerator(seed: UInt64(first))
      var keys: [ReceiptKey] = []
      for flush in 0..<flushes {
        let group = (0..<perFlush).map { number in
          var command = command(0, on: stream(first + flush * perFlush + number), at: time(Int64(flush)))
          command.metadata.command?.id = CommandID(high: random.next(), low: random.next())
          return command
        }
        #expect(try store.commit(group).allSatisfy { $0.events != nil })
        keys += group.compactMap(\.metadata.receiptKey)
        try self.flush(store)
      }
      return keys
    }

    private func expectAll(_ keys: [ReceiptKey], in store: any EventStore) throws {
      for (index, key) in keys.enumerated() {
        let receipt = try store.receipt(for: key)
        #expect(receipt?.position == index + 1 && receipt?.eventCount == 1 && receipt?.fingerprint == 7)
      }
    }

    @Test func maintenanceMergesManyRuns() throws {
      let store = try open()
      let keys = try fill(store, flushes: 18, perFlush: 3)
      #expect(try count("FROM receipt_runs WHERE tier = 1") == 1)
      #expect(try count("FROM receipt_runs") == 3)
      try expectAll(keys, in: store)
      try expectAll(keys, in: try SQLiteStore(path, mode: .readOnly))
      #expect(try store.damage() == [])
      store.close()
      let again = try open()
      try expectAll(keys, in: again)
      again.close()
    }

    @Test func runsAreMergedInTiers() throws {
      try open().close()
      let connection = try connection()
      let performMaintenance = SQLiteReceiptMaintenance(connection: connection)
      var random = SeededGenerator(seed: 1)
      try connection.writing { () throws(StoreError) in
        for number in 1...271 {
          let key = ReceiptKey(actor: nil, command: CommandID(high: random.next(), low: 0))
          let receipt = Receipt(key: key, fingerprint: 1, position: number, eventCount: 1, recordedAt: time(0))
          try connection.write(run: [receipt])
          while try performMaintenance.step(at: time(0)) {}
          #expect(try connection.flushedReceipt(for: key) == receipt)
        }
      }
      #expect(
        try connection.integers("SELECT tier FROM receipt_runs ORDER BY tier") == Array(repeating: 0, count: 15) + [2])
      #expect(try connection.integer("SELECT sum(length(records)) / 64 FROM receipt_chunks") == 271)
    }

    /// Each step is a transaction, so a crash can leave the state after any of them.
    @Test func receiptsAreFoundAfterEveryMergeStep() throws {
      let store = try open()
      let keys = try fill(store, flushes: 15, perFlush: 1400)
      store.close()
      let connection = try connection()
      let performMaintenance = SQLiteReceiptMaintenance(connection: connection)
      // This is the sixteenth run, as a flush would write it.
      let last = Receipt(
        key: ReceiptKey(actor: nil, command: id(9)), fingerprint: 1, position: 1, eventCount: 1, recordedAt: time(20))
      try connection.writing { () throws(StoreError) in try connection.write(run: [last]) }
      var steps = 0
      while try connection.writing({ () throws(StoreError) in try performMaintenance.step(at: time(20)) }) {
        steps += 1
        for key in keys.enumerated().filter({ $0.offset % 97 == steps }).map(\.element) + [last.key] {
          #expect(try connection.flushedReceipt(for: key) != nil)
        }
        let longest = try connection.integer("SELECT max(length(records)) FROM receipt_chunks")
        #expect(longest == ReceiptChunk.capacity * ReceiptChunk.bytesPerRecord)
      }
      #expect((5...12).contains(steps), "21,000 receipts, some 3,000 a step")
      #expect(try count("FROM receipt_runs") == 1)
      #expect(try connection.integer("SELECT sum(length(records)) / 64 FROM receipt_chunks") == keys.count + 1)
      let again = try open()
      try expectAll(keys, in: again)
      #expect(try again.damage() == [])
      again.close()
    }

    @Test func runIsDroppedWhenAllItsReceiptsExpire() throws {
      let store = try open()
      // These are more receipts than one step drops.
      let keys = try fill(store, flushes: 2, perFlush: 20_000)
      try store.record(command(1, on: stream(50_000), at: time(Self.month + 1)))
      try flush(store)
      #expect(try store.receipt(for: keys[0]) == nil)
      #expect(try store.receipt(for: keys[20_000]) != nil, "exactly thirty days is not past them")
      #expect(try count("FROM receipt_runs") == 2)
      #expect(try connection().integer("SELECT sum(length(records)) / 64 FROM receipt_chunks") == 20_001)
      try store.record(command(2, on: stream(50_001), at: time(Self.month + 2)))
      try flush(store)
      #expect(try count("FROM receipt_runs") == 2)
      #expect(try connection().integer("SELECT sum(length(records)) / 64 FROM receipt_chunks") == 2)
      #expect(try store.damage() == [])
      store.close()
    }

    @Test func expiredReceiptDoesNotHideLaterOne() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), at: time(0)))
      try store.record(command(2, on: stream(2), at: time(Self.month)))
      try store.flush([])
      try store.record(command(1, on: stream(3), at: time(Self.month + 1)))
      try store.flush([])
      #expect(try count("FROM receipt_runs") == 2)
      #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(1)))?.position == 3)
      // At first the expired receipt is in a run and the later one has no events, then the other way round.
      try store.record(command(1, on: stream(3), expected: 0, count: 0, at: time(Self.month * 2 + 2)))
      #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(1)))?.eventCount == 0)
      try store.record(command(1, on: stream(4), at: time(Self.month * 3 + 3)))
      try store.flush([])
      #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(1)))?.position == 4)
      store.close()
    }

    /// Older versions of the program stored all receipts in one table.
    @Test func receiptsOfOlderSchemaAreFoundUntilTheyExpire() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), at: time(0)))
      try store.flush([])
      store.close()
      let older = try connection()
      try older.writing { () throws(StoreError) in
        let receipt = try older.flushedReceipt(for: ReceiptKey(actor: ann, command: id(1)))
        try older.write(
          eventless: receipt
            ?? Receipt(
              key: ReceiptKey(actor: nil, command: id(1)), fingerprint: 0, position: 0, eventCount: 0,
              recordedAt: time(0)))
        try older.execute(
          """
          DROP TABLE receipt_runs; DROP TABLE receipt_chunks; DROP TABLE read_models; DROP TABLE read_model_rows;
          DROP TABLE text_slots; DROP TABLE free_text_slots; ALTER TABLE personal_texts RENAME COLUMN slot TO checksum;
          ALTER TABLE personal_texts ADD COLUMN value TEXT NOT NULL DEFAULT '';
          ALTER TABLE event_index DROP COLUMN receipts; ALTER TABLE event_index DROP COLUMN receipt_chunks;
          DELETE FROM schema_migrations WHERE version > 3
          """)
        try older.execute(String(decoding: Migration.sqlite[1].text, as: UTF8.self))
      }
      let newer = try open()
      #expect(try newer.receipt(of: command(1, on: stream(1)))?.position == 1)
      #expect(try newer.damage() == [])
      try newer.record(command(2, on: stream(2), at: time(Self.month + 1)))
      try newer.flush([])
      #expect(try newer.receipt(for: ReceiptKey(actor: ann, command: id(1))) == nil)
      #expect(try count("FROM receipts") == 0)
      newer.close()
    }

    /// Older versions of the program stored chunks without checksums.
    @Test func chunksOfOlderSchemaGetChecksums() throws {
      let store = try open()
      let keys = try fill(store, flushes: 3, perFlush: 300)
      store.close()
      try connection().execute(
        """
        ALTER TABLE event_index DROP COLUMN receipts; ALTER TABLE event_index DROP COLUMN receipt_chunks;
        ALTER TABLE receipt_chunks DROP COLUMN checksum; DELETE FROM schema_migrations WHERE version > 6
        """)
      let newer = try open()
      #expect(newer.takeNotices() == [])
      try expectAll(keys, in: newer)
      #expect(try connection().integer("SELECT receipts FROM event_index") == 900)
      #expect(try connection().integer("SELECT receipt_chunks FROM event_index") == 6)
      #expect(try newer.damage() == [])
      newer.close()
    }

    // MARK: Damage

    @Test(arguments: [
      ("DELETE FROM receipt_chunks", "position 1: the receipt of its command is missing"),
      ("DELETE FROM receipt_chunks", "receipts: 0 chunks instead of 1"),
      ("UPDATE receipt_chunks SET first = x'00'", "receipts, run 1: a chunk does not match its checksum"),
      ("UPDATE receipt_chunks SET records = substr(records, 1, 64)", "run 1: a chunk does not match its checksum"),
      (
        """
        UPDATE receipt_chunks SET records = CAST(substr(records, 65) || substr(records, 1, 64) AS BLOB);
        UPDATE receipt_chunks SET checksum = text_checksum(first, records)
        """, "receipts, run 1: out of order"
      ),
    ])
    func damagedReceiptsAreFound(change: String, finding: String) throws {
      let store = try open()
      for number in 1...2 { try store.record(command(number, on: stream(number))) }
      try store.flush([])
      #expect(try store.damage() == [])
      try connection().execute(change)
      let findings = try store.damage()
      #expect(findings.contains { $0.contains(finding) }, "\(findings)")
      store.close()
    }
  }
#endif
