#if Postgres
  import MovieNightPrimitives

  /// A store as it was at one moment: a connection inside a transaction.
  ///
  /// `@unchecked Sendable`: it lives inside one call of `withSnapshot`, on the thread that made the call.
  final class PostgresSnapshot: StoreSnapshot, @unchecked Sendable {
    let kind = "postgres"
    let keepsRows = true
    let isShared = true
    private let connection: PostgresConnection
    private var reads: PostgresReads { PostgresReads(connection: connection) }

    static let begin = PostgresStatement(name: "begin_snapshot", sql: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    // A snapshot is taken by the first statement that reads.
    private static let first = PostgresStatement(name: "first_of_snapshot", sql: "SELECT pg_current_snapshot()::text")

    init(_ connection: PostgresConnection) throws(StoreError) {
      self.connection = connection
      _ = try connection.run([PostgresRequest(Self.begin), PostgresRequest(Self.first)])
      connection.isPatient = true
    }

    /// Ends the transaction.
    func end() {
      connection.isPatient = false
      guard !connection.isLost else { return }
      do {
        _ = try connection.run(GroupStatements.rollback)
      } catch {
        connection.giveUp()
      }
    }

    func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
      try reads.read(stream, from: revision, limit: limit)
    }
    func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
      try reads.readAll(after: position, limit: limit, owner: owner)
    }
    func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
      var position = position
      while true {
        let (page, damage) = try reads.page(after: position, through: end)
        for event in page { try body(event) }
        if let damage { throw damage }
        guard let last = page.last else { return }
        position = last.position
      }
    }
    func head() throws(StoreError) -> Position { try reads.head() }
    func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? { try reads.receipt(for: key) }
    func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
      var position = 0
      while true {
        let page = try reads.streams(after: position)
        for entry in page { try body(entry.stream, entry.owner, entry.revision) }
        guard let last = page.last else { return }
        position = last.first
      }
    }
    func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] { try reads.texts(ids) }
    func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
      try reads.allTexts(after: id, limit: limit, owner: owner)
    }
    func readModels() throws(StoreError) -> [ReadModelState] { try PostgresRows.models(connection).map(\.state) }
    func row(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try PostgresRows.row(model, key: key, connection)
    }
    func rows(_ model: String, shelf: ShelfID, after place: RowPlace?, limit: Int) throws(StoreError) -> [Row] {
      try PostgresRows.rows(model, shelf: shelf, after: place, limit: limit, connection)
    }
    func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
      try PostgresRows.keys(model, after: key, limit: limit, connection)
    }
    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
      var key: RowKey?
      while true {
        let page = try PostgresRows.page(model, after: key, connection)
        for row in page { try body(row) }
        guard let last = page.last else { return }
        key = last.key
      }
    }
    func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try PostgresRows.row(model, key: key, shadow: true, connection)
    }
    /// What stands there, as of the snapshot.
    func news(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> News {
      News(
        events: try reads.readAll(after: position, limit: limit, owner: nil), head: try head(),
        readModels: try readModels())
    }
    func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      try PostgresAudit(reads: reads).findings(progress: progress)
    }
  }
#endif
