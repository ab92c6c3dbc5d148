import Stores
import EventStore
import MovieNightPrimitives
import Projections
import Testing

@testable import Console
@testable import OperatorCommands

/// Copies into a store that other processes may write at the same time. The copy records rows together with their
/// events, and detects other writers.
@Suite struct SharedStoreCopyTests {
  private let source: any EventStore
  private let target = SharedMemory()

  init() throws {
    let server = try LocalServer(.journal)
    _ = try server.createHousehold()
    server.stop()
    let store = try openStore(server.store, mode: .readOnly)
    defer { store.close() }
    source = try openStore(.memory, mode: .readWrite(administratorSocket: nil))
    try source.importEvents(
      store.readAll(after: 0, limit: .max, owner: nil), texts: store.allTexts(after: nil, limit: .max, owner: nil))
  }

  private func copy() throws {
    let copy = try StoreCopy(from: source, to: target, areas: .current)
    _ = try copy.copyEvents { _ in }
    try copy.refreshReadModels { _ in }
    _ = try copy.copyTexts(from: source)
  }

  private func append(_ number: UInt64, to store: any EventStore) throws(StoreError) {
    let change = CommandAppend(
      metadata: EventMetadata(),
      streams: [
        StreamAppend(
          stream: StreamID(category: "other", id: OwnerID(high: 1, low: number)), owner: OwnerID(high: 1, low: 1),
          expectedRevision: noRevision, events: [NewEvent(type: "Other", version: 1, data: Array("{}".utf8))])
      ], time: Timestamp(microseconds: 0))
    _ = try store.commit([change]) { _ in [] }
  }

  @Test func rowsAreRecordedWithTheirEvents() throws {
    try copy()
    let parts = try StoreComparison(source: source, target: target, end: source.head(), areas: .current).run { _ in }
    for part in parts { #expect(part.isEqual, "\(part)") }
    #expect(try rows(of: target) == replayedRows(of: source))
    #expect(!target.isInGroup)
  }

  @Test(arguments: [SharedMemory.Call.importing, .beginning])
  func concurrentWriterStopsCopy(_ call: SharedMemory.Call) throws {
    target.before.withLock { before in
      before = { [target] calling throws(StoreError) in
        if calling == call { try append(7, to: target.memory) }
      }
    }
    let failure = try #require(throws: CommandFailure.self) { try copy() }
    #expect(failure.description.contains("Another process writes to the target"), "\(failure)")
    let texts = try target.allTexts(after: nil, limit: 9, owner: nil)
    #expect(texts == (call == .importing ? [] : [UnfinishedCopy.mark]))
    #expect(!target.isInGroup)
  }
}

/// A store in memory that behaves like a store shared by several processes. It stores rows together with their events.
final class SharedMemory: EventStore {
  enum Call: Sendable { case importing, beginning, reading }

  let kind = "shared"
  let isShared = true
  let keepsRows = true
  let memory: any EventStore = MemoryStore()
  /// Called just before a call of the store, where it can act like another process.
  let before = Locked<(@Sendable (Call) throws(StoreError) -> Void)?>(nil)
  private let models = Locked<[String: (state: ReadModelState, rows: [RowKey: Row])]>([:])
  private let group = Locked(false)
  /// The number of times a stream was read.
  let streamReads = Locked(0)
  let endedHolders = Locked<[EndedHolder]>([])

  var isInGroup: Bool { group.withLock { $0 } }

  func importEvents(
    _ events: [RecordedEvent], texts: [PersonalText], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) {
    if let before = before.withLock({ $0 }) { try before(.importing) }
    try memory.importEvents(events, texts: texts)
    try flush(try rows(events))
  }

  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    if let before = before.withLock({ $0 }) { try before(.beginning) }
    group.withLock { $0 = true }
    return try storeChanges(after: position, limit: limit)
  }

  func endGroup() { group.withLock { $0 = false } }

  func commit(
    _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) -> [CommitOutcome] {
    guard isInGroup else { throw StoreError(.misuse, "no group has begun") }
    defer { endGroup() }
    return try memory.commit(group) { _ in [] }
  }

  func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    StoreChanges(
      events: try memory.readAll(after: position, limit: limit, owner: nil), head: try memory.head(),
      readModels: try readModels())
  }

  func takeEndedHolders() -> [EndedHolder] {
    endedHolders.withLock { holders in
      defer { holders = [] }
      return holders
    }
  }

  func readModels() throws(StoreError) -> [ReadModelState] { models.withLock { $0.values.map(\.state) } }

  func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {
    models.withLock { models in
      for flush in flushes {
        let state = ReadModelState(
          name: flush.name, version: flush.version, checkpoint: flush.checkpoint, generation: 0, stopped: flush.stopped)
        models[flush.name, default: (state, [:])].state = state
        for row in flush.changes.rows { models[flush.name]?.rows[row.key] = row }
        for key in flush.changes.ended { models[flush.name]?.rows[key] = nil }
      }
    }
  }

  func addReadModels(_ names: [String]) throws(StoreError) {
    models.withLock { models in
      for name in names where models[name] == nil {
        models[name] = (ReadModelState(name: name, version: 0, checkpoint: 0, generation: 0), [:])
      }
    }
  }

  func row(_ model: String, key: RowKey) -> Row? { models.withLock { $0[model]?.rows[key] } }

  func rows(_ model: String, partition: PartitionKey, after place: SortKey?, limit: Int) -> [Row] { [] }

  func keys(_ model: String, after key: RowKey?, limit: Int) -> [RowKey] { [] }

  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
    let rows = models.withLock { $0[model]?.rows.values.sorted { $0.key < $1.key } } ?? []
    for row in rows { try body(row) }
  }

  // MARK: Calls forwarded to the memory store

  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
    streamReads.withLock { $0 += 1 }
    return try memory.read(stream, from: revision, limit: limit)
  }
  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
    if let before = before.withLock({ $0 }) { try before(.reading) }
    return try memory.readAll(after: position, limit: limit, owner: owner)
  }
  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
    try memory.forEachEvent(after: position, through: end, body)
  }
  func head() throws(StoreError) -> Position { try memory.head() }
  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? { try memory.receipt(for: key) }
  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws { try memory.forEachStream(body) }
  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] { try memory.texts(ids) }
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
    try memory.allTexts(after: id, limit: limit, owner: owner)
  }
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result { try body(self) }
  func findDamage(progress: (Position) -> Void) -> [String] { [] }
  func reopen() {}
  func close() {}

  // MARK: Unsupported calls for rebuilds

  private var noShadow: StoreError { StoreError(.misuse, "nothing is rebuilt here") }
  func clearShadow(_ model: String) throws(StoreError) -> Bool { throw noShadow }
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) { throw noShadow }
  func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? { throw noShadow }
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) { throw noShadow }
}
