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
      try FileManager.default.removeItem(atPath: path)
      try entries.write([2], for: key, at: time(0))
      let next = StoreAddress.sqlite(path: "\(directory.path)/store.db").sideEntries(limit: 10)
      #expect(try next.read(key, at: time(0)) == [2])
    }

    @Test(arguments: ["no database at all, but long enough to be read as the header of one, if it were one", ""])
    func whatIsNoDatabaseIsThrownAway(content: String) throws {
      try directory.write(Array(content.utf8), to: "catalog-store.db")
      #expect(try entries.read(key, at: time(0)) == nil)
      try entries.write([1], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [1])
    }

    @Test func aDamagedDatabaseIsThrownAwayUnderARunningServer() throws {
      for number in 0..<10 {
        let key = SideKey(kind: "leaf", variant: "", id: "\(number)")
        try entries.write(Array(repeating: 7, count: 5000), for: key, at: time(0))
      }
      // In place, so that it stays the same file.
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: Data(repeating: 0xFF, count: 60_000))
      try handle.close()
      #expect(try entries.read(key, at: time(0)) == nil)
      try entries.write([1], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [1])
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
