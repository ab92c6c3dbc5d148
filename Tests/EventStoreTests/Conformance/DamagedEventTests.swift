import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

/// No read of a database returns an event that differs from what was written. A journal is checked as a whole on
/// opening and then read from memory (`JournalTests.changedByteIsReportedAsDamage`).
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
  func damagedEventIsNotReturned(_ kind: StoreKind, change: String) throws {
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
      // A changed checksum also affects the check of the next event.
      guard !change.hasPrefix("checksum") else { continue }
      #expect(try store.readAll(after: 2, limit: .max, owner: alice) == Array(written[2...]) + later)
      #expect(try store.readAll(after: 2, limit: 2, owner: nil) == [written[2], later[0]])
      #expect(try store.read(stream(1), from: 2, limit: .max) == Array(written[2...]) + later)
    }
  }

  @Test(arguments: StoreKind.inDatabases)
  func missingEventIsReportedAsDamage(_ kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1), count: 3))
    try fixture.execute("DELETE FROM events WHERE position = 2")
    let store = fixture.store
    expectDamage(3) { try store.readAll(after: 0, limit: .max, owner: nil) }
    expectDamage(3) { try store.readAll(after: 2, limit: .max, owner: nil) }
    expectDamage(kind == .postgres ? 3 : 2) { try store.readAll(after: 0, limit: .max, owner: alice) }
  }

  /// The time of a damaged event may be in the future, and must not become the time of all later events.
  @Test(arguments: StoreKind.inDatabases, [false, true])
  func timeOfDamagedLastEventIsIgnored(_ kind: StoreKind, isReopened: Bool) throws {
    let fixture = try StoreFixture(kind)
    try fixture.store.record(command(1, on: stream(1), count: 2))
    let ahead = kind == .postgres ? "'2150-01-01'" : "\(time(4_000_000_000).microseconds)"
    try fixture.execute("UPDATE events SET recorded_at = \(ahead) WHERE position = 2")
    if isReopened { try fixture.openAgain() }
    let key = ReceiptKey(actor: ann, command: id(1))
    #expect(try fixture.store.receipt(for: key) != nil, "no receipt has expired by it")
    let recorded = try fixture.store.record(command(2, on: stream(1), expected: 1, at: time(60)))
    #expect(recorded.map(\.recordedAt) == [time(60)])
  }

  #if Postgres
    @Test(arguments: [#"data = '{"number":9}'"#, "metadata = 'none'", "stream = 'none'"])
    func newEventsContinueAfterDamagedOne(change: String) throws {
      let fixture = try StoreFixture(.postgres)
      let written = try fixture.store.record(command(1, on: stream(1), count: 4))
      try fixture.execute("UPDATE events SET \(change) WHERE position = 2")
      let store = fixture.store
      for limit in [2, 10] {
        let storeChanges = [
          try store.storeChanges(after: 0, limit: limit), try store.beginGroup(after: 0, limit: limit),
        ]
        store.endGroup()
        for storeChanges in storeChanges {
          #expect(storeChanges.events == written.prefix(limit).filter { $0.position != 2 })
          #expect(
            storeChanges.damaged.map(\.position) == [2] && storeChanges.last == min(limit, 4) && storeChanges.head == 4)
          #expect(storeChanges.damaged.map(\.stream) == [change.hasPrefix("stream") ? nil : stream(1)])
          #expect(storeChanges.damaged.map(\.error.position) == [2])
        }
      }
      let alone = try store.storeChanges(after: 1, limit: 1)
      #expect(alone.events == [] && alone.last == 2)
      let behind = try store.storeChanges(after: 2, checksum: alone.checksum, limit: 10)
      #expect(behind.events == Array(written[2...]) && behind.damaged == [])
    }

    @Test func newEventsReportMissingOne() throws {
      let fixture = try StoreFixture(.postgres)
      let written = try fixture.store.record(command(1, on: stream(1), count: 4))
      try fixture.execute("DELETE FROM events WHERE position = 2")
      let storeChanges = try fixture.store.storeChanges(after: 0, limit: 10)
      #expect(storeChanges.events == [written[0], written[3]] && storeChanges.damaged.map(\.position) == [3])
    }

    /// If the damaged event is the last of its stream, the stream's current revision does not follow from the other
    /// events.
    @Test func streamContinuesAfterItsDamagedEvent() throws {
      let fixture = try StoreFixture(.postgres)
      try fixture.store.record(command(1, on: stream(1), count: 4))
      for isInGroup in [false, true] {
        try fixture.openAgain()
        let store = fixture.store
        let head = try store.head()
        try fixture.execute("UPDATE events SET version = 7 WHERE position = \(head)")
        _ = try isInGroup ? store.beginGroup(after: 0, limit: 10) : store.storeChanges(after: 0, limit: 10)
        try store.record(command(head, on: stream(1), expected: head - 1))
      }
    }
  #endif
}

extension StoreKind {
  /// The stores whose events another connection can change while they are open.
  fileprivate static var inDatabases: [StoreKind] { allCases.filter { $0 != .memory && $0 != .journal } }
}

extension StoreFixture {
  /// Runs a statement on a separate connection.
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
