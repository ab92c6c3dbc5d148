#if Postgres
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Stores

  @Suite("PostgreSQL: several servers on one database")
  struct PostgresSharingTests {
    private let database: PostgresDatabase

    init() throws { database = try PostgresDatabase() }

    @Test func readersSeeEveryPositionOnceInOrder() throws {
      let (writers, groups, size) = (3, 40, 3)
      let problems = Locked<[String]>([])
      let threads = DispatchGroup()
      func start(_ body: @escaping @Sendable () throws -> Void) {
        DispatchQueue.global().async(group: threads) {
          do { try body() } catch { problems.withLock { $0.append("\(error)") } }
        }
      }
      let stores = try (0..<writers).map { _ in try database.open() }
      let reader = try database.open(.readOnly)
      for (number, store) in stores.enumerated() {
        start {
          for group in 0..<groups {
            let outcomes = try store.commit(
              (0..<size).map { command(on: stream(number), expected: group * size + $0 - 1) })
            if outcomes.contains(where: { $0.events == nil }) { problems.withLock { $0.append("\(outcomes)") } }
          }
        }
      }
      for _ in 0..<2 {
        start {
          var seen = 0
          while seen < writers * groups * size {
            for event in try reader.storeChanges(after: seen, limit: 7).events {
              guard event.position == seen + 1 else {
                return problems.withLock { $0.append("\(event.position) follows \(seen)") }
              }
              seen = event.position
            }
          }
        }
      }
      threads.wait()
      #expect(problems.withLock { $0 } == [])
      #expect(try reader.damage() == [])
      for store in stores + [reader] { store.close() }
    }

    @Test func groupBeginsWithEventsOfOtherServers() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      try first.addReadModels(["rounds"])
      let recorded = try first.record(command(1, on: stream(1)))
      let key = ReceiptKey(actor: ann, command: id(1))
      let storeChanges = try second.beginGroup(after: 0, limit: 10)
      #expect(
        storeChanges.events == recorded && storeChanges.head == 1 && storeChanges.readModels.map(\.name) == ["rounds"])
      #expect(try second.receipts(of: [key, ReceiptKey(actor: nil, command: id(1))]).map(\.key) == [key])
      #expect(try second.commit([command(2, on: stream(1))]) == [.conflict(stream: stream(1), expected: -1, actual: 0)])
      // The cached revision of a stream stays right even after events of other servers.
      try second.record(command(3, on: stream(1), expected: 0))
      try first.record(command(4, on: stream(1), expected: 1))
      #expect(try second.storeChanges(after: 2, limit: 10).events.map(\.position) == [3])
      #expect(try second.commit([command(5, on: stream(1), expected: 1)]).first?.events == nil)
      #expect(try second.record(command(5, on: stream(1), expected: 2)).first?.position == 4)
    }

    @Test func wronglyAssumedNewCommandRecordsNothing() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      try first.record(command(1, on: stream(1)))
      let keys = [1, 2].map { ReceiptKey(actor: ann, command: id($0)) }
      // The store has not read stream 2 yet, so it reads the stream before it records the command.
      for group in [[command(2, on: stream(2))], []] {
        _ = try second.beginGroup(after: 0, limit: 10)
        try second.assumeNew(keys)
        #expect(code { try second.assumeNew(keys) } == .misuse)
        #expect(code { _ = try second.commit(group) } == .notNew)
        #expect(try first.head() == 1 && first.appendLock() == nil)
      }
      _ = try second.beginGroup(after: 0, limit: 10)
      try second.assumeNew(keys)
      second.endGroup()
      // The check of the assumption ignores the actor. Only reading the receipts shows that other actors sent them.
      let others = [keys[1], ReceiptKey(actor: nil, command: id(1))]
      _ = try second.beginGroup(after: 0, limit: 10)
      try second.assumeNew(others)
      #expect(code { _ = try second.commit([command(2, on: stream(2))]) } == .notNew)
      _ = try second.beginGroup(after: 0, limit: 10)
      #expect(try second.receipts(of: others).isEmpty)
      #expect(try second.commit([command(2, on: stream(2))]).first?.events?.map(\.position) == [2])
      // The same holds for a command without events, whose receipt is in another table.
      _ = try first.beginGroup(after: 1, limit: 10)
      _ = try first.commit([CommandAppend(metadata: command(3, on: stream(1)).metadata, streams: [], time: time(0))])
      _ = try second.beginGroup(after: 2, limit: 10)
      try second.assumeNew([ReceiptKey(actor: ann, command: id(3))])
      #expect(code { _ = try second.commit([command(3, on: stream(3))]) } == .notNew)
      #expect(try first.head() == 2)
      // A receipt that has expired at the group's own time does not count.
      _ = try second.beginGroup(after: 2, limit: 10)
      _ = try second.commit([command(4, on: stream(4), at: time(31 * 24 * 3600))])
      _ = try second.beginGroup(after: 3, limit: 10)
      try second.assumeNew([ReceiptKey(actor: ann, command: id(3))])
      #expect(try second.commit([command(3, on: stream(3))]).first?.events?.count == 1)
    }

    @Test func lostConnectionAfterAssumingNewRecordsNothing() throws {
      let store = try database.open()
      defer { store.close() }
      _ = try store.beginGroup(after: 0, limit: 10)
      try store.assumeNew([ReceiptKey(actor: ann, command: id(1))])
      try database.terminateConnections()
      #expect(code { _ = try store.commit([command(1, on: stream(1))]) } == .unavailable)
      var isBack = false
      while !isBack {
        isBack = code { _ = try store.beginGroup(after: 0, limit: 10) } == nil
        pause(milliseconds: 20)
      }
      try store.assumeNew([ReceiptKey(actor: ann, command: id(1))])
      #expect(try store.commit([command(1, on: stream(1))]).first?.events?.count == 1)
    }

    @Test func divergedHistoryIsDetected() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      #expect(try first.storeChanges(after: 0, limit: 0).checksum == nil && first.checksum(ofRecorded: 0) == nil)
      try first.record(command(1, on: stream(1), count: 3))
      let seen = try second.storeChanges(after: 0, limit: 10)
      #expect(seen.events.count == 3 && seen.checksum != nil && seen.checksum == first.checksum(ofRecorded: 3))
      try second.record(command(2, on: stream(2)))
      let known = try #require(second.checksum(ofRecorded: 4))
      #expect(try first.storeChanges(after: 4, limit: 0).checksum == known)
      #expect(try second.beginGroup(after: 4, checksum: known, limit: 10).events == [])
      #expect(try second.commit([command(2, on: stream(2))]).first?.events == nil)
      #expect(second.checksum(ofRecorded: 4) == known, "a group without events changes nothing")
      // The database is restored from a backup, and another server continues on it.
      try database.execute("DELETE FROM events WHERE position > 2")
      #expect(code { _ = try second.storeChanges(after: 4, checksum: known, limit: 10) } == .otherHistory)
      let third = try database.open()
      defer { third.close() }
      try third.record(command(3, on: stream(1), expected: 1, count: 7))
      for _ in 0..<2 {
        #expect(code { _ = try second.beginGroup(after: 4, checksum: known, limit: 10) } == .otherHistory)
        #expect(code { _ = try second.storeChanges(after: 4, checksum: known, limit: 10) } == .otherHistory)
      }
      #expect(try third.appendLock() == nil && third.head() == 9)
      // Read page by page, and pass the checksum of the previous page each time.
      var (position, checksum) = (0, UInt32?.none)
      while position < 9 {
        let page = try first.storeChanges(after: position, checksum: checksum, limit: 2)
        #expect(page.events.map(\.position) == Array(position + 1...min(position + 2, 9)))
        (position, checksum) = (page.events.last?.position ?? 9, page.checksum)
      }
      #expect(checksum == third.checksum(ofRecorded: 9))
      #expect(try first.beginGroup(after: 9, checksum: checksum, limit: 10).events == [])
    }

    @Test func openingWithoutWritePrivilegesIsRefused() throws {
      try database.open().close()
      let role = "reader_\(database.name)"
      try database.execute("CREATE ROLE \(role) LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(role)")
      let uri = try PostgresURI(database.uri.secretText.replacingOccurrences(of: "movienight@", with: "\(role)@"))
      do {
        try PostgresStore(uri, mode: .readWrite(administratorSocket: nil)).close()
        Issue.record("it opened")
      } catch {
        #expect(error.code == .cannotOpen && error.message.contains("no permission for INSERT on events"), "\(error)")
      }
      try PostgresStore(uri, mode: .readOnly).close()
      try database.execute(
        """
        GRANT INSERT ON events TO \(role); GRANT INSERT, UPDATE, DELETE ON receipts TO \(role);
        GRANT INSERT, UPDATE, DELETE ON personal_texts, subject_texts TO \(role);
        GRANT INSERT, UPDATE ON read_models TO \(role);
        GRANT INSERT, UPDATE, DELETE ON read_model_rows TO \(role)
        """)
      let store = try PostgresStore(uri, mode: .readWrite(administratorSocket: nil))
      try store.record(command(1, on: stream(1), texts: [.put(text(1, "Name"))]))
      store.close()
      try database.execute("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    @Test func sessionSharedByTwoConnectionsIsRefused() throws {
      let (one, other) = (try database.connect(), try database.connect())
      try PostgresSession.requireSeparateSessions(one, other)
      #expect(code { try PostgresSession.requireSeparateSessions(one, one) } == .cannotOpen)
      // With an older pooler, another client may have prepared the statement in the same session.
      try one.execute("PREPARE theirs AS SELECT 1")
      do {
        _ = try one.run(PostgresStatement(name: "theirs", sql: "SELECT 2"))
        Issue.record("it is prepared twice")
      } catch {
        #expect(error.code == .cannotOpen && error.hint?.contains("pool_mode=session") == true)
      }
    }

    @Test func databaseMigratedByNewerProgramIsNotRead() throws {
      let store = try database.open()
      defer { store.close() }
      #expect(try store.storeChanges(after: 0, limit: 1).head == 0)
      try database.execute("INSERT INTO schema_migrations (version, name, crc32) VALUES (999, 'later', 1)")
      #expect(code { _ = try store.storeChanges(after: 0, limit: 1) } == .newerSchema)
      #expect(code { _ = try store.beginGroup(after: 0, limit: 1) } == .newerSchema)
    }

    @Test func errorDistinguishesTableLockFromAppendLock() throws {
      let store = try database.open()
      defer { store.close() }
      let holder = try database.connect()
      func hint() -> String {
        do {
          try store.record(command(on: stream(1)))
          return "none"
        } catch {
          return "\(error)"
        }
      }
      try holder.execute("BEGIN; LOCK TABLE events IN SHARE MODE")
      #expect(hint().contains("pg_blocking_pids"))
      try holder.execute("COMMIT; BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
      #expect(hint().contains("holds the append lock"))
      try holder.execute("COMMIT")
      try store.record(command(on: stream(1)))
    }

    private let row = Row(
      key: RowKey(partition: id(1), item: id(2)), owner: alice, sortKey: nil, position: 1, document: [123, 125])

    @Test func rowsAreRecordedWithTheirEvents() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      try first.addReadModels(["rounds"])
      _ = try first.beginGroup(after: 0, limit: 10)
      _ = try first.commit([command(on: stream(1))]) { events throws(StoreError) in
        [ReadModelFlush(name: "rounds", version: 1, checkpoint: events.count, changes: RowChanges(rows: [row]))]
      }
      #expect(try second.row("rounds", key: row.key) == row)
      try second.record(command(on: stream(2)))
      let state = try first.readModels().first { $0.name == "rounds" }
      #expect(state?.version == 1 && state?.checkpoint == 2)
    }

    /// The unknown rows would lack this program's events and yet count as up to date.
    @Test func recordingBesideUnknownRowsIsRefused() throws {
      let store = try database.open()
      defer { store.close() }
      try store.addReadModels(["rounds", "newer"])
      let flush = ReadModelFlush(name: "rounds", version: 1, checkpoint: 1)
      func record(_ number: Int) throws {
        _ = try store.beginGroup(after: 0, limit: 10)
        _ = try store.commit([command(number, on: stream(number))]) { events throws(StoreError) in
          [ReadModelFlush(name: "rounds", version: 1, checkpoint: events.last?.position ?? 0)]
        }
      }
      // The read model has no rows yet. The program that added it will build them from all events.
      try record(1)
      try database.execute("UPDATE read_models SET version = 1 WHERE name = 'newer'")
      #expect(code { try record(2) } == .newerSchema)
      #expect(try store.head() == 1)
      try store.flush([flush])
    }

    @Test func shadowSwapTakesEffectOnlyWithItsGroup() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      try first.addReadModels(["rounds"])
      try first.beginRebuild()
      #expect(code { try second.beginRebuild() } == .locked)
      try first.writeShadow("rounds", RowChanges(rows: [row]))
      for isCommitted in [false, true] {
        _ = try first.beginGroup(after: 0, limit: 10)
        try first.swapShadow("rounds", version: 2, checkpoint: 0)
        if isCommitted { _ = try first.commit([]) } else { first.endGroup() }
        #expect(try (second.row("rounds", key: row.key) != nil) == isCommitted)
        #expect(
          try second.storeChanges(after: 0, limit: 1).readModels.first { $0.name == "rounds" }?.generation
            == (isCommitted ? 1 : 0))
      }
      first.endRebuild()
      try second.beginRebuild()
      try database.terminateConnections()
      #expect(code { _ = try second.clearShadow("rounds") } == .unavailable)
      #expect(code { _ = try second.clearShadow("rounds") } == .unavailable)
      second.endRebuild()
      try second.beginRebuild()
    }

    @Test func rebuildWithLostReservationSwapsNothing() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      try first.addReadModels(["rounds"])
      try first.beginRebuild()
      _ = try first.clearShadow("rounds")
      try first.writeShadow("rounds", RowChanges(rows: [row]))
      try database.terminateConnections()
      try second.beginRebuild()
      while code({ _ = try first.beginGroup(after: 0, limit: 10) }) == .unavailable { pause(milliseconds: 20) }
      #expect(code { try first.swapShadow("rounds", version: 2, checkpoint: 0) } == .unavailable)
      #expect(try first.readModels().first { $0.name == "rounds" }?.generation == 0)
    }

    @Test func rebuildWaitsForAppendLock() throws {
      let store = try database.open()
      defer { store.close() }
      let holder = try database.connect()
      try holder.execute("BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
      let isReserved = Locked(false)
      let waiting = DispatchGroup()
      DispatchQueue.global().async(group: waiting) {
        do {
          try store.beginRebuild()
          isReserved.withLock { $0 = true }
        } catch {
          Issue.record(error)
        }
      }
      while try store.appendLock()?.waiting != 1 { pause(milliseconds: 5) }
      #expect(!isReserved.withLock { $0 })
      try holder.execute("COMMIT")
      waiting.wait()
      #expect(isReserved.withLock { $0 })
    }

    @Test func rowsOfNewerVersionAreNotOverwritten() throws {
      let store = try database.open()
      defer { store.close() }
      try store.addReadModels(["rounds"])
      try database.execute("UPDATE read_models SET version = 3 WHERE name = 'rounds'")
      _ = try store.beginGroup(after: 0, limit: 10)
      let flush = ReadModelFlush(name: "rounds", version: 2, checkpoint: 0)
      #expect(code { try store.flush([flush]) } == .newerSchema)
      #expect(try store.readModels().first { $0.name == "rounds" }?.version == 3)
    }

    @Test func serversAddReadModelsConcurrently() throws {
      let stores = try (0..<4).map { _ in try database.open() }
      defer { for store in stores { store.close() } }
      let failures = Locked(0)
      DispatchQueue.concurrentPerform(iterations: stores.count) { index in
        do { try stores[index].addReadModels(["own\(index)", "shared"]) } catch { failures.withLock { $0 += 1 } }
      }
      #expect(failures.withLock { $0 } == 0)
      #expect(try stores[0].readModels().map(\.name) == ["own0", "own1", "own2", "own3", "shared"])
      #expect(try database.integer("SELECT count(DISTINCT half / 2) FROM read_models") == 5)
    }

    @Test func hangingUnrelatedTransactionBlocksNoCommit() throws {
      let store = try database.open()
      defer { store.close() }
      let hanging = try database.connect()
      try hanging.execute("CREATE TABLE elsewhere (a int); BEGIN; INSERT INTO elsewhere VALUES (1)")
      for number in 0..<5 { try store.record(command(on: stream(1), expected: number - 1)) }
      #expect(try store.storeChanges(after: 0, limit: 9).events.count == 5)
      #expect(try store.appendLock() == nil)
      try hanging.execute("COMMIT")
    }

    @Test func appendLockHolderIsReported() throws {
      let store = try database.open()
      defer { store.close() }
      let holder = try database.connect()
      try holder.execute("BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
      let waiting = DispatchGroup()
      DispatchQueue.global().async(group: waiting) {
        do { try store.record(command(on: stream(1))) } catch { Issue.record(error) }
      }
      var lock = try store.appendLock()
      while lock?.waiting == 0 { lock = try store.appendLock() }
      #expect(lock?.holder.contains("movienight, backend") == true && lock?.waiting == 1)
      try holder.execute("COMMIT")
      waiting.wait()
      #expect(try store.appendLock() == nil && store.head() == 1)
    }

    @Test func otherServersAreNotified() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      let calls = Mailbox<Void>()
      try second.watch { calls.send([()]) }
      #expect(calls.receive(within: 30_000_000)?.isEmpty == false)
      try first.record(command(on: stream(1)))
      #expect(calls.receive(within: 30_000_000)?.isEmpty == false)
    }

    @Test func busyServerPollsAndListensAgainWhenIdle() throws {
      let (first, second) = (try database.open(), try database.open())
      defer {
        first.close()
        second.close()
      }
      func isListening() throws -> Bool {
        try database.integer(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'") == 1
      }
      func wait(until isSo: () throws -> Bool, meanwhile: () throws -> Void = { usleep(1000) }) throws {
        let deadline = PostgresConnection.now() + 60_000_000
        // The condition is not checked again afterwards: an idle listener soon listens again.
        while try !isSo() {
          guard PostgresConnection.now() < deadline else {
            Issue.record("The condition was not met within a minute.")
            return
          }
          try meanwhile()
        }
      }
      func beginGroups() throws {
        for _ in 0..<50 {
          _ = try second.beginGroup(after: 0, limit: 10)
          second.endGroup()
        }
      }
      let seen = Locked(0)
      try second.watch {
        do { try seen.withLock { $0 = try second.head() } } catch { Issue.record(error) }
      }
      try wait { try isListening() }
      try wait(until: { try !isListening() }, meanwhile: beginGroups)
      try first.record(command(1, on: stream(1)))
      // The listener reads the new event and listens again, and is then notified of the next event.
      try wait { try isListening() }
      try wait { seen.withLock { $0 } == 1 }
      try first.record(command(2, on: stream(2)))
      try wait { seen.withLock { $0 } == 2 }
    }

    @Test func groupRateIsHighFromTwoHundredPerSecond() {
      var rate = GroupRate()
      func isHigh(after groups: Int, at milliseconds: Int64) -> Bool {
        rate.note(groups, at: milliseconds * 1000)
        return rate.isHigh
      }
      #expect(!isHigh(after: 1000, at: 0), "what was before is not counted")
      #expect(!isHigh(after: 1020, at: 49), "too short to tell")
      #expect(!isHigh(after: 1019, at: 100), "190 a second")
      #expect(isHigh(after: 1029, at: 150), "200 a second")
      #expect(isHigh(after: 1034, at: 200), "100 a second: it stays")
      #expect(isHigh(after: 1034, at: 249))
      #expect(!isHigh(after: 1038, at: 250), "80 a second")
    }

    @Test func serversStartedTogetherMigrateOnce() throws {
      let problems = Locked<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do { try database.open().close() } catch { problems.withLock { $0.append("\(error)") } }
      }
      #expect(problems.withLock { $0 } == [])
      #expect(try database.integer("SELECT count(*) FROM schema_migrations") == Migration.postgres.count)
    }
  }
#endif
