#if SQLite
  import Foundation
  import Primitives
  import Testing

  @testable import EventStore

  @Suite("Side entries of SQLite")
  struct SQLiteSideEntriesTests {
    private let directory: TemporaryDirectory
    private let entries: any SideEntries
    private let key = SideKey(kind: "leaf", variant: "en-US", id: "550")
    private var path: String { "\(directory.path)/catalog-store.db" }

    init() throws {
      directory = try TemporaryDirectory()
      entries = StoreAddress.sqlite(path: "\(directory.path)/store.db").sideEntries(limit: 10)
    }

    @Test func theProgramCarriesEveryMigration() throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../migrations/sqlite-side"
      ).standardizedFileURL
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == Migration.sqliteSide.map { "000\($0.version)_\($0.name).sql" })
      for (migration, name) in zip(Migration.sqliteSide, names) {
        #expect(try Data(contentsOf: folder.appending(path: name)) == Data(migration.text))
      }
    }

    @Test func theDatabaseMayBeDeletedAtAnyTime() throws {
      for _ in 0..<2 {
        try entries.write([1], for: key, at: time(0))
        #expect(try entries.read(key, at: time(0)) == [1])
        try FileManager.default.removeItem(atPath: path)
        #expect(try entries.read(key, at: time(0)) == nil)
        #expect(try entries.size().entries == 0)
      }
      // What is written afterwards is there for the next process.
      try entries.write([1], for: key, at: time(0))
      try FileManager.default.removeItem(atPath: path)
      try entries.write([2], for: key, at: time(0))
      let next = StoreAddress.sqlite(path: "\(directory.path)/store.db").sideEntries(limit: 10)
      #expect(try next.read(key, at: time(0)) == [2])
    }

    // MARK: What is ours

    @Test func anEmptyFileIsTaken() throws {
      try directory.write([], to: "catalog-store.db")
      #expect(try entries.read(key, at: time(0)) == nil)
      try entries.write([1], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [1])
    }

    private static let header = Array("SQLite format 3\0".utf8)

    @Test(arguments: [
      Array("my notes, no database at all, but long enough to be read as the header of one".utf8), Array("notes".utf8),
      header, header + Array(repeating: 0xFF, count: 8176), Array(repeating: 0, count: 4096),
    ])
    func whatIsNoCacheOfOursIsLeftAlone(content: [UInt8]) throws {
      try directory.write(content, to: "catalog-store.db")
      try directory.write([1], to: "catalog-store.db-wal")
      expectAllToFail()
      #expect(try directory.bytes("catalog-store.db") == content)
      #expect(try directory.bytes("catalog-store.db-wal") == [1])
      // It heals when that is gone.
      try FileManager.default.removeItem(atPath: path)
      try entries.write([1], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [1])
    }

    /// Each says which file is in the way.
    private func expectAllToFail() {
      expectFailure { _ = try entries.read(key, at: time(0)) }
      expectFailure { try entries.write([1], for: key, at: time(0)) }
      expectFailure { _ = try entries.remove(kind: nil, id: nil) }
      expectFailure { try entries.remove([key]) }
      expectFailure { _ = try entries.page(after: nil, limit: 9) }
      expectFailure { _ = try entries.size() }
    }

    private func expectFailure(_ body: () throws -> Void) {
      do {
        try body()
        Issue.record("it succeeded")
      } catch {
        let error = error as? StoreError
        #expect(error?.code == .cannotOpen && error?.hint != nil && "\(error, default: "")".contains(path))
      }
    }

    private func openStoreThere() throws -> any EventStore {
      try openStore(.sqlite(path: path), mode: .readWrite(administratorSocket: nil))
    }

    /// Also one that is being served.
    @Test func anotherStoreOfThatNameKeepsItsEvents() throws {
      var other = try openStoreThere()
      try other.record(command(1, on: stream(1)))
      expectAllToFail()
      try other.record(command(2, on: stream(2)))
      other.close()
      expectAllToFail()
      other = try openStoreThere()
      defer { other.close() }
      #expect(try other.all().count == 2 && other.damage() == [])
    }

    /// As `cp` does it: the file stays the same one.
    @Test func whatIsCopiedOverTheCacheOfARunningServerStays() throws {
      try entries.write([1], for: key, at: time(0))
      let elsewhere = "\(directory.path)/elsewhere.db"
      let other = try openStore(.sqlite(path: elsewhere), mode: .readWrite(administratorSocket: nil))
      try other.record(command(1, on: stream(1)))
      other.close()
      let content = try directory.bytes("elsewhere.db")
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: Data(content))
      try handle.truncate(atOffset: UInt64(content.count))
      try handle.close()
      expectAllToFail()
      #expect(try directory.bytes("catalog-store.db") == content)
    }

    // MARK: What is damaged

    private func fill(_ entries: any SideEntries) throws {
      for number in 0..<10 {
        let key = SideKey(kind: "leaf", variant: "", id: "\(number)")
        try entries.write(Array(repeating: 7, count: 5000), for: key, at: time(0))
      }
    }

    private func expectToBeginAnew(_ entries: any SideEntries) throws {
      #expect(try entries.read(SideKey(kind: "leaf", variant: "", id: "0"), at: time(0)) == nil)
      try entries.write([1], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [1] && entries.size().entries == 1)
    }

    private var next: any SideEntries { StoreAddress.sqlite(path: "\(directory.path)/store.db").sideEntries(limit: 10) }

    /// In place, so that it stays the same file, with a header that says whose it is.
    private func damage(from offset: Int) throws {
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.seek(toOffset: UInt64(offset))
      try handle.write(contentsOf: Data(repeating: 0xFF, count: 60_000))
      try handle.close()
    }

    @Test(arguments: [100, 4096])
    func aDamagedCacheIsThrownAway(from offset: Int) throws {
      try fill(entries)
      try damage(from: offset)
      for suffix in ["-journal", "-wal", "-shm"] { try directory.write([1, 2, 3], to: "catalog-store.db\(suffix)") }
      // Under a running server, and by the next one.
      try expectToBeginAnew(entries)
      try damage(from: offset)
      try expectToBeginAnew(next)
    }

    @Test(arguments: [100, 1000, 4096, 5000, 20_000])
    func aCacheThatWasCutIsThrownAway(to size: Int) throws {
      try fill(entries)
      let content = try directory.bytes("catalog-store.db")
      try directory.write(Array(content.prefix(size)), to: "catalog-store.db")
      try expectToBeginAnew(next)
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
      _ = try? entries.read(key, at: time(0))
      try expectToBeginAnew(next)
    }

    /// One of the first program that had any: nothing but its tables tells whose it is.
    private func makeOldCache() throws {
      try directory.write([], to: "catalog-store.db")
      let connection = try SQLiteConnection(path, mode: .readWrite)
      try connection.execute("PRAGMA journal_mode = DELETE")
      try SQLiteMigrator(connection: connection, migrations: Migration.sqliteSide).migrate()
      for number in 0..<10 {
        try connection.execute(
          "INSERT INTO catalog_entries VALUES ('leaf//\(number)', 'leaf', '', '\(number)', 0, x'07')")
      }
    }

    @Test func anOldCacheIsUsed() throws {
      try makeOldCache()
      #expect(try entries.read(SideKey(kind: "leaf", variant: "", id: "3"), at: time(0)) == [7])
      try damage(from: 100)
      try expectToBeginAnew(next)
    }

    @Test func anOldCacheThatIsDamagedIsThrownAway() throws {
      try makeOldCache()
      try damage(from: 4096)
      try expectToBeginAnew(entries)
    }

    @Test func aCacheWithoutItsTableIsThrownAway() throws {
      try fill(entries)
      try SQLiteConnection(path, mode: .readWrite).execute("DROP TABLE catalog_entries")
      try expectToBeginAnew(entries)
    }

    /// A full disk may have no space for a transaction.
    @Test func allIsClearedByRemovingTheFile() throws {
      try fill(entries)
      #expect(try entries.remove(kind: nil, id: nil) == 10)
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(try entries.remove(kind: nil, id: nil) == 0 && entries.size() == SideSize(entries: 0, bytes: 0))
      #expect(try entries.read(key, at: time(0)) == nil && entries.page(after: nil, limit: 9).isEmpty)
      // What is not there takes no space.
      #expect(!FileManager.default.fileExists(atPath: path))
      try expectToBeginAnew(entries)
    }

    @Test func aDatabaseOfANewerProgramIsThrownAway() throws {
      try entries.write([1], for: key, at: time(0))
      let newer = try SQLiteConnection(path, mode: .readWrite)
      try newer.execute("INSERT INTO schema_migrations VALUES (9, 'newer', '', 0)")
      let next = StoreAddress.sqlite(path: "\(directory.path)/store.db").sideEntries(limit: 10)
      #expect(try next.read(key, at: time(0)) == nil)
    }

    @Test func aDatabaseOfAnotherProgramIsLeftAlone() throws {
      try directory.write([], to: "catalog-store.db")
      let other = try SQLiteConnection(path, mode: .readWrite)
      try other.execute("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')")
      #expect(code { try entries.write([1], for: key, at: time(0)) } == .cannotOpen)
      #expect(try other.integer("SELECT count(*) FROM recipes") == 1)
    }

    /// Not again and again: what waits behind the first one is not held up, too.
    @Test func whoeverHoldsTheDatabaseIsNotWaitedForLong() throws {
      try fill(entries)
      let other = try SQLiteConnection(path, mode: .readWrite)
      try other.execute("BEGIN EXCLUSIVE")
      let waits = try BusyWaits.count {
        for _ in 1...10 { #expect(code { _ = try entries.read(key, at: time(0)) } == .unavailable) }
      }
      #expect((1..<60).contains(waits))
      try other.execute("ROLLBACK")
    }

    /// Somebody copies the file: it can be read, and nothing be noted.
    @Test func whatCannotBeNotedIsReadAllTheSame() throws {
      try entries.write([1], for: key, at: time(0))
      let other = try SQLiteConnection(path, mode: .readWrite)
      try other.execute("BEGIN")
      _ = try other.integer("SELECT count(*) FROM catalog_entries")
      #expect(try entries.read(key, at: time(2 * 3600)) == [1])
      try other.execute("ROLLBACK")
    }

    @Test func aStoreBehindALinkHasItsEntriesBesideItself() throws {
      try FileManager.default.createDirectory(atPath: "\(directory.path)/real", withIntermediateDirectories: true)
      try directory.write([], to: "real/events.db")
      try FileManager.default.createSymbolicLink(
        atPath: "\(directory.path)/link.db", withDestinationPath: "\(directory.path)/real/events.db")
      let path = SQLiteSideEntries.path(beside: "\(directory.path)/link.db")
      #expect(path.hasSuffix("/real/catalog-events.db"))
    }
  }
#endif
