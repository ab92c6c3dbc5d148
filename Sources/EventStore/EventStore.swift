/// A permanent store of events, and of everything that must be as durable. One test suite (`Tests/EventStoreTests/Conformance`)
/// defines what every store does. All calls block. Any thread may call, but only one at a time `commit`, `flush` and the
/// functions on shadow rows.
public protocol EventStore: EventLog, ReceiptStore, TextStore, RowStore, ShadowRowStore, SharedStore, MaintainedStore {
  /// The kind in `server.info`: `memory`, `journal`, `sqlite`, `postgres`.
  var kind: String { get }

  /// Records a group of commands in one durable step: when it returns, they survive a power loss. Each command is all or nothing,
  /// and is decided on what earlier commands of the group recorded. Returns an outcome for each command, in order. A shared store
  /// records the read-model rows that the events change, from `rows`, in the same step; other stores get them by `flush`.
  /// - Throws: `outcomeUnknown` if the durable step failed, so that the group may have been recorded or not. Call `reopen` before
  ///   the next commit.
  func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome]

  /// Records events exactly as in another store; `rows` is as for `commit`. Throws `misuse` unless they continue this store's
  /// history.
  func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError)

  /// Runs `body` on a snapshot of events, rows and checkpoints.
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result

  /// Reloads the state from the disk after `outcomeUnknown`. If it throws, nothing was changed.
  func reopen() throws(StoreError)

  /// Limits all waiting: after `duration`, calls that would wait throw instead. For a shutdown that must not take longer.
  func stopWaiting(after duration: Duration)

  /// Releases files and locks. Make no calls after this.
  func close()
}

/// Returns the read-model rows that events change, as they are afterwards.
public typealias RowsOfEvents = ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]

extension EventStore {
  public func takeNotices() -> [String] { [] }
  public func checkFiles() throws(StoreError) {}
  public func writeHighWaterMark() throws(StoreError) {}
  public func tidy() throws(StoreError) {}
  public func performMaintenance() throws(StoreError) -> Bool { false }
  public func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool { false }
  public func writeRows(_ model: String, _ rows: [Row]) throws(StoreError) {
    throw StoreError(.misuse, "the \(kind) store does not accept rows ahead of their checkpoint")
  }
  public func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError) { try flush(flushes) }

  /// Records a group whose rows are flushed later, or not kept.
  public func commit(_ group: [CommandAppend]) throws(StoreError) -> [CommitOutcome] {
    try commit(group) { _ throws(StoreError) in [] }
  }

  /// Imports events whose rows are flushed later, or not kept.
  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText]) throws(StoreError) {
    try importEvents(events, texts: texts) { _ throws(StoreError) in [] }
  }
}
