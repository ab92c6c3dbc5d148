import Primitives

/// A place where events stand for ever, and everything that must be as durable as they are.
///
/// One suite (`Tests/EventStoreTests/Conformance`) says what every store does. All calls block; they may come from
/// any thread, except `commit`, `flush` and the calls on shadow rows, which one thread at a time makes.
public protocol EventStore: AnyObject, Sendable {
  /// What `server.info` calls it: `memory`, `journal`, `sqlite`, `postgres`.
  var kind: String { get }

  // MARK: Events

  /// Records a group of commands in one durable step: when it returns, they survive a power loss.
  ///
  /// Each command is all or nothing, and decided on what the commands before it in the group recorded.
  /// - Returns: an outcome for each command, in order.
  /// - Throws: `outcomeUnknown` when the durable step failed: the group may stand or not. The store must then be
  ///   reopened (`reopen`) before the next commit.
  func commit(_ group: [CommandAppend]) throws(StoreError) -> [CommitOutcome]

  /// The events of a stream from a revision on, oldest first; none for an unknown stream.
  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent]

  /// The events after a position, oldest first, of all owners or of one.
  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent]

  /// Calls `body` with every event after `position` up to `end`, oldest first: the fast way through many.
  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws

  /// The last position; 0 when there is no event.
  func head() throws(StoreError) -> Position

  /// The receipt of a command that was carried out in the last 30 days.
  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt?

  /// Every stream with its last revision, in an order that does not change; for audits.
  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws

  // MARK: Personal texts

  /// The texts with these ids; ids without a text are left out.
  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText]

  /// All texts (of one owner), ordered by id, after `id`.
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText]

  // MARK: Read-model rows

  /// Whether rows outlive the process. If not, they are folded anew after opening, and `flush` keeps nothing.
  var keepsRows: Bool { get }

  /// What is known of each read model whose rows are kept.
  func readModels() throws(StoreError) -> [ReadModelState]

  /// Writes changed rows, checkpoints and the store's own indexes in one step.
  func flush(_ flushes: [ReadModelFlush]) throws(StoreError)

  /// A row as last flushed.
  func row(_ model: String, key: Identifier<RowKind>) throws(StoreError) -> Row?

  /// An owner's rows as last flushed, by order and key descending, after a cursor.
  func rows(_ model: String, owner: OwnerID, after cursor: RowCursor?, limit: Int) throws(StoreError) -> [Row]

  /// Calls `body` with every row as last flushed, by key.
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws

  // MARK: Shadow rows: the other half of each table, where a rebuild writes

  func clearShadow(_ model: String) throws(StoreError)
  func writeShadow(_ model: String, rows: [Row]) throws(StoreError)
  func shadowRow(_ model: String, key: Identifier<RowKind>) throws(StoreError) -> Row?
  /// Makes the shadow rows the rows, in one step.
  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError)

  // MARK: Life

  /// Runs `body` with reads of one moment: events, rows and checkpoints that belong together.
  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result

  /// After `outcomeUnknown`: takes up again what the disk says. Nothing was changed when it throws.
  func reopen() throws(StoreError)

  /// Gives back files and locks. No call may follow.
  func close()

  /// What the operator should know of (a torn end that was cut), in sentences for the log; each is given once.
  func takeNotices() -> [String]

  /// Records events exactly as they were in another store: positions must go on where this one ends.
  func importEvents(_ events: [RecordedEvent], texts: [PersonalText]) throws(StoreError)

  /// Looks for damage that reads would not notice (checksums, indexes). Calls `progress` with the position reached.
  /// - Returns: what is wrong, in sentences that name position and place; empty when all is well.
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String]
}

extension EventStore {
  public func takeNotices() -> [String] { [] }
}
