#if SQLite
  import EventStore
  import Foundation
  import MovieNightPrimitives
  import TestSupport
  import Testing

  @testable import Stores

  /// The storage of personal texts in the file (decision 0030).
  @Suite("SQLite: personal texts")
  struct SQLiteTextsTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/store.db" }

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteStore { try SQLiteStore(path, mode: .readWrite(administratorSocket: nil)) }

    /// No bytes of an erased text may be left behind, however pages of the file are split, merged or reused.
    @Test func everyTextIsStoredOnceAndErasedCompletely() throws {
      var texts = RandomTexts(seed: 6)
      var store = try open()
      var revision = noRevision
      for round in 1...120 {
        let changes = texts.changes(200, growing: round < 90)
        revision += try store.record(command(on: stream(1), expected: revision, texts: changes)).count
        if round % 7 == 0 { try store.flush([]) }
        if round % 10 == 0 { #expect(try texts.misplaced(places()) == [:], "after \(round) rounds") }
        if round % 25 == 0 {
          store.close()
          store = try open()
        }
      }
      #expect(try store.allTexts(after: nil, limit: .max, owner: nil) == texts.all)
      #expect(try store.damage() == [])
      let erased = texts.all.map { PersonalTextChange.delete($0.id, owner: $0.owner) }
      #expect(erased.count > 1000)
      try store.record(command(on: stream(1), expected: revision, texts: erased))
      #expect(try places() == [:])
      #expect(try store.damage() == [])
      store.close()
    }

    /// Putting texts again after an erasure needs no more slots than before.
    @Test func freeSlotsAreReused() throws {
      let store = try open()
      let texts = (1...300).map { text($0, String(repeating: "x", count: $0 * 17 % 500)) }
      try store.record(command(on: stream(1), texts: texts.map { .put($0) }))
      let count = try integer("SELECT count(*) FROM text_slots")
      try store.record(command(on: stream(2), texts: texts.map { .delete($0.id, owner: alice) }))
      try store.record(command(on: stream(3), texts: texts.reversed().map { .put($0) }))
      #expect(try store.allTexts(after: nil, limit: .max, owner: nil) == texts)
      #expect(try integer("SELECT count(*) FROM text_slots") == count)
      #expect(try store.damage() == [])
      store.close()
    }

    // MARK: Migrations

    @Test func textsOfOlderSchemaGetChecksums() throws {
      let connection = try olderDatabase(migrations: 2)
      let texts = [text(1, "Ann"), text(2, "Ben")]
      for text in texts { try insert(text, connection) }
      let store = try open()
      #expect(try store.texts(texts.map(\.id)) == texts)
      #expect(try store.damage() == [])
      try store.record(command(on: stream(1), texts: [.put(text(3, "Cid")), .delete(id(1), owner: alice)]))
      #expect(try store.damage() == [])
      store.close()
    }

    /// The old table's pages contain copies of current and changed texts.
    @Test func noCopyOfOldTableIsLeftAfterErasure() throws {
      let connection = try olderDatabase(migrations: 5)
      var texts = RandomTexts(seed: 5)
      for _ in 1...10 {
        try connection.writing { () throws(StoreError) in
          for change in texts.changes(200, growing: true) {
            switch change {
            case .put(let text): try insert(text, columns: ", text_checksum(?1, ?2, ?3, ?4)", connection)
            case .delete(let id, _): try connection.run("DELETE FROM personal_texts WHERE id = ?1", id)
            }
          }
        }
      }
      _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
      #expect(try texts.misplaced(places()) != [:], "there are copies to be removed")
      let store = try open()
      #expect(try store.allTexts(after: nil, limit: .max, owner: nil) == texts.all)
      #expect(try store.damage() == [])
      try store.record(command(on: stream(1), texts: [.delete(texts.all[0].id, owner: texts.all[0].owner)]))
      texts.remove(texts.all[0].id)
      #expect(try texts.misplaced(places()) == [:])
      store.close()
    }

    @Test func textAlteredBeforeMigrationIsFound() throws {
      let connection = try olderDatabase(migrations: 5)
      for number in 1...3 { try insert(text(number, "Ann"), columns: ", text_checksum(?1, ?2, ?3, ?4)", connection) }
      let altered = text(2, "Ann").id
      try connection.run("UPDATE personal_texts SET value = '\"Ant\"' WHERE id = ?1", altered)
      let store = try open()
      #expect(try store.damage() == ["text \(altered) does not match its checksum"])
      store.close()
    }

    private func olderDatabase(migrations: Int) throws -> SQLiteConnection {
      try directory.write([], to: "store.db")
      let connection = try SQLiteWriter.open(path)
      try SQLiteMigrator(connection: connection, migrations: Array(Migration.sqlite.prefix(migrations))).migrate()
      return connection
    }

    /// Inserts a text as older versions of the program did, which had no slots.
    private func insert(_ text: PersonalText, columns more: String = "", _ connection: SQLiteConnection)
      throws(StoreError)
    {
      try connection.run(
        "INSERT OR REPLACE INTO personal_texts VALUES (?1, ?2, ?3, ?4\(more))", text.id, text.owner, text.subject,
        String(decoding: text.value, as: UTF8.self))
    }

    // MARK: Damage

    @Test(arguments: [
      ("UPDATE text_slots SET content = CAST(replace(content, 'Ann', 'Ant') AS BLOB)", "does not match its checksum"),
      ("UPDATE text_slots SET content = x'FFFFFF'", "does not match its checksum"),
      ("UPDATE text_slots SET content = CAST(substr(content, 1, 63) || 'x' AS BLOB)", "does not match its checksum"),
      ("DELETE FROM text_slots", "does not match its checksum"),
      ("UPDATE personal_texts SET subject = NULL", "does not match its checksum"),
      ("INSERT INTO free_text_slots SELECT 64, slot FROM personal_texts", "is used twice"),
      ("DELETE FROM personal_texts; INSERT INTO free_text_slots VALUES (64, 1)", "is free, but not empty"),
    ])
    func damageIsFound(sql: String, sentence: String) throws {
      let store = try open()
      try store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
      #expect(try store.damage() == [])
      store.close()
      try SQLiteConnection(path, mode: .readWrite).execute(sql)
      let findings = try SQLiteStore(path, mode: .readOnly).damage()
      #expect(findings.contains { $0.contains(sentence) }, "\(findings)")
    }

    /// SQLite would write content of another size elsewhere in the file, and old bytes could remain.
    @Test func slotOfOtherSizeIsNotWrittenTo() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
      try SQLiteConnection(path, mode: .readWrite).execute("INSERT INTO free_text_slots VALUES (128, 1)")
      let long = text(2, String(repeating: "x", count: 100))
      #expect(code { try store.record(command(2, on: stream(2), texts: [.put(long)])) } == .damaged)
      #expect(try store.head() == 1)
      #expect(try store.texts([id(1), id(2)]) == [text(1, "Ann")])
      store.close()
    }

    @Test func malformedSlotContentIsNotReturned() throws {
      let store = try open()
      try store.record(command(1, on: stream(1), texts: [.put(text(1, "Ann"))]))
      try SQLiteConnection(path, mode: .readWrite).execute("UPDATE text_slots SET content = zeroblob(5)")
      #expect(code { _ = try store.texts([id(1)]) } == .damaged)
      try SQLiteConnection(path, mode: .readWrite).execute(
        "UPDATE text_slots SET content = CAST(x'39' || zeroblob(63) AS BLOB)")
      #expect(code { _ = try store.texts([id(1)]) } == .damaged)
      store.close()
    }

    private func integer(_ sql: String) throws -> Int? { try SQLiteConnection(path, mode: .readOnly).integer(sql) }

    /// Counts the occurrences of each number in the database and its log.
    private func places() throws -> [Int: Int] {
      try ["store.db", "store.db-wal"].reduce(into: [:]) { places, name in
        guard FileManager.default.fileExists(atPath: "\(directory.path)/\(name)") else { return }
        places.merge(RandomTexts.places(in: try directory.bytes(name)), uniquingKeysWith: +)
      }
    }
  }

  /// Random texts of all lengths that are put, changed and deleted. Each text repeats a number that no other text has,
  /// so that any part of it identifies the text.
  struct RandomTexts {
    private var generator: SeededGenerator
    private var living: [(text: PersonalText, number: Int, times: Int)] = []
    private var last = 100_000

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// The current texts, sorted by id.
    var all: [PersonalText] { living.map(\.text).sorted { $0.id < $1.id } }

    /// Returns the numbers that occur in the files but should not, occur too often, or are missing. A text that
    /// continues on another page may be cut within a number, so fewer occurrences are allowed.
    func misplaced(_ places: [Int: Int]) -> [Int: Int] {
      var misplaced = places
      for entry in living where 1...entry.times ~= places[entry.number, default: 0] { misplaced[entry.number] = nil }
      for entry in living where places[entry.number] == nil { misplaced[entry.number] = 0 }
      return misplaced
    }

    /// Puts new and known texts and deletes some; deletes fewer while `growing`.
    mutating func changes(_ count: Int, growing: Bool) -> [PersonalTextChange] {
      (0..<count).map { _ in
        let choice = Int.random(in: 0..<100, using: &generator)
        guard let index = living.indices.randomElement(using: &generator), choice < (growing ? 55 : 90) else {
          let number = Int.random(in: 1...1_000_000_000, using: &generator)
          return put(at: living.endIndex, id(number), owner: id(number % 500))
        }
        let text = living[index].text
        if choice >= 30 { return put(at: index, text.id, owner: text.owner) }
        living.remove(at: index)
        return .delete(text.id, owner: text.owner)
      }
    }

    mutating func remove(_ id: TextID) { living.removeAll { $0.text.id == id } }

    private mutating func put(at index: Int, _ id: TextID, owner: OwnerID) -> PersonalTextChange {
      last += 1
      let most = [4, 4, 4, 8, 16, 60, 200, 1200].randomElement(using: &generator) ?? 4
      let times = Int.random(in: 1...most, using: &generator)
      let value = String(repeating: "N\(last)n", count: times)
      let text = PersonalText(id: id, owner: owner, subject: nil, value: Array("\"\(value)\"".utf8))
      living.replaceSubrange(index..<min(index + 1, living.endIndex), with: [(text, last, times)])
      return .put(text)
    }

    /// Counts the occurrences of each number in the bytes.
    static func places(in bytes: [UInt8]) -> [Int: Int] {
      var places: [Int: Int] = [:]
      bytes.withUnsafeBufferPointer { bytes in
        var index = 0
        while index + 8 <= bytes.count {
          defer { index += 1 }
          guard bytes[index] == UInt8(ascii: "N"), bytes[index + 7] == UInt8(ascii: "n") else { continue }
          let digits = UnsafeBufferPointer(rebasing: bytes[index + 1..<index + 7])
          guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 100_000 else { continue }
          places[number, default: 0] += 1
        }
      }
      return places
    }
  }
#endif
