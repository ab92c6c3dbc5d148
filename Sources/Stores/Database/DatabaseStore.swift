import EventStore
import MovieNightPrimitives

/// The reads that a database store makes over one connection.
protocol DatabaseReads {
  func head() throws(StoreError) -> Position
  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent]
  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent]
  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws
  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws
  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt?
  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText]
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText]
  func readModels() throws(StoreError) -> [ReadModelState]
  func row(_ model: String, key: RowKey, shadow: Bool) throws(StoreError) -> Row?
  func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError) -> [Row]
  func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey]
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String]
}

/// A store in a database. An extension implements its reads with `DatabaseReads`.
protocol DatabaseStore: EventStore {
  associatedtype Reads: DatabaseReads

  func reading<Result>(_ body: (Reads) throws(StoreError) -> Result) throws(StoreError) -> Result
  /// Runs `body` like `reading`, but on one snapshot of the database, so that a read of many rows is consistent.
  func readingAll(_ body: (Reads) throws -> Void) throws
}

extension DatabaseStore {
  func readingAll(_ body: (Reads) throws -> Void) throws {
    try reading { (reads) throws(StoreError) in Swift.Result { try body(reads) } }.get()
  }

  public var keepsRows: Bool { true }

  public func head() throws(StoreError) -> Position {
    try reading { (reads) throws(StoreError) in try reads.head() }
  }
  public func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
    try reading { (reads) throws(StoreError) in try reads.read(stream, from: revision, limit: limit) }
  }
  public func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
    try reading { (reads) throws(StoreError) in try reads.readAll(after: position, limit: limit, owner: owner) }
  }
  public func forEachEvent(
    after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void
  ) throws {
    try readingAll { try $0.forEachEvent(after: position, through: end, body) }
  }
  public func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
    try readingAll { try $0.forEachStream(body) }
  }
  public func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
    try reading { (reads) throws(StoreError) in try reads.receipt(for: key) }
  }
  public func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] {
    try reading { (reads) throws(StoreError) in try reads.texts(ids) }
  }
  public func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
    try reading { (reads) throws(StoreError) in try reads.allTexts(after: id, limit: limit, owner: owner) }
  }
  public func readModels() throws(StoreError) -> [ReadModelState] {
    try reading { (reads) throws(StoreError) in try reads.readModels() }
  }
  public func row(_ model: String, key: RowKey) throws(StoreError) -> Row? {
    try reading { (reads) throws(StoreError) in try reads.row(model, key: key, shadow: false) }
  }
  public func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? {
    try reading { (reads) throws(StoreError) in try reads.row(model, key: key, shadow: true) }
  }
  public func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError)
    -> [Row]
  {
    try reading { (reads) throws(StoreError) in
      try reads.rows(model, partition: partition, after: sortKey, limit: limit)
    }
  }
  public func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
    try reading { (reads) throws(StoreError) in try reads.keys(model, after: key, limit: limit) }
  }
  public func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
    try readingAll { try $0.forEachRow(model, body) }
  }
  public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
    try reading { (reads) throws(StoreError) in try reads.findDamage(progress: progress) }
  }
}

/// A read-only view of a store at one moment: a connection inside a transaction. It is `@unchecked Sendable` because it
/// exists only during one call of `withSnapshot`, on the calling thread.
final class DatabaseSnapshot<Reads: DatabaseReads>: DatabaseStore, @unchecked Sendable {
  let kind: String
  let isShared: Bool
  private let reads: Reads

  init(of store: some DatabaseStore, _ reads: Reads) {
    (kind, isShared) = (store.kind, store.isShared)
    self.reads = reads
  }

  func reading<Result>(_ body: (Reads) throws(StoreError) -> Result) throws(StoreError) -> Result { try body(reads) }
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result { try body(self) }
  func close() {}

  func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    StoreChanges(
      events: try readAll(after: position, limit: limit, owner: nil), head: try head(), readModels: try readModels())
  }

  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    throw .snapshot
  }
  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] { throw .snapshot }
  func assumeNew(_ commands: [ReceiptKey]) throws(StoreError) { throw .snapshot }
  func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome] { throw .snapshot }
  func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError) {
    throw .snapshot
  }
  func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError) { throw .snapshot }
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError) { throw .snapshot }
  func addReadModels(_ names: [String]) throws(StoreError) { throw .snapshot }
  func clearShadow(_ model: String) throws(StoreError) -> Bool { throw .snapshot }
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) { throw .snapshot }
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) { throw .snapshot }
  func reopen() throws(StoreError) { throw .snapshot }
}

extension StoreError {
  static let snapshot = StoreError(.misuse, "a snapshot is read-only")
  static let readOnly = StoreError(.misuse, "the store was opened read-only")
  static func closed(_ path: String) -> StoreError { StoreError(.misuse, "\(path) was closed") }
  static func noReadModel(_ name: String) -> StoreError { StoreError(.misuse, "there is no read model '\(name)'") }
}

extension Locked {
  func takeAll<Element>() -> [Element] where Value == [Element] {
    withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}
