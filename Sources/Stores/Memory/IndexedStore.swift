import EventStore
import MovieNightPrimitives

/// A store that holds all events in memory, and keeps no read-model rows.
protocol IndexedStore: EventStore {
  var index: Locked<EventIndex> { get }
  /// Adds the events that another process has written to `index`. Every read calls this first.
  func refresh() throws(StoreError)
}

extension IndexedStore {
  func refresh() {}

  private func reading<Result>(_ body: (EventIndex) -> Result) throws(StoreError) -> Result {
    try refresh()
    return index.withLock { body($0) }
  }

  // MARK: Events and personal texts

  public func head() throws(StoreError) -> Position { try reading { $0.head } }
  public func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
    try reading { $0.read(stream, from: revision, limit: limit) }
  }
  public func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
    try reading { $0.readAll(after: position, limit: limit, owner: owner) }
  }
  public func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? { try reading { $0.receipt(for: key) } }
  public func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] { try reading { $0.texts(ids) } }
  public func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
    try reading { $0.allTexts(after: id, limit: limit, owner: owner) }
  }

  // Reads in parts, so that `body` runs without the lock, and without a second reference to the array of events, which
  // would make the next commit copy the whole array.
  public func forEachEvent(
    after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void
  ) throws {
    try refresh()
    var position = max(0, position)
    while position < end {
      let part = index.withLock { $0.readAll(after: position, limit: min(1024, end - position), owner: nil) }
      for event in part { try body(event) }
      guard let last = part.last else { return }
      position = last.position
    }
  }

  public func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
    try refresh()
    var number = 0
    while true {
      let part = index.withLock { $0.streams(from: number, limit: 1024) }
      for (stream, head) in part { try body(stream, head.owner, head.revision) }
      if part.isEmpty { return }
      number += part.count
    }
  }

  // MARK: Rows, which are not kept

  public var keepsRows: Bool { false }
  public func readModels() throws(StoreError) -> [ReadModelState] { [] }
  public func addReadModels(_ names: [String]) throws(StoreError) { throw noRows }
  public func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {}
  public func row(_ model: String, key: RowKey) throws(StoreError) -> Row? { nil }
  public func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError)
    -> [Row]
  {
    []
  }
  public func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] { [] }
  public func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {}
  public func clearShadow(_ model: String) throws(StoreError) -> Bool { throw noRows }
  public func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) { throw noRows }
  public func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? { throw noRows }
  public func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) { throw noRows }

  private var noRows: StoreError { StoreError(.misuse, "the \(kind) store keeps no read-model rows") }

  // MARK: Snapshots

  public func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result {
    try body(FrozenStore(kind: kind, index: reading { $0 }))
  }

  public func close() {}

  public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
    try sequenceProblems(progress: progress).report
  }

  /// Checks that all events follow the rules of `EventSequence`, and returns the violations.
  func sequenceProblems(progress: (Position) -> Void) throws(StoreError) -> AuditFindings {
    var sequence = EventSequence()
    var findings = AuditFindings()
    while true {
      let part = index.withLock { $0.readAll(after: sequence.position, limit: 1024, owner: nil) }
      if part.isEmpty { return findings }
      for event in part { findings.add(try sequence.follow(with: event)) }
      progress(sequence.position)
    }
  }
}

/// A snapshot of an indexed store. It shares the memory of the store's index until the store changes.
final class FrozenStore: IndexedStore {
  let kind: String
  let index: Locked<EventIndex>

  init(kind: String, index: EventIndex) {
    self.kind = kind
    self.index = Locked(index)
  }

  func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome] { throw .snapshot }
  func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError) {
    throw .snapshot
  }
  func reopen() throws(StoreError) { throw .snapshot }
}

/// A store that exists only in memory, for tests.
public final class MemoryStore: IndexedStore {
  public let kind = "memory"
  let index = Locked(EventIndex())

  public init() {}

  public func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome] {
    try index.withLock { index throws(StoreError) in
      let plan = try GroupPlan(group, after: index.head, at: index.latest, state: index)
      index.apply(plan)
      return plan.outcomes
    }
  }

  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError) {
    try index.withLock { index throws(StoreError) in
      try index.checkImport(events)
      index.add(events, texts)
    }
  }

  public func reopen() throws(StoreError) {}
}
