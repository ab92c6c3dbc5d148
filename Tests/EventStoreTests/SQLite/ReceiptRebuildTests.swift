#if SQLite
  import CSQLite
  import EventStore
  import MovieNightPrimitives
  import Testing

  @testable import Stores

  /// Receipts of commands with events can be rebuilt, so damage to them does not keep a store from opening.
  @Suite("SQLite: receipts that are damaged or missing")
  struct ReceiptRebuildTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/store.db" }
    private static let month = Receipt.days * Timestamp.secondsPerDay

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteStore { try SQLiteStore(path, mode: .readWrite(administratorSocket: nil)) }

    private func connection() throws -> SQLiteConnection { try SQLiteConnection(path, mode: .readWrite) }

    /// Records commands of two events in three runs, one without events, one that expired, and one that is not flushed.
    private func fill() throws -> [CommandAppend] {
      let store = try open()
      try store.record(command(99, on: stream(99), at: time(-Self.month - 1)))
      try store.flush([])
      var commands = (0..<9).map { command($0, on: stream($0), count: 2, at: time(Int64($0))) }
      commands.append(command(9, on: stream(0), expected: 1, count: 0, at: time(9)))
      commands.append(command(10, on: stream(10), at: time(10)))
      for (number, command) in commands.enumerated() {
        try store.record(command)
        if number % 3 == 2, number < 9 { try store.flush([]) }
      }
      store.close()
      return commands
    }

    private func expectAnswers(_ commands: [CommandAppend], from store: SQLiteStore) throws {
      for (number, command) in commands.enumerated() {
        let receipt = try store.receipt(of: command)
        #expect(receipt?.eventCount == (number < 9 ? 2 : number == 9 ? 0 : 1), "\(number)")
        #expect(receipt?.position == (number < 9 ? 2 * number + 3 : number == 9 ? 19 : 20), "\(number)")
        #expect(receipt?.fingerprint == 7 && receipt?.recordedAt == time(Int64(number)))
      }
    }

    @Test(arguments: [
      ("UPDATE receipt_chunks SET records = zeroblob(length(records)) WHERE run = 3", "checksum"),
      ("UPDATE receipt_chunks SET records = substr(records, 1, 64) WHERE run = 2", "checksum"),
      ("UPDATE receipt_chunks SET first = zeroblob(length(first)) WHERE run = 2", "checksum"),
      ("DELETE FROM receipt_chunks WHERE run = 3", "chunks of receipts"),
      ("DELETE FROM receipt_runs WHERE number = 3", "chunks of receipts"),
      ("DELETE FROM receipt_runs; DELETE FROM receipt_chunks", "chunks of receipts"),
      ("UPDATE receipt_runs SET newest = newest - 1 WHERE number = 3", "newer than its recorded time"),
    ])
    func damagedReceiptsAreRebuiltFromEvents(change: String, reason: String) throws {
      let commands = try fill()
      try connection().execute(change)
      let damaged = try SQLiteStore(path, mode: .readOnly)
      #expect(try damaged.damage().contains { $0.contains("receipt") })
      damaged.close()

      let store = try open()
      let notices = store.takeNotices()
      #expect(
        notices.count == 1 && notices.allSatisfy { $0.contains(reason) && $0.contains("rebuilt from the events") },
        "\(notices)")
      try expectAnswers(commands, from: store)
      #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(99))) == nil)
      #expect(
        try connection().integer("SELECT sum(length(records)) / 64 FROM receipt_chunks") == 9, "not what has expired")
      #expect(try store.damage() == [])
      // Later receipts are written beside the rebuilt ones.
      try store.record(command(11, on: stream(11), at: time(11)))
      try store.flush([])
      store.close()
      let again = try open()
      #expect(again.takeNotices() == [])
      try expectAnswers(commands, from: again)
      #expect(try again.damage() == [])
      again.close()
    }

    @Test func damagedEventIsLeftOutOfRebuild() throws {
      let commands = try fill()
      try connection().execute(
        "DELETE FROM receipt_chunks WHERE run = 3; UPDATE events SET metadata = '{' WHERE position = 4")
      let store = try open()
      #expect(store.takeNotices().count == 1)
      let found = try commands.map { try store.receipt(of: $0) }
      // The damaged event is the first of the second command's two.
      #expect(found.map { $0?.eventCount } == [2, 1] + Array(repeating: 2, count: 7) + [0, 1])
      store.close()
    }

    /// The damaged time is long past, but the times of the events before it are recent.
    @Test func damagedTimeExpiresNoReceipts() throws {
      let commands = try fill()
      try connection().execute(
        "DELETE FROM receipt_chunks WHERE run = 3; UPDATE events SET recorded_at = 0 WHERE position = 18")
      let store = try open()
      #expect(store.takeNotices().count == 1)
      let found = try commands.map { try store.receipt(of: $0) }
      #expect(found.prefix(8).map { $0?.eventCount } == Array(repeating: 2, count: 8))
      store.close()
    }

    /// The receipts need more than one run, and no run may be cut within a command.
    @Test func manyReceiptsAreRebuiltInSeveralRuns() throws {
      let store = try open()
      var keys: [ReceiptKey] = []
      for start in stride(from: 0, to: 70_000, by: 1000) {
        let group = (start..<start + 1000).map { command($0, on: stream($0), count: 2) }
        keys += group.compactMap(\.metadata.receiptKey)
        _ = try store.commit(group)
      }
      try store.flush([])
      store.close()
      try connection().execute("DELETE FROM receipt_chunks")
      let again = try open()
      #expect(try connection().integers("SELECT tier FROM receipt_runs") == [1, 1])
      for (number, key) in keys.enumerated() where number % 61 == 0 || (65_530...65_540).contains(number) {
        let receipt = try again.receipt(for: key)
        #expect(receipt?.position == 2 * number + 2 && receipt?.eventCount == 2)
      }
      again.close()
    }

    /// Sorting all receipts of 30 days at once would require all of them in memory.
    @Test func openingReadsOneRunAtATime() throws {
      _ = try fill()
      let connection = try connection()
      _ = try ReceiptFilter(of: connection)
      var (runs, sorts) = (0, 0)
      var statement = sqlite3_next_stmt(connection.handle, nil)
      while let found = statement {
        if String(cString: sqlite3_sql(found)).contains("FROM receipt_chunks") {
          runs += Int(sqlite3_stmt_status(found, SQLITE_STMTSTATUS_RUN, 0))
          sorts += Int(sqlite3_stmt_status(found, SQLITE_STMTSTATUS_SORT, 0))
        }
        statement = sqlite3_next_stmt(connection.handle, found)
      }
      #expect(runs == 4 && sorts == 0)
    }
  }
#endif
