/// A place where events stand for ever, and everything that must be as durable as they are.
///
/// One suite (`Tests/EventStoreTests/Conformance`) says what every store does. All calls block; they may come from any
/// thread, except `commit`, `flush` and the calls on shadow rows, which one thread at a time makes.
public protocol EventStore: EventLog, ReceiptStore, TextStore, RowStore, ShadowRowStore, SharedStore, MaintainedStore {
  /// What `server.info` calls it: `memory`, `journal`, `sqlite`, `postgres`.
  var kind: String { get }

  /// Records a group of commands in one durable step: when it returns, they survive a power loss.
  ///
  /// Each command is all or nothing, and decided on what the commands before it in the group recorded.
  /// - Parameter rows: asked by a shared store for the read-model rows that the group's events change, which are
  ///   recorded in the same step. Others are given theirs by `flush`.
  /// - Returns: an outcome for each command, in order.
  /// - Throws: `outcomeUnknown` when the durable step failed: the group may stand or not. The store must then be
  ///   reopened (`reopen`) before the next commit.
  func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome]

  /// Records events exactly as they were in another store: positions must go on where this one ends.
  /// - Parameter rows: as for `commit`.
  /// - Throws: `misuse` for events that do not follow.
  func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError)

  /// Runs `body` with reads of one moment: events, rows and checkpoints that belong together.
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result

  /// After `outcomeUnknown`: takes up again what the disk says. Nothing was changed when it throws.
  func reopen() throws(StoreError)

  /// After `duration` nothing that is silent is waited for any longer: calls throw instead. Before an end that must not
  /// take longer.
  func stopWaiting(after duration: Duration)

  /// Gives back files and locks. No call may follow.
  func close()
}

/// The read-model rows that events change, as they are with them.
public typealias RowsOfEvents = ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]

extension EventStore {
  public func takeNotices() -> [String] { [] }
  public func checkFiles() throws(StoreError) {}
  public func writeWitness() throws(StoreError) {}
  public func tidy() throws(StoreError) {}
  public func upkeep() throws(StoreError) -> Bool { false }
  public func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool { false }
  public func writeRows(_ model: String, _ rows: [Row]) throws(StoreError) {
    throw StoreError(.misuse, "the \(kind) store takes no rows ahead of their checkpoint")
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
