#if SQLite
  import Primitives

  /// A store as it was at one moment: a connection inside a transaction.
  ///
  /// `@unchecked Sendable`: it lives inside one call of `withSnapshot`, on the thread that made the call.
  final class SQLiteSnapshot: EventStore, @unchecked Sendable {
    let kind = "sqlite"
    let keepsRows = true
    private let reads: SQLiteReads
    private var connection: SQLiteConnection { reads.connection }

    init(_ connection: SQLiteConnection) throws(StoreError) {
      var index = RecentIndex()
      try index.refresh(from: connection)
      reads = SQLiteReads(connection: connection, recent: Locked(index), filter: nil)
    }

    func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
      try reads.read(stream, from: revision, limit: limit)
    }
    func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
      try reads.readAll(after: position, limit: limit, owner: owner)
    }
    func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
      try reads.forEachEvent(after: position, through: end, body)
    }
    func head() throws(StoreError) -> Position { reads.head() }
    func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? { try reads.receipt(for: key) }
    func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws { try reads.forEachStream(body) }
    func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] { try reads.texts(ids) }
    func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
      try reads.allTexts(after: id, limit: limit, owner: owner)
    }
    func readModels() throws(StoreError) -> [ReadModelState] { try connection.readModels() }
    func row(_ model: String, key: Identifier<RowKind>) throws(StoreError) -> Row? {
      try connection.row(model, key: key)
    }
    func rows(_ model: String, owner: OwnerID, after cursor: RowCursor?, limit: Int) throws(StoreError) -> [Row] {
      try connection.rows(model, owner: owner, after: cursor, limit: limit)
    }
    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws { try connection.forEachRow(model, body) }
    func shadowRow(_ model: String, key: Identifier<RowKind>) throws(StoreError) -> Row? {
      try connection.row(model, key: key, shadow: true)
    }
    func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result { try body(self) }
    func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      try SQLiteAudit(connection: connection).findings(progress: progress)
    }
    func close() {}

    func commit(
      _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
    ) throws(StoreError) -> [CommitOutcome] { throw .snapshot }
    func flush(_ flushes: [ReadModelFlush]) throws(StoreError) { throw .snapshot }
    func clearShadow(_ model: String) throws(StoreError) { throw .snapshot }
    func writeShadow(_ model: String, rows: [Row]) throws(StoreError) { throw .snapshot }
    func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) { throw .snapshot }
    func reopen() throws(StoreError) { throw .snapshot }
    func importEvents(
      _ events: [RecordedEvent], texts: [PersonalText],
      rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
    ) throws(StoreError) { throw .snapshot }
  }
#endif
