import EventStore
import MovieNightPrimitives
import Testing

@testable import Stores

@Suite("Every store: read-model rows")
struct RowsTests {
  private static let keeping = StoreKind.allCases.filter { $0 != .memory && $0 != .journal }
  private static let others: [StoreKind] = [.memory, .journal]

  /// Returns a row. Without `partition`, it has a partition key of its own. Without `order`, it has no sort key.
  private func row(
    _ number: Int, on partition: Int? = nil, order: Int64? = nil, _ document: String = "{}"
  ) -> Row {
    let key = partition.map { RowKey(partition: id($0), item: id(number)) } ?? RowKey(id(number) as PartitionKey)
    let sortKey = order.map { SortKey(order: $0, tie: id(number) as ItemID) }
    return Row(key: key, owner: alice, sortKey: sortKey, position: 1, document: Array(document.utf8))
  }

  private func flush(
    _ name: String, version: Int = 1, _ checkpoint: Position, _ rows: [Row] = [], ended: [RowKey] = [],
    stopped: ReadModelState.Stopped? = nil
  ) -> ReadModelFlush {
    ReadModelFlush(
      name: name, version: version, checkpoint: checkpoint, stopped: stopped,
      changes: RowChanges(rows: rows, ended: ended))
  }

  private func fixture(_ kind: StoreKind) throws -> StoreFixture {
    let fixture = try StoreFixture(kind)
    try fixture.store.addReadModels(["rounds", "sessions"])
    return fixture
  }

  @Test(arguments: others)
  func storeWithoutRowsKeepsNone(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    #expect(!store.keepsRows)
    try store.flush([flush("rounds", 0, [row(1)])])
    #expect(try store.readModels().isEmpty)
    #expect(try store.row("rounds", key: row(1).key) == nil)
    #expect(code { _ = try store.clearShadow("rounds") } == .misuse)
    #expect(code { try store.addReadModels(["rounds"]) } == .misuse)
  }

  @Test(arguments: keeping)
  func readModelsAreAddedOnce(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    #expect(try fixture.store.readModels().isEmpty)
    try fixture.store.addReadModels(["sessions", "rounds"])
    try fixture.store.record(command(on: stream(1)))
    try fixture.store.flush([flush("sessions", version: 2, 1, [row(1, on: 7, order: 1)])])
    try fixture.store.addReadModels(["rounds", "sessions", "watched"])
    #expect(try fixture.store.readModels().map(\.name) == ["rounds", "sessions", "watched"])
    #expect(try fixture.store.readModels().map(\.version) == [0, 2, 0])
    #expect(try fixture.store.row("sessions", key: row(1, on: 7).key) != nil)
    for other in ["rounds", "watched"] {
      #expect(try fixture.store.row(other, key: row(1, on: 7).key) == nil, "it is not theirs")
    }
  }

  @Test(arguments: keeping)
  func flushedRowsAreListedInOrder(kind: StoreKind) throws {
    let fixture = try fixture(kind)
    #expect(try fixture.store.readModels().allSatisfy { $0.version == 0 && $0.checkpoint == 0 && $0.stopped == nil })
    try fixture.store.record(command(on: stream(1), count: 3))
    let rows = [
      row(1, on: 7, order: 5), row(2, on: 7, order: 7), row(3, on: 7, order: 5), row(4, on: 7, order: -1),
      row(5, on: 8, order: 6), row(6, on: 7),
    ]
    try fixture.store.flush([flush("sessions", version: 2, 2, rows)])
    let changed = row(4, on: 7, order: 6, #"{"a":1}"#)
    try fixture.store.flush([
      flush("sessions", version: 2, 3, [changed], stopped: .init(position: 4, reason: "unreadable"))
    ])
    for _ in 0..<2 {
      let store = fixture.store
      #expect(try store.row("sessions", key: changed.key) == changed)
      #expect(try store.row("sessions", key: rows[5].key) == rows[5])
      #expect(try store.row("rounds", key: changed.key) == nil)
      let sessions = try store.readModels().first { $0.name == "sessions" }
      #expect(
        sessions
          == ReadModelState(
            name: "sessions", version: 2, checkpoint: 3, generation: 0,
            stopped: .init(position: 4, reason: "unreadable")))
      let order = [rows[1], changed, rows[2], rows[0]]
      #expect(try store.rows("sessions", partition: id(7), after: nil, limit: 9) == order)
      // Reading page by page returns each row once.
      var sortKey: SortKey?
      var seen: [Row] = []
      while let next = try store.rows("sessions", partition: id(7), after: sortKey, limit: 1).first {
        seen.append(next)
        sortKey = next.sortKey
      }
      #expect(seen == order)
      var keys: [RowKey] = []
      try store.forEachRow("sessions") { keys.append($0.key) }
      #expect(keys == [1, 2, 3, 4, 6].map { row($0, on: 7).key } + [row(5, on: 8).key])
      #expect(try store.keys("sessions", after: nil, limit: 9) == keys)
      #expect(try store.keys("sessions", after: keys[1], limit: 2) == [keys[2], keys[3]])
      #expect(try store.keys("sessions", after: keys[4], limit: 2) == [keys[5]])
      #expect(try store.keys("sessions", after: keys[5], limit: 2).isEmpty)
      #expect(try store.keys("sessions", after: nil, limit: 0).isEmpty)
      #expect(try store.keys("rounds", after: nil, limit: 9).isEmpty)
      try fixture.openAgain()
    }
  }

  @Test(arguments: keeping)
  func endedRowsAreRemoved(kind: StoreKind) throws {
    let fixture = try fixture(kind)
    let rows = (1...3).map { row($0, on: 7, order: Int64($0)) }
    for model in ["rounds", "sessions"] { try fixture.store.flush([flush(model, 0, rows)]) }
    try fixture.store.flush([flush("sessions", 0, [row(4, on: 7, order: 9)], ended: [rows[0].key, row(5, on: 7).key])])
    // A deleted row is added again, with another sort key.
    try fixture.store.flush([flush("sessions", 0, [], ended: [rows[1].key])])
    try fixture.store.flush([flush("sessions", 0, [row(2, on: 7, order: 10)])])
    for _ in 0..<2 {
      let store = fixture.store
      #expect(try store.row("sessions", key: rows[0].key) == nil)
      let keys = { (model: String) in
        try store.rows(model, partition: id(7), after: nil, limit: 9).map(\.key)
      }
      #expect(try keys("sessions") == [2, 4, 3].map { row($0, on: 7).key })
      #expect(try keys("rounds") == [3, 2, 1].map { row($0, on: 7).key }, "another read model's")
      #expect(try store.keys("sessions", after: nil, limit: 9) == [2, 3, 4].map { row($0, on: 7).key })
      try fixture.openAgain()
    }
  }

  /// The event index and the rows each record the position up to which they are flushed.
  @Test(arguments: keeping)
  func rowsAreFlushedWithoutEventIndex(kind: StoreKind) throws {
    let fixture = try fixture(kind)
    try fixture.store.record(command(1, on: stream(1), count: 3))
    try fixture.store.flushRows([flush("rounds", 2, [row(1)])])
    #expect(code { try fixture.store.flushRows([flush("rounds", 4)]) } == .misuse)
    for _ in 0..<2 {
      #expect(try fixture.store.row("rounds", key: row(1).key) == row(1))
      #expect(try fixture.store.readModels().first { $0.name == "rounds" }?.checkpoint == 2)
      #expect(try fixture.store.read(stream(1), from: 0, limit: 9).count == 3 && fixture.store.head() == 3)
      #expect(try fixture.store.receipt(for: ReceiptKey(actor: ann, command: id(1)))?.eventCount == 3)
      try fixture.openAgain()
    }
    try fixture.store.flush([])
    #expect(try fixture.store.row("rounds", key: row(1).key) == row(1))
  }

  @Test(arguments: keeping)
  func unknownModelsAndEarlyCheckpointsAreRefused(kind: StoreKind) throws {
    let fixture = try StoreFixture(kind)
    let store = fixture.store
    try store.addReadModels(["rounds"])
    #expect(try store.row("nothing", key: row(1).key) == nil)
    #expect(code { try store.flush([flush("nothing", 0)]) } == .misuse)
    #expect(code { try store.flush([flush("rounds", 1)]) } == .misuse)
    #expect(code { _ = try store.clearShadow("nothing; DROP TABLE events") } == .misuse)
  }

  private func clearShadow(_ store: any EventStore, _ model: String) throws {
    while try store.clearShadow(model) {}
  }

  @Test(arguments: keeping)
  func swapActivatesAllShadowRowsAtOnce(kind: StoreKind) throws {
    let fixture = try fixture(kind)
    let store = fixture.store
    try store.record(command(on: stream(1), count: 3))
    try store.flush([flush("rounds", 3, [row(1, on: 7, order: 1, "old")])])
    try clearShadow(store, "rounds")
    try store.writeShadow("rounds", RowChanges(rows: [1, 2, 3].map { row($0, on: 7, order: Int64($0), "new") }))
    try store.writeShadow("rounds", RowChanges(ended: [row(3, on: 7).key]))
    #expect(try store.shadowRow("rounds", key: row(2, on: 7).key)?.sortKey?.order == 2)
    #expect(try store.shadowRow("rounds", key: row(3, on: 7).key) == nil)
    #expect(try store.row("rounds", key: row(2, on: 7).key) == nil)
    try store.withSnapshot { snapshot in
      try store.swapShadow("rounds", version: 2, checkpoint: 3)
      #expect(try snapshot.row("rounds", key: row(1, on: 7).key)?.document == Array("old".utf8))
    }
    #expect(try store.row("rounds", key: row(1, on: 7).key)?.document == Array("new".utf8))
    #expect(try store.rows("rounds", partition: id(7), after: nil, limit: 9).count == 2)
    let state = try store.readModels().first { $0.name == "rounds" }
    #expect(state == ReadModelState(name: "rounds", version: 2, checkpoint: 3, generation: 1))
    // Flushes now go to the new active version; the old one can be cleared.
    try clearShadow(store, "rounds")
    #expect(try store.shadowRow("rounds", key: row(1, on: 7).key) == nil)
    try store.flush([flush("rounds", version: 2, 3, [row(2, on: 7, order: 9)])])
    #expect(try store.row("rounds", key: row(2, on: 7).key)?.sortKey?.order == 9)
  }

  /// There are more rows than one step removes, and the rows of another read model must stay.
  @Test(arguments: keeping)
  func thousandsOfShadowRowsAreCleared(kind: StoreKind) throws {
    let fixture = try fixture(kind)
    let rows = (1...5000).map { row($0, on: 7, order: Int64($0)) }
    for model in ["rounds", "sessions"] { try fixture.store.writeShadow(model, RowChanges(rows: rows)) }
    try clearShadow(fixture.store, "rounds")
    for row in [rows[0], rows[4999]] {
      #expect(try fixture.store.shadowRow("rounds", key: row.key) == nil)
      #expect(try fixture.store.shadowRow("sessions", key: row.key) == row)
    }
  }
}
