/// A permanent store of events, and of all other data that must be as durable as events. The test suite in
/// `Tests/EventStoreTests/Conformance` defines the behavior of every store. All functions block. Any thread may call
/// them, but only one thread at a time may call `commit`, `flush` or a function on shadow rows.
public protocol EventStore: EventLog, ReceiptStore, TextStore, RowStore, ShadowRowStore, SharedStore, MaintainedStore {
  /// Records a group of commands in one durable step. When this returns, the group survives a power loss. Each command
  /// is recorded completely or not at all, and is checked against the store as the earlier commands of the group leave
  /// it. Returns an outcome for each command, in order. A shared store also calls `rows` for the read-model rows that
  /// the events change, and records those rows in the same step; other stores receive rows through `flush`.
  /// - Throws: `outcomeUnknown` if the durable step failed, so that the group may or may not have been recorded. Call
  ///   `reopen` before the next commit.
  func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome]

  /// Records another store's events and texts unchanged; `rows` is used as in `commit`. Throws `misuse` unless the
  /// events continue this store's history.
  func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError)

  /// Runs `body` on a read-only snapshot of events, rows and checkpoints.
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result

  /// Reloads the state after `outcomeUnknown`, so that the head shows what was recorded. If this throws, call it again.
  func reopen() throws(StoreError)

  /// Limits how long a shutdown can take: once `duration` has passed, calls that would wait throw instead.
  func stopWaiting(after duration: Duration)

  /// Releases the store's files, connections and locks. Call nothing else afterwards.
  func close()
}

/// A function that returns the read-model rows that the given events change, as the rows are after those events.
public typealias RowsOfEvents = ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]

extension EventStore {
  public func stopWaiting(after duration: Duration) {}

  /// Imports events without read-model rows, which are flushed later or not kept.
  public func importEvents(_ events: [RecordedEvent], texts: [PersonalText]) throws(StoreError) {
    try importEvents(events, texts: texts) { _ throws(StoreError) in [] }
  }
}
