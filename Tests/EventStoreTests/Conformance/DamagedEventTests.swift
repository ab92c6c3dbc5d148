import Primitives
import Testing

@testable import EventStore

/// No read of a database gives an event that is not what was written. (A journal is checked as a whole when it is
/// opened, and read from memory then: `JournalTests.aChangedByteIsDamage`.)
@Suite struct DamagedEventTests {
  private func expectDamage<Result>(_ position: Position, _ read: () throws -> Result) {
    #expect {
      try read()
    } throws: { error in
      (error as? StoreError)?.code == .damaged && (error as? StoreError)?.position == position
    }
  }

  @Test(
    arguments: StoreKind.inDatabases,
    [
      #"data = '{"number":9}'"#, #"data = '{"number":'"#, "type = 'ThingHappenee'", "version = 2",
      "metadata = '{}'", "checksum = checksum + 1", "recorded_at = recorded_at_of_the_next",
    ])
  func aDamagedEventIsNotRead(_ kind: StoreKind, change: String) throws {
    let fixture = try StoreFixture(kind)
    let written = try fixture.store.record(command(1, on: stream(1), count: 3))
    let later = try fixture.store.record(command(2, on: stream(1), expected: 2, count: 2, at: time(60)))
    let change = change.replacing("recorded_at_of_the_next", with: "(SELECT max(recorded_at) FROM events)")
    try fixture.execute("UPDATE events SET \(change) WHERE position = 2")
    for isReopened in [false, true] {
      if isReopened { try fixture.openAgain() }
      let store = fixture.store
      expectDamage(2) { try store.read(stream(1), from: 0, limit: .max) }
      expectDamage(2) { try store.read(stream(1), from: 1, limit: 1) }
      expectDamage(2) { try store.readAll(after: 0, limit: .max, owner: alice) }
      expectDamage(2) { try store.readAll(after: 0, limit: .max, owner: nil) }
      expectDamage(2) { try store.readAll(after: 1, limit: 1, owner: nil) }
      var seen: [RecordedEvent] = []
      expectDamage(2) { try store.forEachEvent(after: 0, through: 5) { seen.append($0) } }
      expectDamage(2) { try store.withSnapshot { try $0.forEachEvent(after: 0, through: 5) { seen.append($0) } } }
      #expect(seen == [written[0], written[0]], "all that stands before it")
      // An event whose checksum was changed speaks against the one after it, too.
      guard !change.hasPrefix("checksum") else { continue }
      #expect(try store.readAll(after: 2, limit: .max, owner: alice) == Array(written[2...]) + later)
      #expect(try store.readAll(after: 2, limit: 2, owner: nil) == [written[2], later[0]])
      #expect(try store.read(stream(1), from: 2, limit: .max) == Array(written[2...]) + later)
    }
  }

  @Test(arguments: StoreKind.inDatabases)
  func aMissingEventIsNoticed(_ kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1), count: 3))
    try fixture.execute("DELETE FROM events WHERE position = 2")
    let store = fixture.store
    expectDamage(3) { try store.readAll(after: 0, limit: .max, owner: nil) }
    expectDamage(3) { try store.readAll(after: 2, limit: .max, owner: nil) }
    expectDamage(kind == .postgres ? 3 : 2) { try store.readAll(after: 0, limit: .max, owner: alice) }
  }

  #if Postgres
    @Test func newsDoNotHaveADamagedEvent() throws {
      let fixture = try StoreFixture(.postgres)
      let store = fixture.store
      let written = try store.record(command(1, on: stream(1), count: 4))
      try fixture.execute(#"UPDATE events SET data = '{"number":9}' WHERE position = 2"#)
      for limit in [2, 10] { expectDamage(2) { try store.news(after: 0, limit: limit) } }
      expectDamage(2) { try store.news(after: 1, limit: 1) }
      #expect(try store.news(after: 0, limit: 1).events == Array(written[..<1]), "what stands before it")
      #expect(try store.news(after: 2, limit: 10).events == Array(written[2...]), "and behind it")
      #expect(try store.beginGroup(after: 0, limit: 10).events.count == 4, "others wait")
    }
  #endif
}

extension StoreKind {
  /// Those whose events somebody can change behind their back while they are served.
  fileprivate static var inDatabases: [StoreKind] { allCases.filter { $0 != .memory && $0 != .journal } }
}

extension StoreFixture {
  /// Runs a statement past the store.
  fileprivate func execute(_ sql: String) throws {
    switch address {
    #if SQLite
      case .sqlite(let path): try SQLiteConnection(path, mode: .readWrite).execute(sql)
    #endif
    #if Postgres
      case .postgres(let uri): try PostgresConnection(uri, .reader).execute(sql)
    #endif
    case .memory, .journal: break
    }
  }
}
