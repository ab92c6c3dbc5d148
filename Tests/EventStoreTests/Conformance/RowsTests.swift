import Primitives
import Testing

@testable import EventStore

@Suite("Every store: read-model rows")
struct RowsTests {
  private static let keeping = StoreKind.allCases.filter { $0 != .memory && $0 != .journal }
  private static let others: [StoreKind] = [.memory, .journal]

  private func row(_ number: Int, owner: OwnerID = alice, order: Int64, _ document: String = "{}") -> Row {
    Row(key: id(number), owner: owner, order: order, position: 1, document: Array(document.utf8))
  }

  @Test(arguments: others)
  func aStoreWithoutRowsKeepsNone(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    #expect(!store.keepsRows)
    try store.flush([ReadModelFlush(name: "rounds", version: 1, checkpoint: 0, rows: [row(1, order: 1)])])
    #expect(try store.readModels().isEmpty)
    #expect(try store.row("rounds", key: id(1)) == nil)
    #expect(code { try store.clearShadow("rounds") } == .misuse)
  }

  @Test(arguments: keeping)
  func flushesAndListsRows(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    #expect(try fixture.store.readModels().map(\.name) == ["households", "libraries", "ratings", "rounds", "sessions"])
    #expect(try fixture.store.readModels().allSatisfy { $0.version == 0 && $0.checkpoint == 0 && $0.stopped == nil })
    try fixture.store.record(command(on: stream(1), count: 3))
    let rows = [
      row(1, order: 5), row(2, order: 7), row(3, order: 5), row(4, order: -1), row(5, owner: bob, order: 6),
    ]
    try fixture.store.flush([ReadModelFlush(name: "sessions", version: 2, checkpoint: 2, rows: rows)])
    let changed = row(4, order: 6, #"{"a":1}"#)
    try fixture.store.flush([
      ReadModelFlush(
        name: "sessions", version: 2, checkpoint: 3, stopped: .init(position: 4, reason: "unreadable"), rows: [changed])
    ])
    for _ in 0..<2 {
      let store = fixture.store
      #expect(try store.row("sessions", key: id(4)) == changed)
      #expect(try store.row("rounds", key: id(4)) == nil)
      let sessions = try store.readModels().first { $0.name == "sessions" }
      #expect(
        sessions
          == ReadModelState(
            name: "sessions", version: 2, checkpoint: 3, generation: 0,
            stopped: .init(position: 4, reason: "unreadable")))
      let order = [rows[1], changed, rows[2], rows[0]]
      #expect(try store.rows("sessions", owner: alice, after: nil, limit: 9) == order)
      // Page by page, each row once.
      var cursor: RowCursor?
      var seen: [Row] = []
      while let next = try store.rows("sessions", owner: alice, after: cursor, limit: 1).first {
        seen.append(next)
        cursor = RowCursor(order: next.order, key: next.key)
      }
      #expect(seen == order)
      var keys: [Identifier<RowKind>] = []
      try store.forEachRow("sessions") { keys.append($0.key) }
      #expect(keys == [id(1), id(2), id(3), id(4), id(5)])
      #expect(try store.keys("sessions", after: nil, limit: 9) == keys)
      #expect(try store.keys("sessions", after: id(2), limit: 2) == [id(3), id(4)])
      #expect(try store.keys("sessions", after: id(5), limit: 2).isEmpty)
      #expect(try store.keys("sessions", after: nil, limit: 0).isEmpty)
      #expect(try store.keys("rounds", after: nil, limit: 9).isEmpty)
      try fixture.openAgain()
    }
  }

  @Test(arguments: keeping)
  func refusesUnknownModelsAndEarlyCheckpoints(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    #expect(code { _ = try store.row("nothing", key: id(1)) } == .misuse)
    #expect(code { try store.flush([ReadModelFlush(name: "nothing", version: 1, checkpoint: 0, rows: [])]) } == .misuse)
    #expect(code { try store.flush([ReadModelFlush(name: "rounds", version: 1, checkpoint: 1, rows: [])]) } == .misuse)
    #expect(code { try store.clearShadow("nothing; DROP TABLE events") } == .misuse)
  }

  @Test(arguments: keeping)
  func shadowRowsBecomeTheRowsAtOnce(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    try store.record(command(on: stream(1), count: 3))
    try store.flush([ReadModelFlush(name: "rounds", version: 1, checkpoint: 3, rows: [row(1, order: 1, "old")])])
    try store.clearShadow("rounds")
    try store.writeShadow("rounds", rows: [row(1, order: 1, "new"), row(2, order: 2, "new")])
    #expect(try store.shadowRow("rounds", key: id(2))?.order == 2)
    #expect(try store.row("rounds", key: id(2)) == nil)
    try store.withSnapshot { snapshot in
      try store.swapShadow("rounds", version: 2, checkpoint: 3)
      #expect(try snapshot.row("rounds", key: id(1))?.document == Array("old".utf8))
    }
    #expect(try store.row("rounds", key: id(1))?.document == Array("new".utf8))
    #expect(try store.rows("rounds", owner: alice, after: nil, limit: 9).count == 2)
    let state = try store.readModels().first { $0.name == "rounds" }
    #expect(state == ReadModelState(name: "rounds", version: 2, checkpoint: 3, generation: 1))
    // Flushes go on into what is active now; the old half can be cleared.
    try store.clearShadow("rounds")
    #expect(try store.shadowRow("rounds", key: id(1)) == nil)
    try store.flush([ReadModelFlush(name: "rounds", version: 2, checkpoint: 3, rows: [row(2, order: 9)])])
    #expect(try store.row("rounds", key: id(2))?.order == 9)
  }
}
