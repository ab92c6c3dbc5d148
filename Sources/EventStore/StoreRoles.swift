/// The base of all roles of a store.
public protocol StoreRole: AnyObject, Sendable {
  /// The kind of store, as shown in `server.info`: `memory`, `journal`, `sqlite` or `postgres`.
  var kind: String { get }

  /// Whether other processes can write. If so, call `beginGroup` before commits, and `storeChanges` for their events.
  var isShared: Bool { get }
}

extension StoreRole {
  public var isShared: Bool { false }

  /// The error of the defaults below: in a store that only one process uses, there is no group to begin.
  fileprivate var notShared: StoreError { StoreError(.misuse, "the \(kind) store belongs to one process") }
}

/// The role that reads events.
public protocol EventLog: StoreRole {
  /// Returns the events of a stream, starting at a revision, oldest first; empty if the stream has no events.
  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent]

  /// Returns the events after a position, oldest first: those of one owner, or of all owners if `owner` is nil.
  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent]

  /// Calls `body` with every event after `position` through `end`, oldest first. The fastest way to read many events.
  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws

  /// Returns the last position; 0 if there is no event.
  func head() throws(StoreError) -> Position

  /// Calls `body` with every stream, its owner and its last revision, in a stable order.
  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws
}

/// The role that records which commands were carried out.
public protocol ReceiptStore: StoreRole {
  /// Returns the receipt of a command that was carried out in the last 30 days.
  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt?

  /// Returns the receipts of `commands` from the last 30 days. Call this only between `beginGroup` and `commit`.
  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt]

  /// Assumes that none of these commands was carried out in the last 30 days. If one was, or another actor's command
  /// with the same id, then `commit` throws `notNew`, even for a group that records nothing. In that case, begin
  /// another group and call `receipts` to find the repeated commands. Call this only between `beginGroup` and `commit`.
  func assumeNew(_ commands: [ReceiptKey]) throws(StoreError)
}

extension ReceiptStore {
  public func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] { throw notShared }
  public func assumeNew(_ commands: [ReceiptKey]) throws(StoreError) { throw notShared }
}

/// The role that reads personal texts. Commands change them together with the events that they record.
public protocol TextStore: StoreRole {
  /// Returns the texts with these ids; ids without a text are skipped.
  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText]

  /// Returns the texts after `id`, ordered by id: those of one owner, or of all owners if `owner` is nil.
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText]
}

/// The role that keeps the rows of read models.
public protocol RowStore: StoreRole {
  /// Whether rows outlive the process. If not, rows are folded again when the store opens, and `flush` does nothing.
  var keepsRows: Bool { get }

  /// Returns the state of each read model whose rows are kept.
  func readModels() throws(StoreError) -> [ReadModelState]

  /// Adds those read models that the store lacks, at version 0 and without rows.
  func addReadModels(_ names: [String]) throws(StoreError)

  /// Writes changed rows, checkpoints and the store's own indexes in one step.
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// Writes a piece of the store's own indexes, which `flush` would write at once. A `size` of a few hundred takes a
  /// millisecond or two. Returns whether pieces remain; events recorded after the first piece belong to the next flush.
  func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool

  /// Writes changed rows and checkpoints like `flush`, but not the store's own indexes, so that it takes less time.
  func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// Writes some rows ahead of their read model's checkpoint. A row has its own position, and events up to that do not
  /// change it again. Throws `misuse` if the store keeps no rows, or records them together with their events.
  func writeRows(_ model: String, _ rows: [Row]) throws(StoreError)

  /// Returns a row as last flushed; nil if the row or its read model does not exist.
  func row(_ model: String, key: RowKey) throws(StoreError) -> Row?

  /// Returns a partition's listed rows as last flushed, in descending order of sort keys, starting after `sortKey`.
  func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError) -> [Row]

  /// Returns the keys of rows as last flushed, in order after `key`. The cost does not depend on the number of rows.
  func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey]

  /// Calls `body` with every row as last flushed, in the order of keys.
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws
}

extension RowStore {
  public func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool { false }
  public func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError) { try flush(flushes) }
  public func writeRows(_ model: String, _ rows: [Row]) throws(StoreError) {
    throw StoreError(.misuse, "the \(kind) store does not accept rows ahead of their checkpoint")
  }
}

/// The role that keeps the shadow rows of read models, which a rebuild writes.
public protocol ShadowRowStore: StoreRole {
  /// Removes some of a read model's shadow rows in a short step, and returns whether more remain. A rebuild first calls
  /// this until it returns false. Like all functions on shadow rows, it throws `misuse` if the store keeps no rows.
  func clearShadow(_ model: String) throws(StoreError) -> Bool
  /// Adds, replaces and deletes shadow rows. No query sees them before `swapShadow`.
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError)
  func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row?
  /// Makes the shadow rows the active ones, in one step.
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError)

  /// Reserves the shadow rows for a rebuild, so no other process begins one. Throws `locked` during another.
  func beginRebuild() throws(StoreError)
  /// Ends the reservation that `beginRebuild` made, if there is one. The shadow rows are kept.
  func endRebuild()
}

extension ShadowRowStore {
  public func beginRebuild() throws(StoreError) {}
  public func endRebuild() {}
}

/// The role of a store that other processes may share.
public protocol SharedStore: StoreRole {
  /// Begins a group, and returns other processes' changes after `position`. Until `commit` or `endGroup`, no other
  /// process can record, so all that the caller reads stays valid. `checksum` is that of the event at `position`; nil
  /// if unknown. If more than `limit` events are new, end the group and read them with `storeChanges` first.
  /// - Throws: `otherHistory` if the event at `position` is missing or different.
  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges

  /// Ends a group without recording anything.
  func endGroup()

  /// Ends a group without recording events, and waits until all earlier events are durable on the standby, too. Without
  /// this, events can be visible but still be lost, because a commit's wait for a standby can be cancelled.
  func confirmGroup() throws(StoreError)

  /// Returns other processes' changes after `position`, without beginning a group or waiting for the append lock.
  func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges

  /// Returns the checksum of the event at `position`; nil unless that is the last event recorded through this store.
  func checksum(ofRecorded position: Position) -> UInt32?

  /// Calls `changed` on the store's own thread when events may have been recorded, and once a second, until `close`.
  func watch(_ changed: @escaping @Sendable () -> Void) throws(StoreError)

  /// Returns the state of the append lock; nil if no server holds it. Throws `unavailable` if the database does not
  /// answer, or accepts no writes.
  func appendLock() throws(StoreError) -> AppendLock?

  /// Returns the stalled holders of the append lock whose sessions this process has terminated since the last call.
  func takeEndedHolders() -> [EndedHolder]
}

extension SharedStore {
  public func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    throw notShared
  }

  /// Begins a group without comparing histories, for a caller without the checksum at `position`.
  public func beginGroup(after position: Position, limit: Int) throws(StoreError) -> StoreChanges {
    try beginGroup(after: position, checksum: nil, limit: limit)
  }

  public func endGroup() {}
  public func confirmGroup() throws(StoreError) { throw notShared }

  public func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    throw notShared
  }

  /// Returns the changes by other processes without comparing histories, if the checksum is unknown.
  public func storeChanges(after position: Position, limit: Int) throws(StoreError) -> StoreChanges {
    try storeChanges(after: position, checksum: nil, limit: limit)
  }

  public func checksum(ofRecorded position: Position) -> UInt32? { nil }
  public func watch(_ changed: @escaping @Sendable () -> Void) throws(StoreError) {}
  public func appendLock() throws(StoreError) -> AppendLock? { nil }
  public func takeEndedHolders() -> [EndedHolder] { [] }
}

/// The role that maintains the store's files, and keeps the store fast.
public protocol MaintainedStore: StoreRole {
  /// Does a short step of maintenance, and returns whether there may be more. The committer calls this between groups.
  @discardableResult
  func performMaintenance() throws(StoreError) -> Bool

  /// Checks whether the store's files are still those opened. Call this about once a second, on a background thread.
  /// - Throws: `unavailable` if a file was removed or replaced. All other functions then throw this, too, until a later
  ///   check finds the original files.
  func checkFiles() throws(StoreError)

  /// Saves the store's high-water mark if it has changed, so that the next opening can detect missing events. Call this
  /// about once a second, on a background thread.
  func writeHighWaterMark() throws(StoreError)

  /// Performs maintenance that takes too long during a commit. Call this about once a second, in the background.
  func tidy() throws(StoreError)

  /// Returns the notices for the operator's log since the last call, for example that an incomplete group was removed.
  func takeNotices() -> [String]

  /// Searches the whole store for damage, including damage to checksums and indexes that reads do not notice. Returns
  /// the findings as sentences. Calls `progress` with the position that the search has reached.
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String]
}

extension MaintainedStore {
  public func performMaintenance() throws(StoreError) -> Bool { false }
  public func checkFiles() throws(StoreError) {}
  public func writeHighWaterMark() throws(StoreError) {}
  public func tidy() throws(StoreError) {}
  public func takeNotices() -> [String] { [] }
}
