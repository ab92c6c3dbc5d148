// What a store does, by role. `EventStore` is all of it.

/// Reads events.
public protocol EventLog: AnyObject, Sendable {
  /// The events of a stream from a revision on, oldest first; none for an unknown stream.
  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent]

  /// The events after a position, oldest first, of all owners or of one.
  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent]

  /// Calls `body` with every event after `position` up to `end`, oldest first: the fast way through many.
  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws

  /// The last position; 0 when there is no event.
  func head() throws(StoreError) -> Position

  /// Every stream with its last revision, in an order that does not change; for audits.
  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws
}

/// Knows which commands were carried out.
public protocol ReceiptStore: AnyObject, Sendable {
  /// The receipt of a command that was carried out in the last 30 days.
  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt?

  /// In a group: which of these commands were carried out in the last 30 days.
  func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt]

  /// In a group: supposes that none of these commands was carried out in the last 30 days. Where one was, or somebody
  /// else's with the same id, the group's `commit` (also of nothing) throws `notNew`, and `receipts` tells which.
  func supposeNew(_ commands: [ReceiptKey]) throws(StoreError)
}

/// Reads personal texts. They change with the commands that name them.
public protocol TextStore: AnyObject, Sendable {
  /// The texts with these ids; ids without a text are left out.
  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText]

  /// All texts (of one owner), ordered by id, after `id`.
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText]
}

/// Keeps the rows of read models.
public protocol RowStore: AnyObject, Sendable {
  /// Whether rows outlive the process. If not, they are folded anew after opening, and `flush` keeps nothing.
  var keepsRows: Bool { get }

  /// What is known of each read model whose rows are kept.
  func readModels() throws(StoreError) -> [ReadModelState]

  /// Adds read models that are not there yet: at version 0, without rows.
  func addReadModels(_ names: [String]) throws(StoreError)

  /// Writes changed rows, checkpoints and the store's own indexes in one step.
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// Writes a piece of the store's own indexes, for which nobody waits long: a part of what `flush` does.
  /// - Parameter size: of the piece; a few hundred take a millisecond or two.
  /// - Returns: whether there is more of what was recorded before the first piece.
  func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool

  /// Writes changed rows and checkpoints only: a part of what `flush` does, for which nobody waits long.
  func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// Writes some of a read model's rows ahead of its checkpoint: a row says itself how far it is, and an event that it has
  /// changes nothing of it.
  /// - Throws: `misuse` where rows are not kept, or are recorded with their events.
  func writeRows(_ model: String, _ rows: [Row]) throws(StoreError)

  /// A row as last flushed. A read model that is not there has none.
  func row(_ model: String, key: RowKey) throws(StoreError) -> Row?

  /// A shelf's rows as last flushed, the greatest place first, after `place`: those that have one.
  func rows(_ model: String, shelf: ShelfID, after place: RowPlace?, limit: Int) throws(StoreError) -> [Row]

  /// The keys of rows as last flushed, in their order, after `key`. A page costs the same however many there are.
  func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey]

  /// Calls `body` with every row as last flushed, by key.
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws
}

/// Keeps a read model's shadow rows, which a rebuild writes.
public protocol ShadowRowStore: AnyObject, Sendable {
  /// Removes some of a read model's shadow rows, so many that nobody waits for long: a rebuild begins with it, until there
  /// are none. The rows that answer stay as they are.
  /// - Returns: whether there may be more.
  /// - Throws: `misuse` where the store keeps no rows, as all calls on shadow rows do.
  func clearShadow(_ model: String) throws(StoreError) -> Bool
  /// Adds shadow rows, replaces those with their keys, removes those that have ended. No query sees them before
  /// `swapShadow`.
  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError)
  /// A shadow row as last written; nil when there is none.
  func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row?
  /// Makes the shadow rows the rows, in one step.
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError)

  /// Reserves the shadow rows for one rebuild, over all processes.
  /// - Throws: `locked` while another one goes on.
  func beginRebuild() throws(StoreError)
  /// Gives the reservation back, where there is one. The shadow rows stay as they are.
  func endRebuild()
}

/// Is shared with other processes, or not.
public protocol SharedStore: AnyObject, Sendable {
  /// Whether other processes write to it too. Then every commit stands between `beginGroup` and its own end, and what
  /// others record is found by `news`.
  var isShared: Bool { get }

  /// Begins a group: until `commit` or `endGroup` nobody else records anything, so what is read meanwhile is as it
  /// will be when the group is recorded.
  ///
  /// - Parameters:
  ///   - checksum: that of the event at `position`, as the caller has seen it; nil where it has not.
  ///   - limit: of events; where there are more, the caller ends the group and asks for `news` first.
  /// - Returns: the news. Nothing of it changes before the group's end.
  /// - Throws: `otherHistory` where the event at `position` is not there, or is another one.
  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> News

  /// Ends a group that records nothing.
  func endGroup()

  /// Ends a group that records nothing, and returns when all that was recorded before is as durable as what is
  /// recorded: where a commit's wait for a standby was broken off, its events can be seen, and may still be lost.
  func confirmGroup() throws(StoreError)

  /// What was recorded after a position, and how the read models stand. It waits for nobody who appends.
  ///
  /// - Parameter checksum: as for `beginGroup`.
  /// - Throws: `otherHistory` as `beginGroup`.
  func news(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> News

  /// The checksum of the event at `position`, if that is the last one that was recorded through this store; else nil.
  func checksum(ofRecorded position: Position) -> UInt32?

  /// Calls `changed`, on a thread of the store's own, whenever somebody may have recorded something, and at least
  /// once a second; until `close`.
  func watch(_ changed: @escaping @Sendable () -> Void) throws(StoreError)

  /// Who keeps others from appending at the moment; nil when nobody does.
  /// - Throws: `unavailable` also where the database answers, but takes no writes.
  func appendLock() throws(StoreError) -> AppendLock?

  /// Whom this process has ended because they kept others from appending and stood still; each is given once.
  func takeEndedHolders() -> [EndedHolder]
}

/// Looks after its files and its speed.
public protocol MaintainedStore: AnyObject, Sendable {
  /// Does a step of what keeps the store fast, if there is one to do: within a few milliseconds. To be called between
  /// groups, by the thread that commits.
  /// - Returns: whether there was one.
  @discardableResult
  func upkeep() throws(StoreError) -> Bool

  /// Looks whether the store's files are still those that were opened. To be called about once a second, by a thread
  /// that nobody waits for.
  /// - Throws: `unavailable` where one was removed or replaced. Then nothing is read from them or written to them, and every
  ///   call throws this, until a later look finds them again.
  func checkFiles() throws(StoreError)

  /// Writes down how far the store is, where that has changed: the next opening finds out whether it still is. Called as
  /// `checkFiles`.
  func writeWitness() throws(StoreError)

  /// Does what commits leave to others. Called as `checkFiles`.
  func tidy() throws(StoreError)

  /// What the operator should know of (a torn end that was cut), in sentences for the log; each is given once.
  func takeNotices() -> [String]

  /// Looks for damage that reads would not notice (checksums, indexes). Calls `progress` with the position reached.
  /// - Returns: what is wrong, in sentences that name position and place; empty when all is well.
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String]
}
