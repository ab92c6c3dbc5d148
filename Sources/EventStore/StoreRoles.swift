/// The role that reads events.
public protocol EventLog: AnyObject, Sendable {
  /// Returns the events of a stream from a revision on, oldest first; none for an unknown stream.
  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent]

  /// Returns the events after a position, oldest first, of all owners or of one.
  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent]

  /// Calls `body` with every event after `position` through `end`, oldest first. This is the fast way to read many.
  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws

  /// Returns the last position; 0 if there is no event.
  func head() throws(StoreError) -> Position

  /// Calls `body` with every stream and its last revision, in a stable order, for audits.
  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws
}

/// The role that records which commands were carried out.
public protocol ReceiptStore: AnyObject, Sendable {
  /// Returns the receipt of a command that was carried out in the last 30 days.
  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt?

  /// Returns the receipts of those commands that were carried out in the last 30 days. Needs a group.
  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt]

  /// Assumes that none of these commands was carried out in the last 30 days. If one was, even another actor's with the same id,
  /// the group's `commit`, even an empty one, throws `notNew`; `receipts` then returns which. Needs a group.
  func assumeNew(_ commands: [ReceiptKey]) throws(StoreError)
}

/// The role that reads personal texts. They change with the commands that name them.
public protocol TextStore: AnyObject, Sendable {
  /// Returns the texts with these ids; ids without a text are skipped.
  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText]

  /// Returns all texts, or those of one owner, after `id`, ordered by id.
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText]
}

/// The role that keeps the rows of read models.
public protocol RowStore: AnyObject, Sendable {
  /// Whether rows outlive the process. If not, they are folded again after opening, and `flush` keeps nothing.
  var keepsRows: Bool { get }

  /// Returns the state of each read model whose rows are kept.
  func readModels() throws(StoreError) -> [ReadModelState]

  /// Adds missing read models, at version 0 and without rows.
  func addReadModels(_ names: [String]) throws(StoreError)

  /// Writes changed rows, checkpoints and the store's own indexes in one step.
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// Writes a piece of the store's own indexes, as a short part of `flush`; a `size` of a few hundred takes a millisecond or two.
  /// Returns whether there is more of what was recorded before the first piece.
  func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool

  /// Writes only changed rows and checkpoints, as a short part of `flush`.
  func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// Writes some rows ahead of their read model's checkpoint. A row has its own position, and events up to it do not change it.
  /// Throws `misuse` if rows are not kept, or are recorded with their events.
  func writeRows(_ model: String, _ rows: [Row]) throws(StoreError)

  /// Returns a row as last flushed; nil also if the read model does not exist.
  func row(_ model: String, key: RowKey) throws(StoreError) -> Row?

  /// Returns a partition's listed rows after `sortKey` as last flushed, the greatest sort key first.
  func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError) -> [Row]

  /// Returns the keys of rows after `key` as last flushed, in order. The cost of a page does not depend on their number.
  func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey]

  /// Calls `body` with every row as last flushed, by key.
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws
}

/// The role that keeps the shadow rows of read models, which a rebuild writes.
public protocol ShadowRowStore: AnyObject, Sendable {
  /// Removes some of a read model's shadow rows in a short step, and returns whether there may be more. A rebuild calls this
  /// first. Throws `misuse` if the store keeps no rows, like all functions on shadow rows.
  func clearShadow(_ model: String) throws(StoreError) -> Bool
  /// Adds and replaces shadow rows, and removes those that have ended. No query sees them before `swapShadow`.
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError)
  /// Returns a shadow row as last written, if there is one.
  func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row?
  /// Makes the shadow rows the active ones, in one step.
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError)

  /// Reserves the shadow rows for one rebuild among all processes. Throws `locked` while another one is in progress.
  func beginRebuild() throws(StoreError)
  /// Releases the reservation, if there is one. The shadow rows stay.
  func endRebuild()
}

/// The role of a store that other processes may share.
public protocol SharedStore: AnyObject, Sendable {
  /// Whether other processes write to it too. Then every commit needs `beginGroup`, and `storeChanges` returns what others record.
  var isShared: Bool { get }

  /// Begins a group and returns what others recorded. Until `commit` or `endGroup`, no other process records anything, so what is read in
  /// between is still valid when the group is recorded. `checksum` is that of the event at `position`, nil if the caller has not
  /// seen it. If there are more than `limit` events, the caller must end the group and call `storeChanges` first.
  /// - Throws: `otherHistory` if the event at `position` is missing or different.
  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges

  /// Ends a group that records nothing.
  func endGroup()

  /// Ends a group that records nothing, and waits until everything recorded before is fully durable: if a commit's wait for a
  /// standby was canceled, its events are visible but may still be lost.
  func confirmGroup() throws(StoreError)

  /// Returns what others recorded like `beginGroup`, but begins no group and waits for no appender.
  func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges

  /// Returns the checksum of the event at `position`, if that is the last one that was recorded through this store.
  func checksum(ofRecorded position: Position) -> UInt32?

  /// Calls `changed` on the store's own thread when events may have been recorded, and at least once a second, until `close`.
  func watch(_ changed: @escaping @Sendable () -> Void) throws(StoreError)

  /// Returns the current append lock; nil if no server holds it. Throws `unavailable` also if the database takes no writes.
  func appendLock() throws(StoreError) -> AppendLock?

  /// Returns, once each, the stalled holders of the append lock that this process has terminated.
  func takeEndedHolders() -> [EndedHolder]
}

/// The role that maintains files and speed.
public protocol MaintainedStore: AnyObject, Sendable {
  /// Does a short step of maintenance, and returns whether there was one to do. The committer's thread calls this between groups.
  @discardableResult
  func performMaintenance() throws(StoreError) -> Bool

  /// Checks whether the store's files are still those that were opened. Call this about once a second, on a background thread.
  /// - Throws: `unavailable` if one was removed or replaced. Every call then throws this, until a later check finds them again.
  func checkFiles() throws(StoreError)

  /// Saves the store's high-water mark, if it changed, for a check at the next opening. Call this like `checkFiles`.
  func writeHighWaterMark() throws(StoreError)

  /// Does the work that commits leave to others. Call this like `checkFiles`.
  func tidy() throws(StoreError)

  /// Returns notices for the operator's log, once each, such as a torn end that was cut.
  func takeNotices() -> [String]

  /// Looks for damage that reads would not notice (checksums, indexes), and returns the findings as sentences. Calls `progress`
  /// with the position reached.
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String]
}
