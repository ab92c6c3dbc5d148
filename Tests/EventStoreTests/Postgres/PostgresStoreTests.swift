#if Postgres
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Stores

  @Suite("PostgreSQL")
  struct PostgresStoreTests {
    private let database: PostgresDatabase

    init() throws { database = try PostgresDatabase() }

    // MARK: Migrations

    @Test func everyMigrationIsEmbedded() throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../migrations/postgres"
      ).standardizedFileURL
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == Migration.postgres.map { "000\($0.version)_\($0.name).sql" })
      for (migration, name) in zip(Migration.postgres, names) {
        #expect(try Data(contentsOf: folder.appending(path: name)) == Data(migration.text))
      }
    }

    @Test func newerChangedOrForeignSchemaIsRefused() throws {
      let all = Migration.postgres.map(\.version)
      #expect(try PostgresStore.migrationStatus(database.uri).pending.map(\.version) == all)
      #expect(code { _ = try database.open(.readOnly) } == .cannotOpen)
      let store = try database.open()
      #expect(try PostgresStore.migrationStatus(database.uri).pending.isEmpty)
      try database.execute("INSERT INTO schema_migrations VALUES (99, 'later', now(), 1)")
      #expect(code { _ = try database.open() } == .newerSchema)
      #expect(code { try store.record(command(on: stream(1))) } == .newerSchema)
      store.close()
      try database.execute("DELETE FROM schema_migrations WHERE version = 99; UPDATE schema_migrations SET crc32 = 1")
      #expect(code { _ = try database.open() } == .damaged)
      try database.execute("DROP TABLE schema_migrations; CREATE TABLE schema_migrations (version text)")
      #expect(code { _ = try database.open() } == .cannotOpen)
    }

    // MARK: Failures

    @Test func lostConnectionChangesNothing() throws {
      let store = try database.open()
      defer { store.close() }
      try store.record(command(1, on: stream(1)))
      try database.terminateConnections()
      #expect(try store.head() == 1)
      #expect(code { try store.record(command(2, on: stream(1), expected: 0)) } == .unavailable)
      #expect(try store.record(command(2, on: stream(1), expected: 0)).first?.position == 2)
      _ = try store.beginGroup(after: 2, limit: 1)
      try database.terminateConnections()
      #expect(code { try store.record(command(3, on: stream(1), expected: 1)) } == .unavailable)
      #expect(try store.record(command(3, on: stream(1), expected: 1)).first?.position == 3)
    }

    @Test func connectionLostDuringCommitLeavesOutcomeUnknown() throws {
      let store = try database.open()
      defer { store.close() }
      try store.record(command(1, on: stream(1)))
      // Sleeps during the commit of the transaction.
      try database.execute(
        """
        CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(9); RETURN NULL; END';
        CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION sleep()
        """)
      let second = command(2, on: stream(1), expected: 0)
      let ending = DispatchGroup()
      DispatchQueue.global().async(group: ending) {
        do {
          let sleeping =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
          while try database.integer(sleeping) == 0 {}
          try database.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
          )
        } catch {
          Issue.record(error)
        }
      }
      #expect(code { try store.record(second) } == .outcomeUnknown)
      ending.wait()
      #expect(code { try store.record(second) } == .outcomeUnknown)
      try database.execute("DROP TRIGGER slow ON events")
      try store.reopen()
      #expect(try store.receipt(for: ReceiptKey(actor: ann, command: id(2))) == nil)
      #expect(try store.record(second).first?.position == 2)
    }

    @Test func commitWithLostAnswerIsFoundByReceipt() throws {
      let directory = try TemporaryDirectory()
      let proxy = try CuttingProxy(to: .shared(), in: directory.path)
      defer { proxy.end() }
      let uri = try PostgresURI(PostgresServer.address(of: database.name, in: directory.path))
      let store = try PostgresStore(uri, mode: .readWrite(administratorSocket: nil))
      defer { store.close() }
      try store.record(command(1, on: stream(1)))
      let second = command(2, on: stream(1), expected: 0)
      proxy.cutNext(.afterCommit)
      #expect(code { try store.record(second) } == .outcomeUnknown)
      try store.reopen()
      #expect(try store.head() == 2)
      #expect(try store.receipt(of: second)?.position == 2)
      #expect(try store.record(command(3, on: stream(1), expected: 1)).first?.position == 3)
    }

    @Test func restartedDatabaseServerIsFoundAgain() throws {
      let server = try PostgresServer(isDurable: true)
      let database = try PostgresDatabase(on: server)
      let store = try database.open()
      try store.record(command(1, on: stream(1)))
      try server.stop()
      #expect(code { try store.record(command(2, on: stream(1), expected: 0)) } == .unavailable)
      #expect(code { _ = try store.head() } == .unavailable)
      #expect(code { _ = try store.storeChanges(after: 0, limit: 1) } == .unavailable)
      try server.start()
      var recorded: [RecordedEvent]?
      while recorded == nil {
        do {
          recorded = try store.record(command(2, on: stream(1), expected: 0))
        } catch let error as StoreError where error.code == .unavailable {
          pause(milliseconds: 20)
        }
      }
      #expect(recorded?.first?.position == 2)
      store.close()
    }

    @Test func waitingForHeldAppendLockTimesOut() throws {
      let store = try database.open()
      defer { store.close() }
      let holder = try database.connect()
      try holder.execute("BEGIN; SELECT pg_advisory_xact_lock(\(PostgresLock.append.parameters))")
      #expect(code { _ = try store.beginGroup(after: 0, limit: 1) } == .unavailable)
      try holder.execute("COMMIT")
      #expect(try store.record(command(1, on: stream(1))).first?.position == 1)
    }

    @Test func unreachableAddressIsShownWithoutPassword() throws {
      let uri = try PostgresURI("postgresql://tim:hunter2@127.0.0.1:1/films?password=hunter3&sslmode=prefer")
      #expect(uri.description == "postgres://tim@127.0.0.1:1/films")
      do {
        _ = try PostgresStore(uri, mode: .readOnly)
        Issue.record("somebody answers")
      } catch {
        #expect(error.code == .unavailable && !"\(error)".contains("hunter"), "\(error)")
      }
      let unknown = try PostgresURI(PostgresServer.shared().address(of: "nothing"))
      #expect(code { _ = try PostgresStore(unknown, mode: .readOnly) } == .cannotOpen)
    }

    // MARK: Damage

    @Test func writingToReadOnlyDatabaseIsRefused() throws {
      try database.open().close()
      try database.execute("ALTER DATABASE \(database.name) SET default_transaction_read_only = on")
      #expect(code { _ = try database.open() } == .unavailable)
      let explicit = try PostgresURI("\(database.uri.secretText)&target_session_attrs=any")
      try PostgresStore(explicit, mode: .readWrite(administratorSocket: nil)).close()
      try database.open(.readOnly).close()
    }

    @Test(arguments: [
      (
        "UPDATE events SET data = '{\"number\":9}' WHERE position = 2",
        "position 2: the event does not match its checksum"
      ),
      ("UPDATE events SET metadata = '{\"actor\":7}' WHERE position = 3", "position 3: metadata"),
      ("UPDATE events SET recorded_at = '1990-01-01Z' WHERE position = 2", "position 2: recorded at"),
      ("DELETE FROM events WHERE position = 2", "position 3 follows position 1"),
      ("UPDATE events SET revision = 7 WHERE position = 4", "revision 7 of"),
      ("UPDATE events SET owner = '00000000-0000-0000-0000-000000000009' WHERE position = 3", "belongs to"),
      ("UPDATE events SET data = '{' WHERE position = 1", "position 1: data"),
      ("UPDATE events SET command = NULL WHERE position = 3", "position 3: the command column"),
    ])
    func damageIsFound(sql: String, sentence: String) throws {
      let store = try database.open()
      defer { store.close() }
      try store.record(command(1, on: stream(1), count: 4))
      #expect(try store.damage() == [])
      try database.execute(sql)
      let findings = try store.damage()
      #expect(findings.contains { $0.contains(sentence) }, "\(findings)")
    }
  }
#endif
