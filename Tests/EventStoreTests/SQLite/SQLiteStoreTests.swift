#if SQLite
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Stores

  @Suite("SQLite")
  struct SQLiteStoreTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/store.db" }

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteStore { try SQLiteStore(path, mode: .readWrite(administratorSocket: nil)) }

    /// Changes the closed database without the store.
    private func change(_ sql: String) throws {
      let connection = try SQLiteConnection(path, mode: .readWrite)
      try connection.execute(sql)
    }

    // MARK: Migrations

    @Test func everyMigrationIsEmbedded() throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../migrations/sqlite"
      ).standardizedFileURL
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      let carried = Migration.sqlite.map { migration in
        let version = "\(migration.version)"
        return String(repeating: "0", count: 4 - version.count) + "\(version)_\(migration.name).sql"
      }
      #expect(carried == names)
      for (migration, name) in zip(Migration.sqlite, names) {
        #expect(try Data(contentsOf: folder.appending(path: name)) == Data(migration.text))
      }
    }

    @Test func migrationsAreAppliedOnce() throws {
      #expect(try SQLiteStore.migrationStatus(path: path).pending.map(\.version) == Migration.sqlite.map(\.version))
      #expect(
        code { _ = try SQLiteStore(path, mode: .readWrite(administratorSocket: nil), migrate: false) } == .cannotOpen)
      let store = try open()
      try store.record(command(on: stream(1)))
      store.close()
      let status = try SQLiteStore.migrationStatus(path: path)
      #expect(status.pending.isEmpty)
      #expect(status.applied.map(\.name) == Migration.sqlite.map(\.name))
      let again = try open()
      #expect(try again.head() == 1)
      again.close()
      #expect(try SQLiteStore.migrationStatus(path: path) == status)
    }

    @Test func olderSchemaIsMigrated() throws {
      try directory.write([], to: "store.db")
      let connection = try SQLiteWriter.open(path)
      try SQLiteMigrator(connection: connection, migrations: [Migration.sqlite[0]]).migrate()
      #expect(try SQLiteStore.migrationStatus(path: path).pending.map(\.version) == [2, 3, 4, 5, 6, 7])
      #expect(code { _ = try SQLiteStore(path, mode: .readOnly) } == .cannotOpen)
      let store = try open()
      #expect(try store.readModels().isEmpty)
      store.close()
    }

    @Test func newerSchemaIsRefused() throws {
      try open().close()
      try change("INSERT INTO schema_migrations VALUES (99, 'later', '2030-01-01T00:00:00Z', 1)")
      #expect(code { _ = try open() } == .newerSchema)
      #expect(code { _ = try SQLiteStore.migrationStatus(path: path) } == .newerSchema)
    }

    @Test func changedMigrationIsRefused() throws {
      try open().close()
      try change("UPDATE schema_migrations SET crc32 = crc32 + 1 WHERE version = 1")
      #expect(code { _ = try open() } == .damaged)
    }

    @Test func fileOfOtherProgramIsRefused() throws {
      try directory.write(Array(String(repeating: "not a database ", count: 100).utf8), to: "store.db")
      #expect(code { _ = try open() } == .damaged)
      try FileManager.default.removeItem(atPath: path)
      try directory.write([], to: "store.db")
      try change("CREATE TABLE other (a)")
      #expect(code { _ = try open() } == .cannotOpen)
    }

    // MARK: Failures

    @Test func openReaderDoesNotBlockCommits() throws {
      let store = try open()
      try store.record(command(1, on: stream(1)))
      let reader = try SQLiteStore(path, mode: .readOnly)
      try reader.withSnapshot { _ in
        store.close()
        let waits = try BusyWaits.count {
          let reopened = try open()
          for number in 2..<5 { try reopened.record(command(number, on: stream(number))) }
          try reopened.record(command(5, on: stream(5), texts: [.delete(id(1), owner: alice)]))
          try reopened.flush([])
          reopened.close()
        }
        #expect(waits == 0)
      }
    }

    @Test func refusedFlushLosesNothing() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), count: 3))
      let early = ReadModelFlush(name: "rounds", version: 1, checkpoint: 9)
      #expect(code { try store.flush([early]) } == .misuse)
      #expect(try store.read(stream(1), from: 0, limit: 9).count == 3)
      try store.flush([])
      #expect(try store.read(stream(1), from: 0, limit: 9).count == 3)
      store.close()
    }

    /// If a file is memory-mapped, a failed read ends the process (SIGBUS) instead of returning an error.
    @Test func readersDoNotMapDatabaseFile() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), count: 3))
      try store.flush([])
      store.close()
      let reader = try SQLiteStore(path, mode: .readOnly)
      #expect(try reader.all().count == 3)
      let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
      #expect(!maps.split(separator: "\n").contains { $0.hasSuffix("\(directory.path)/store.db") })
      reader.close()
    }

    // MARK: Damage

    @Test(arguments: [
      (
        "UPDATE events SET data = '{\"number\":9}' WHERE position = 2",
        "position 2: the event does not match its checksum"
      ),
      ("UPDATE events SET metadata = '{\"actor\":7}' WHERE position = 3", "position 3: metadata"),
      ("UPDATE events SET recorded_at = 5 WHERE position = 2", "position 2: recorded at"),
      ("DELETE FROM events WHERE position = 2", "position 3 follows position 1"),
      ("UPDATE events SET revision = 7 WHERE position = 3", "revision 7 of"),
      ("UPDATE events SET owner = x'00000000000000000000000000000009' WHERE position = 3", "belongs to"),
      ("UPDATE events SET data = '{' WHERE position = 1", "position 1: data"),
      ("UPDATE streams SET revision = 5", "its index does not match"),
      ("DELETE FROM stream_positions", "its index does not match"),
      ("DELETE FROM owner_positions", "the index does not match"),
      ("UPDATE streams SET stream = 'thing-00000000-0000-0000-0000-000000000000'", "indexed, but has no events"),
    ])
    func damageIsFound(sql: String, sentence: String) throws {
      let store = try open()
      try store.record(command(1, on: stream(1), count: 4))
      try store.flush([])
      store.close()
      try change(sql)
      let damaged = try SQLiteStore(path, mode: .readOnly)
      let findings = try damaged.damage()
      #expect(findings.contains { $0.contains(sentence) }, "\(findings)")
    }

    @Test func overwrittenPageIsFound() throws {
      let store = try open()
      for number in 0..<50 { try store.record(command(on: stream(number), count: 20)) }
      try store.flush([])
      store.close()
      var file = Data(try directory.bytes("store.db"))
      let pageSize = 4096
      // The page is in the middle of the events, and opening does not read it.
      let middle = file.range(of: Data("ThingHappened".utf8), in: file.count / 2..<file.count)
      let page = try #require(middle).lowerBound / pageSize * pageSize
      file.replaceSubrange(page..<page + pageSize, with: repeatElement(0xA5, count: pageSize))
      try directory.write(Array(file), to: "store.db")
      let damaged = try SQLiteStore(path, mode: .readOnly)
      let findings = try damaged.damage()
      #expect(findings.contains { $0.contains("Page \(page / pageSize + 1)") }, "\(findings)")
    }

    // MARK: In-memory index

    @Test func indexIsWrittenOnlyByFlush() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), count: 3))
      let connection = try SQLiteConnection(path, mode: .readOnly)
      #expect(try connection.integer("SELECT count(*) FROM streams") == 0)
      #expect(try connection.integer("SELECT count(*) FROM receipt_chunks") == 0)
      try store.flush([])
      #expect(try connection.integer("SELECT count(*) FROM streams") == 1)
      #expect(try connection.integer("SELECT count(*) FROM receipt_chunks") == 1)
      #expect(try connection.integer("SELECT position FROM event_index") == 3)
      try store.record(command(2, on: stream(1), expected: 2, at: time(40 * Timestamp.secondsPerDay)))
      try store.flush([])
      try store.performMaintenance()
      #expect(try connection.integer("SELECT count(*) FROM receipt_chunks") == 1)
      store.close()
    }
  }
#endif
