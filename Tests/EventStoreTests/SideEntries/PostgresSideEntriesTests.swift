#if Postgres
  import Primitives
  import TestSupport
  import Testing

  @testable import EventStore

  @Suite("Side entries of PostgreSQL")
  struct PostgresSideEntriesTests {
    private let fixture: StoreFixture
    private let entries: any SideEntries
    private let key = SideKey(kind: "leaf", variant: "en-US", id: "550")
    private let other: PostgresConnection

    init() throws {
      fixture = try StoreFixture(.postgres)
      entries = fixture.address.sideEntries(limit: 10)
      guard case .postgres(let uri) = fixture.address else { throw StoreError(.misuse, "no database") }
      other = try PostgresConnection(uri, .listener)
    }

    @Test func serversShareTheEntries() throws {
      let another = fixture.address.sideEntries(limit: 10)
      try entries.write([1], for: key, at: time(0))
      #expect(try another.read(key, at: time(0)) == [1])
      // Each counts its own writes; together they keep to the limit nearly.
      for number in 0..<100 {
        let entries = number % 2 == 0 ? entries : another
        try entries.write([1], for: SideKey(kind: "leaf", variant: "", id: "\(number)"), at: time(Int64(number)))
      }
      #expect(try entries.size().entries <= 20)
    }

    @Test func theEntriesMayBeDeletedAtAnyTime() throws {
      try entries.write([1], for: key, at: time(0))
      try other.execute("TRUNCATE catalog_entries")
      #expect(try entries.read(key, at: time(0)) == nil)
      try entries.write([2], for: key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == [2])
    }

    @Test func theTableMayBeDroppedAtAnyTime() throws {
      let another = fixture.address.sideEntries(limit: 10)
      for entries in [entries, another, fixture.address.sideEntries(limit: 10)] {
        try entries.write([1], for: key, at: time(0))
        try other.execute("DROP TABLE catalog_entries")
        #expect(try entries.read(key, at: time(0)) == nil && entries.size().entries == 0)
        try other.execute("DROP TABLE catalog_entries")
        try entries.write([2], for: key, at: time(0))
        #expect(try another.read(key, at: time(0)) == [2])
      }
      // As the migration has it.
      #expect(try other.run(Self.indexes).string(0, 0).contains("catalog_entries_by_use"))
    }

    private static let indexes = PostgresStatement(
      name: "indexes", sql: "SELECT string_agg(indexname, ' ') FROM pg_indexes WHERE tablename = 'catalog_entries'")

    @Test func aTableOfSomebodyElseIsLeftAlone() throws {
      try other.execute("DROP TABLE catalog_entries; CREATE TABLE catalog_entries (name text)")
      try other.execute("INSERT INTO catalog_entries VALUES ('mine')")
      #expect(code { try entries.write([1], for: key, at: time(0)) } == .damaged)
      let count = PostgresStatement(name: "count_mine", sql: "SELECT count(*) FROM catalog_entries")
      #expect(try other.run(count).integer(0, 0) == 1)
    }

    @Test func aCommitDoesNotWaitForALockedTable() throws {
      try other.execute("BEGIN; LOCK TABLE catalog_entries")
      #expect(code { try entries.write([1], for: key, at: time(0)) } == .unavailable)
      try fixture.store.record(command(on: stream(1)))
      #expect(try fixture.store.head() == 1)
      try other.execute("ROLLBACK")
      // The first ones rest for a moment.
      let next = fixture.address.sideEntries(limit: 10)
      try next.write([1], for: key, at: time(0))
      #expect(try next.read(key, at: time(0)) == [1])
    }

    @Test func aLostConnectionIsMadeAnew() throws {
      try entries.write([1], for: key, at: time(0))
      try other.execute(
        """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
      )
      #expect(try entries.read(key, at: time(0)) == [1])
    }

    @Test func aKeyThatNoTextCanHoldHasNoEntry() throws {
      let key = SideKey(kind: "leaf", variant: "", id: "a\0b")
      try entries.write([1], for: key, at: time(0))
      try entries.touch(key, at: time(0))
      #expect(try entries.read(key, at: time(0)) == nil && entries.size().entries == 0)
    }
  }
#endif
