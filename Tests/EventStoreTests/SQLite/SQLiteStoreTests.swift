#if SQLite
  import Foundation
  import Primitives
  import Testing

  @testable import EventStore

  @Suite("SQLite")
  struct SQLiteStoreTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/store.db" }

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteStore { try SQLiteStore(path, mode: .readWrite(administratorSocket: nil)) }

    /// Changes the closed database behind the store's back.
    private func change(_ sql: String) throws {
      let connection = try SQLiteConnection(path, mode: .readWrite)
      try connection.execute(sql)
    }

    // MARK: Migrations

    @Test func theProgramCarriesEveryMigration() throws {
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

    @Test func anOlderSchemaIsBroughtUpToDate() throws {
      try directory.write([], to: "store.db")
      let connection = try SQLiteWriter.open(path)
      try SQLiteMigrator(connection: connection, migrations: [Migration.sqlite[0]]).migrate()
      #expect(try SQLiteStore.migrationStatus(path: path).pending.map(\.version) == [2, 3, 4, 5])
      #expect(code { _ = try SQLiteStore(path, mode: .readOnly) } == .cannotOpen)
      let store = try open()
      #expect(try store.readModels().isEmpty)
      store.close()
    }

    @Test func textsOfAnOlderSchemaGetTheirChecksums() throws {
      try directory.write([], to: "store.db")
      let connection = try SQLiteWriter.open(path)
      try SQLiteMigrator(connection: connection, migrations: Array(Migration.sqlite.prefix(2))).migrate()
      let texts = [text(1, "Ann"), text(2, "Ben")]
      for text in texts {
        try connection.run("INSERT INTO personal_texts VALUES (?1, ?2, ?3, ?4)") { statement in
          statement.bind(1, text.id)
          statement.bind(2, text.owner)
          statement.bind(3, text.subject)
          statement.bind(4, text: text.value)
        }
      }
      let store = try open()
      #expect(try store.texts(texts.map(\.id)) == texts)
      #expect(try store.damage() == [])
      try store.record(command(on: stream(1), texts: [.put(text(3, "Cid")), .delete(id(1), owner: alice)]))
      #expect(try store.damage() == [])
      store.close()
    }

    @Test func aNewerSchemaIsRefused() throws {
      try open().close()
      try change("INSERT INTO schema_migrations VALUES (99, 'later', '2030-01-01T00:00:00Z', 1)")
      #expect(code { _ = try open() } == .newerSchema)
      #expect(code { _ = try SQLiteStore.migrationStatus(path: path) } == .newerSchema)
    }

    @Test func aMigrationThatWasAnotherIsRefused() throws {
      try open().close()
      try change("UPDATE schema_migrations SET crc32 = crc32 + 1 WHERE version = 1")
      #expect(code { _ = try open() } == .damaged)
    }

    @Test func aFileOfAnotherProgramIsRefused() throws {
      try directory.write(Array(String(repeating: "not a database ", count: 100).utf8), to: "store.db")
      #expect(code { _ = try open() } == .damaged)
      try FileManager.default.removeItem(atPath: path)
      try directory.write([], to: "store.db")
      try change("CREATE TABLE other (a)")
      #expect(code { _ = try open() } == .cannotOpen)
    }

    // MARK: Personal texts

    /// A page that is split keeps, where no cell is any more, copies of those that went to the other one.
    @Test func noCopyOfADeletedTextIsLeftInAPage() throws {
      let store = try open()
      let count = 6000
      var random = SystemRandomNumberGenerator()
      var revision = noRevision
      let order = (0..<count).shuffled()
      for start in stride(from: 0, to: count, by: 1000) {
        let texts = order[start..<start + 1000].map { number in
          let avatar = String(repeating: "y", count: Int.random(in: 1...30, using: &random))
          return PersonalTextChange.put(
            text(number, owner: id(Int.random(in: 1...99_999, using: &random)), "N\(100_000 + number)n\(avatar)"))
        }
        revision = try store.record(command(on: stream(1), expected: revision, texts: texts)).last?.revision ?? 0
      }
      let owners = try Dictionary(
        uniqueKeysWithValues: store.allTexts(after: nil, limit: .max, owner: nil).map { ($0.id, $0.owner) })
      store.close()
      let doubled = try numbers().filter { $1 > 1 }.keys.sorted()
      let again = try open()
      let deleted = try doubled.map { PersonalTextChange.delete(id($0), owner: try #require(owners[id($0)])) }
      try again.record(command(on: stream(1), expected: revision, texts: deleted))
      #expect(try numbers().filter { doubled.contains($0.key) } == [:], "of \(doubled.count)")
      #expect(try again.allTexts(after: nil, limit: .max, owner: nil).count == count - doubled.count)
      #expect(try again.damage() == [])
      again.close()
    }

    /// How often each text stands in the database file.
    private func numbers() throws -> [Int: Int] {
      let bytes = try Data(contentsOf: URL(filePath: path))
      var numbers: [Int: Int] = [:]
      for part in bytes.split(separator: UInt8(ascii: "N")).dropFirst() {
        let digits = part.prefix { (48...57).contains($0) }
        // Six digits: the bytes of an id or a checksum do not look so by chance.
        guard digits.count == 6, let number = Int(String(decoding: digits, as: UTF8.self)),
          part.dropFirst(digits.count).first == UInt8(ascii: "n")
        else { continue }
        numbers[number - 100_000, default: 0] += 1
      }
      return numbers
    }

    // MARK: Failures

    @Test func aReaderThatStaysHoldsNoCommitUp() throws {
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

    @Test func aFlushThatIsWrongLosesNothing() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), count: 3))
      let early = ReadModelFlush(name: "rounds", version: 1, checkpoint: 9)
      #expect(code { try store.flush([early]) } == .misuse)
      #expect(try store.read(stream(1), from: 0, limit: 9).count == 3)
      try store.flush([])
      #expect(try store.read(stream(1), from: 0, limit: 9).count == 3)
      store.close()
    }

    /// Where a file is mapped, a read that fails ends the process (SIGBUS) instead of one answer.
    @Test func readersMapNoFile() throws {
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
        "UPDATE events SET data = '{\"number\":9}' WHERE position = 2", "position 2: the event is not what its checksum"
      ),
      ("UPDATE events SET metadata = '{\"actor\":7}' WHERE position = 3", "position 3: metadata"),
      ("UPDATE events SET recorded_at = 5 WHERE position = 2", "position 2: recorded at"),
      ("DELETE FROM events WHERE position = 2", "position 3 follows position 1"),
      ("UPDATE events SET revision = 7 WHERE position = 3", "revision 7 of"),
      ("UPDATE events SET owner = x'00000000000000000000000000000009' WHERE position = 3", "belongs to"),
      ("UPDATE events SET data = '{' WHERE position = 1", "position 1: data"),
      ("UPDATE streams SET revision = 5", "its index does not agree"),
      ("DELETE FROM stream_positions", "its index does not agree"),
      ("DELETE FROM owner_positions", "the index does not agree"),
      ("UPDATE personal_texts SET value = '\"Ant\"'", "is not what its checksum says"),
      ("UPDATE personal_texts SET subject = NULL", "is not what its checksum says"),
      ("UPDATE streams SET stream = 'thing-00000000-0000-0000-0000-000000000000'", "there are no such events"),
    ])
    func damageIsFound(sql: String, sentence: String) throws {
      let store = try open()
      try store.record(command(1, on: stream(1), count: 4, texts: [.put(text(1, "Ann"))]))
      try store.flush([])
      store.close()
      try change(sql)
      let damaged = try SQLiteStore(path, mode: .readOnly)
      let findings = try damaged.damage()
      #expect(findings.contains { $0.contains(sentence) }, "\(findings)")
    }

    @Test func aPageThatWasOverwrittenIsFound() throws {
      let store = try open()
      for number in 0..<50 { try store.record(command(on: stream(number), count: 20)) }
      try store.flush([])
      store.close()
      var file = Data(try directory.bytes("store.db"))
      let pageSize = 4096
      // One in the middle of the events, which no opening reads.
      let middle = file.range(of: Data("ThingHappened".utf8), in: file.count / 2..<file.count)
      let page = try #require(middle).lowerBound / pageSize * pageSize
      file.replaceSubrange(page..<page + pageSize, with: repeatElement(0xA5, count: pageSize))
      try directory.write(Array(file), to: "store.db")
      let damaged = try SQLiteStore(path, mode: .readOnly)
      let findings = try damaged.damage()
      #expect(findings.contains { $0.contains("Page \(page / pageSize + 1)") }, "\(findings)")
    }

    // MARK: What is in memory

    @Test func theIndexWaitsForTheFlush() throws {
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
      try store.upkeep()
      #expect(try connection.integer("SELECT count(*) FROM receipt_chunks") == 1)
      store.close()
    }
  }
#endif
