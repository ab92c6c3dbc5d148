/// A store as it was at one moment: it can only be read.
protocol StoreSnapshot: EventStore {}

extension StoreSnapshot {
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result { try body(self) }
  func close() {}

  func beginGroup(
    after position: Position, checksum: UInt32?, limit: Int, meanwhile: () -> Void
  ) throws(StoreError) -> News { throw .snapshot }
  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] { throw .snapshot }
  func supposeNew(_ commands: [ReceiptKey]) throws(StoreError) { throw .snapshot }
  func commit(
    _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) -> [CommitOutcome] { throw .snapshot }
  func importEvents(
    _ events: [RecordedEvent], texts: [PersonalText],
    rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) { throw .snapshot }
  func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError) { throw .snapshot }
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError) { throw .snapshot }
  func addReadModels(_ names: [String]) throws(StoreError) { throw .snapshot }
  func clearShadow(_ model: String) throws(StoreError) -> Bool { throw .snapshot }
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) { throw .snapshot }
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) { throw .snapshot }
  func reopen() throws(StoreError) { throw .snapshot }
}

extension StoreError {
  static let snapshot = StoreError(.misuse, "a snapshot can only be read")
}
