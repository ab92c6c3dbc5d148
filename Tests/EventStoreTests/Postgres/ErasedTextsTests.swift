#if Postgres
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Stores

  /// Erased texts must be gone from every file of the database: from rows, free space in pages, and the planner's
  /// samples.
  ///
  /// The tests run serially on a PostgreSQL server of their own, because any writer to one of its databases can delay
  /// the removal.
  @Suite("PostgreSQL: erased texts", .serialized)
  struct ErasedTextsTests {
    private static let server = Result { try PostgresServer() }
    private let database: PostgresDatabase

    init() throws { database = try PostgresDatabase(on: Self.server.get()) }

    private static let name = "Persephone"

    /// Records short texts, long ones that are stored out of line, and one that is changed afterwards.
    private func recordTexts(_ store: PostgresStore, count: Int = 60) throws {
      var generator = SeededGenerator(seed: 1)
      let noise = String(decoding: (0..<6000).map { _ in UInt8.random(in: 97...122, using: &generator) }, as: UTF8.self)
      let texts = (1...count).map { text($0, "\(Self.name) \($0)\($0 % 7 == 0 ? noise : "")") }
      try store.record(command(1, on: stream(1), texts: texts.map { .put($0) }))
      try store.record(command(2, on: stream(2), texts: [.put(text(1, "\(Self.name) the second"))]))
      try store.record(command(3, on: stream(3), texts: [.put(text(count + 1, "Demeter"))]))
    }

    private func erase(_ count: Int = 60) -> CommandAppend {
      command(4, on: stream(4), texts: (1...count).map { .delete(id($0), owner: alice) })
    }

    @Test func erasedTextsAreInNoFile() throws {
      let store = try database.open()
      defer { store.close() }
      try recordTexts(store)
      try database.execute("ANALYZE personal_texts")
      #expect(try database.filesHold(Self.name), "the search finds what is there")
      try store.record(erase())
      #expect(try !database.filesHold(Self.name))
      #expect(try database.filesHold("Demeter") && store.allTexts(after: nil, limit: 100, owner: nil).count == 1)
      #expect(store.takeNotices() == [])
    }

    @Test func erasedMembersNotesAreInNoFile() throws {
      let store = try database.open()
      defer { store.close() }
      let notes = (1...64).map { note($0, "\(Self.name) \($0)") }
      try store.record(
        command(
          1, on: stream(1), texts: notes.map { .put($0) } + [.put(text(100, Self.name)), .put(note(101, "Iris"))]))
      try store.record(command(2, on: stream(2), texts: [.put(note(1, "\(Self.name) the second"))]))
      try database.execute("ANALYZE subject_texts")
      #expect(try database.filesHold(Self.name))
      // The profile is deleted with the notes.
      let ids = notes.map(\.id) + [id(100)]
      try store.record(command(3, on: stream(3), texts: ids.map { .delete($0, owner: alice) }))
      #expect(try !database.filesHold(Self.name))
      #expect(try store.allTexts(after: nil, limit: 100, owner: nil) == [note(101, "Iris")])
      #expect(store.takeNotices() == [])
    }

    @Test func replacedNoteLeavesFiles() async throws {
      let store = try openAfterFirstRemoval()
      defer { store.close() }
      try store.record(command(3, on: stream(3), texts: [.put(note(1, Self.name)), .put(note(2, "Iris"))]))
      #expect(try database.filesHold(Self.name))
      try store.record(command(4, on: stream(4), texts: [.put(note(1, "Demeter"))]))
      try await waitUntilErasedTextsAreGone(with: store)
      #expect(try store.allTexts(after: nil, limit: 9, owner: nil) == [note(1, "Demeter"), note(2, "Iris")])
    }

    /// Neither the names nor the notes were in a table when the group began.
    @Test func textsAddedAndErasedInOneGroupAreInNoFile() throws {
      let store = try openAfterFirstRemoval()
      defer { store.close() }
      let outcomes = try store.commit([
        command(3, on: stream(3), texts: [.put(text(1, Self.name)), .put(note(2, Self.name))]),
        command(4, on: stream(4), texts: [.put(note(2, "\(Self.name) again"))]),
        command(5, on: stream(5), texts: [.delete(id(1), owner: alice), .delete(id(2), owner: alice)]),
      ])
      #expect(outcomes.count == 3)
      #expect(try !database.filesHold(Self.name))
      #expect(try store.allTexts(after: nil, limit: 9, owner: nil) == [])
    }

    /// Returns a store that has carried out the removal that opening it requested.
    private func openAfterFirstRemoval() throws -> PostgresStore {
      let store = try database.open()
      try store.record(command(1, on: stream(1), texts: [.put(text(100, "Kore"))]))
      try store.record(command(2, on: stream(2), texts: [.delete(id(100), owner: alice)]))
      return store
    }

    @Test func removalOfNoteRewritesOnlyItsPartition() async throws {
      let store = try openAfterFirstRemoval()
      defer { store.close() }
      let notes = [note(1, Self.name)] + (2...64).map { note($0, "Demeter \($0)") }
      try store.record(command(3, on: stream(3), texts: (notes + [text(101, "Kore")]).map { .put($0) }))
      let partition = try database.integer("SELECT tableoid::bigint FROM subject_texts WHERE id = '\(notes[0].id)'")
      let otherFiles = """
        SELECT sum(pg_relation_filenode(oid)::bigint)::bigint FROM pg_class
        WHERE relkind = 'r' AND relname ~ '^(personal|subject)_texts' AND oid <> \(partition)
        """
      let before = try database.integer(otherFiles)
      try store.record(command(4, on: stream(4), texts: [.delete(id(1), owner: alice)]))
      try await waitUntilErasedTextsAreGone(with: store)
      #expect(try database.integer(otherFiles) == before)
      #expect(try store.allTexts(after: nil, limit: 100, owner: nil) == Array(notes.dropFirst()) + [text(101, "Kore")])
    }

    @Test func migrationRemovesPlannerSamples() throws {
      let connection = try PostgresConnection(database.uri, .writer)
      try PostgresMigrator(connection: connection, migrations: Array(Migration.postgres.prefix(2))).migrate()
      try database.execute(
        """
        INSERT INTO personal_texts (id, owner, value)
        SELECT gen_random_uuid(), gen_random_uuid(), '"\(Self.name)' || number || '"' FROM generate_series(1, 50) AS number;
        ANALYZE personal_texts
        """)
      let samples = "SELECT count(*) FROM pg_stats WHERE tablename = 'personal_texts' AND attname = 'value'"
      #expect(try database.integer(samples) == 1)
      try database.open().close()
      try database.execute("ANALYZE personal_texts")
      #expect(try database.integer(samples) == 0)
    }

    @Test func removalWaitsForSnapshotWithTexts() async throws {
      let store = try database.open()
      defer { store.close() }
      try recordTexts(store)
      try store.withSnapshot { snapshot in
        try store.record(erase())
        #expect(store.takeNotices().first?.contains("an open transaction prevents the removal") == true)
        #expect(try snapshot.allTexts(after: nil, limit: 100, owner: nil).count == 61)
      }
      try await waitUntilErasedTextsAreGone(with: store)
    }

    /// The other transaction has no snapshot now, but its next snapshot could see the texts.
    @Test func removalWaitsForTransactionThatCouldSeeTexts() async throws {
      let store = try database.open()
      defer { store.close() }
      try recordTexts(store)
      let other = try database.connect()
      try other.execute("CREATE TABLE elsewhere (a int); BEGIN; INSERT INTO elsewhere VALUES (1)")
      try store.record(erase())
      #expect(store.takeNotices().first?.contains("an open transaction prevents the removal") == true)
      try other.execute("COMMIT")
      try await waitUntilErasedTextsAreGone(with: store)
    }

    @Test func nextOpenerRemovesErasedTexts() async throws {
      let store = try database.open()
      try recordTexts(store)
      _ = try store.withSnapshot { _ in try store.record(erase()) }
      store.close()
      #expect(try database.filesHold(Self.name))
      let next = try database.open()
      defer { next.close() }
      try await waitUntilErasedTextsAreGone(with: next)
    }

    @Test func commitsDoNotWaitForVacuumOfOtherServer() throws {
      let store = try database.open()
      defer { store.close() }
      try recordTexts(store)
      let other = try database.connect()
      // This is the lock that a VACUUM takes.
      try other.execute("BEGIN; LOCK TABLE personal_texts IN SHARE UPDATE EXCLUSIVE MODE")
      try store.record(erase())
      #expect(store.takeNotices().first?.contains("could not be removed from their table's files") == true)
      try store.record(command(5, on: stream(5)))
      try other.execute("COMMIT")
    }

    @Test func missingTableOwnershipIsReported() throws {
      try database.open().close()
      let role = "guest_\(database.name)"
      try database.execute(
        "CREATE ROLE \(role) LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(role)")
      let store = try PostgresStore(
        PostgresURI(database.uri.secretText.replacingOccurrences(of: "movienight@", with: "\(role)@")),
        mode: .readWrite(administratorSocket: nil))
      try recordTexts(store)
      try store.record(erase())
      #expect(store.takeNotices().first?.contains("does not own the table personal_texts") == true)
      store.close()
      try database.execute("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    /// Waits until the erased texts are gone from the files, for a minute at most.
    private func waitUntilErasedTextsAreGone(with store: PostgresStore) async throws {
      try store.watch {}
      for _ in 0..<1200 {
        guard try database.filesHold(Self.name) else { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try !database.filesHold(Self.name))
      #expect(store.takeNotices() == [])
    }
  }
#endif
