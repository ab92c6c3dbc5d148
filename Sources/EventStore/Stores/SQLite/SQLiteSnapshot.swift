#if SQLite
  import MovieNightPrimitives

  /// A store as it was at one moment: a connection inside a transaction.
  ///
  /// `@unchecked Sendable`: it lives inside one call of `withSnapshot`, on the thread that made the call.
  final class SQLiteSnapshot: StoreSnapshot, @unchecked Sendable {
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
    func row(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try connection.row(model, key: key)
    }
    func rows(_ model: String, shelf: ShelfID, after place: RowPlace?, limit: Int) throws(StoreError) -> [Row] {
      try connection.rows(model, shelf: shelf, after: place, limit: limit)
    }
    func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
      try connection.keys(model, after: key, limit: limit)
    }
    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws { try connection.forEachRow(model, body) }
    func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try connection.row(model, key: key, shadow: true)
    }
    func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      try SQLiteAudit(connection: connection).findings(progress: progress)
    }
  }
#endif
