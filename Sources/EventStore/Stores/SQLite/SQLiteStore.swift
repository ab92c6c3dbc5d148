#if SQLite
  import Glibc
  import MovieNightPrimitives

  /// A store in an SQLite database: one connection that writes, others that read beside it.
  ///
  /// A group writes events only. What is looked up by stream, owner or command since the last `flush` is in memory.
  public final class SQLiteStore: EventStore {
    public let kind = "sqlite"
    let path: String
    /// Nil when the store is only read.
    let writer: Locked<SQLiteWriter?>
    private let isReadOnly: Bool
    private let readers: SQLiteReaders
    let recent = Locked(RecentIndex())
    private let filter: Locked<ReceiptFilter>?
    /// Nil when the store is only read. Their descriptors must be closed after all connections.
    let files: StoreFiles?
    private let notices: Locked<[String]>
    let logCopying = LogCopying()

    /// - Parameter migrate: whether to bring an older schema up to date; without it, one is refused.
    /// - Throws: `locked`, `newerSchema`, `cannotOpen`, `damaged`.
    public init(_ path: String, mode: OpenMode, migrate: Bool = true) throws(StoreError) {
      self.path = path
      readers = SQLiteReaders(path)
      switch mode {
      case .readOnly:
        guard Files.exists(path) else { throw StoreError.system(.cannotOpen, "open", path, ENOENT) }
        isReadOnly = true
        files = nil
        notices = Locked([])
        filter = nil
        writer = Locked(nil)
        let connection = try readers.take()
        try Self.requireCurrentSchema(connection)
        try recent.withLock { recent throws(StoreError) in try recent.refresh(from: connection) }
        readers.giveBack(connection)
      case .readWrite(let administratorSocket, let acceptsRestored):
        try Files.createDirectory(Files.parent(of: path))
        isReadOnly = false
        // SQLite gives its side files the permissions of the database, which is made here, for the user alone.
        let files = try Self.files(of: path, administratorSocket: administratorSocket)
        notices = Locked(try Self.checkWitness(files, path, acceptsRestored: acceptsRestored))
        self.files = files
        let connection = try SQLiteWriter.open(path)
        if migrate { try SQLiteMigrator(connection: connection).migrate() }
        try Self.requireCurrentSchema(connection)
        try recent.withLock { recent throws(StoreError) in try recent.refresh(from: connection) }
        let receipts = try connection.soundReceipts()
        if let notice = receipts.notice { notices.withLock { $0.append(notice) } }
        let filter = Locked(receipts.filter)
        self.filter = filter
        writer = Locked(try SQLiteWriter(connection, recent: recent, filter: filter, logCopying: logCopying))
        try files.look()
      }
    }

    /// Which migrations a database has, and which it needs; all are pending where there is no database.
    public static func migrationStatus(path: String) throws(StoreError) -> MigrationStatus {
      guard Files.exists(path) else {
        return try MigrationStatus(of: Migration.sqlite, recorded: [], in: path)
      }
      return try SQLiteMigrator(connection: SQLiteConnection(path, mode: .readOnly)).status()
    }

    private static func requireCurrentSchema(_ connection: SQLiteConnection) throws(StoreError) {
      try SQLiteMigrator(connection: connection).status().requireCurrent(connection.path)
    }

    // MARK: Writes

    public func commit(
      _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
    ) throws(StoreError) -> [CommitOutcome] {
      try writing { (writer) throws(StoreError) in try writer.commit(group) }
    }

    public func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.flush(flushes) }
    }

    public func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool {
      try writing { (writer) throws(StoreError) in try writer.flushIndex(pieceOf: size) }
    }

    public func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.flushRows(flushes) }
    }

    public func writeRows(_ model: String, _ rows: [Row]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in
        try writer.writing { () throws(StoreError) in
          try writer.connection.write(RowChanges(rows: rows), half: try writer.connection.half(of: model))
        }
      }
    }

    public func addReadModels(_ names: [String]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in
        try writer.writing { () throws(StoreError) in
          for name in names { try writer.connection.addReadModel(name) }
        }
      }
    }

    public func clearShadow(_ model: String) throws(StoreError) -> Bool {
      try writing { (writer) throws(StoreError) in
        try writer.writing { () throws(StoreError) in
          try writer.connection.clearShadow(of: model, limit: Self.rowsCleared)
        }
      }
    }

    /// Shadow rows that a step removes: it takes some milliseconds.
    private static let rowsCleared = 2000

    public func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) {
      try writing { (writer) throws(StoreError) in
        try writer.writing { () throws(StoreError) in
          try writer.connection.write(changes, half: try writer.connection.half(of: model, shadow: true))
        }
      }
    }

    public func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) {
      try writing { (writer) throws(StoreError) in
        try writer.writing { () throws(StoreError) in
          try writer.connection.swapShadow(of: model, version: version, checkpoint: checkpoint)
        }
      }
    }

    public func importEvents(
      _ events: [RecordedEvent], texts: [PersonalText],
      rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
    ) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.importEvents(events, texts: texts) }
    }

    func writing<Result>(_ body: (SQLiteWriter) throws(StoreError) -> Result) throws(StoreError) -> Result {
      try files?.requireInPlace()
      return try writer.withLock { writer throws(StoreError) in
        guard var current = writer else { throw isReadOnly ? StoreError.readOnly : StoreError.closed(path) }
        if current.isBroken {
          current = try anotherWriter()
          writer = current
        }
        return try body(current)
      }
    }

    // MARK: Reads

    public func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
      try reading { (reads) throws(StoreError) in try reads.read(stream, from: revision, limit: limit) }
    }

    public func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
      try reading { (reads) throws(StoreError) in
        try reads.readAll(after: position, limit: limit, owner: owner)
      }
    }

    public func forEachEvent(
      after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void
    ) throws {
      let connection = try takeReader()
      defer { readers.giveBack(connection) }
      try SQLiteReads(connection: connection, recent: recent, filter: filter).forEachEvent(
        after: position, through: end, body)
    }

    public func head() throws(StoreError) -> Position {
      if isReadOnly { readers.giveBack(try takeReader()) }
      return recent.withLock { $0.head }
    }

    public func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      try reading { (reads) throws(StoreError) in try reads.receipt(for: key) }
    }

    public func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
      let connection = try takeReader()
      defer { readers.giveBack(connection) }
      try SQLiteReads(connection: connection, recent: recent, filter: filter).forEachStream(body)
    }

    public func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] {
      try reading { (reads) throws(StoreError) in try reads.texts(ids) }
    }

    public func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] {
      try reading { (reads) throws(StoreError) in try reads.allTexts(after: id, limit: limit, owner: owner) }
    }

    public var keepsRows: Bool { true }

    public func readModels() throws(StoreError) -> [ReadModelState] {
      try reading { (reads) throws(StoreError) in try reads.connection.readModels() }
    }

    public func row(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try reading { (reads) throws(StoreError) in try reads.connection.row(model, key: key) }
    }

    public func rows(
      _ model: String, shelf: ShelfID, after place: RowPlace?, limit: Int
    ) throws(StoreError) -> [Row] {
      try reading { (reads) throws(StoreError) in
        try reads.connection.rows(model, shelf: shelf, after: place, limit: limit)
      }
    }

    public func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
      try reading { (reads) throws(StoreError) in try reads.connection.keys(model, after: key, limit: limit) }
    }

    public func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
      let connection = try takeReader()
      defer { readers.giveBack(connection) }
      try connection.forEachRow(model, body)
    }

    public func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try reading { (reads) throws(StoreError) in try reads.connection.row(model, key: key, shadow: true) }
    }

    private func reading<Result>(_ body: (SQLiteReads) throws(StoreError) -> Result) throws(StoreError) -> Result {
      let connection = try takeReader()
      defer { readers.giveBack(connection) }
      return try body(SQLiteReads(connection: connection, recent: recent, filter: filter))
    }

    // A store that is only read does not hear of commits, so it looks.
    private func takeReader() throws(StoreError) -> SQLiteConnection {
      try files?.requireInPlace()
      let connection = try readers.take()
      if isReadOnly {
        try recent.withLock { recent throws(StoreError) in try recent.refresh(from: connection) }
      }
      return connection
    }

    // MARK: Snapshots and audits

    public func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result {
      let connection = try takeReader()
      defer { readers.giveBack(connection) }
      try connection.run("BEGIN")
      defer { connection.rollBack() }
      return try body(SQLiteSnapshot(connection))
    }

    public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      let witness = StoreAddress.sqlite(path: path).witnessFile?.read()
      return try reading { (reads) throws(StoreError) in
        try reads.connection.reading { () throws(StoreError) in
          try SQLiteAudit(connection: reads.connection).findings(progress: progress)
            + Self.witnessProblems(witness, reads.connection)
        }
      }
    }

    // MARK: Life

    public func reopen() throws(StoreError) {
      guard !isReadOnly else { return }
      try writer.withLock { writer throws(StoreError) in
        guard writer != nil else { throw StoreError.closed(path) }
        writer = try anotherWriter()
      }
    }

    /// A writer on a new connection, and certainty that what a COMMIT with unknown outcome has left does not stand.
    /// - Throws: never `outcomeUnknown`: nothing that was asked for was tried.
    private func anotherWriter() throws(StoreError) -> SQLiteWriter {
      guard let filter, let files else { throw StoreError.readOnly }
      do {
        try files.look()
        let connection = try SQLiteWriter.open(path)
        try connection.discardUnknownCommit()
        try takeUp(connection, filter)
        readers.closeIdle()
        return try SQLiteWriter(connection, recent: recent, filter: filter, logCopying: logCopying)
      } catch {
        throw error.code == .outcomeUnknown ? error.with(.unavailable) : error
      }
    }

    /// Reads what is in memory anew where it is not what the database says. (30 days of receipts take seconds.)
    private func takeUp(_ connection: SQLiteConnection, _ filter: Locked<ReceiptFilter>) throws(StoreError) {
      let (end, known) = recent.withLock { ($0.end, ($0.flushed, $0.flushedReceipts)) }
      if try connection.eventEnd() == end, try connection.indexedPositions() == known { return }
      var index = RecentIndex()
      try index.refresh(from: connection)
      let receipts = try connection.soundReceipts()
      if let notice = receipts.notice { notices.withLock { $0.append(notice) } }
      filter.withLock { $0 = receipts.filter }
      recent.withLock { $0 = index }
    }

    public func close() {
      readers.closeIdle()
      writer.withLock { $0 = nil }
      files?.release()
    }

    public func takeNotices() -> [String] {
      let found = notices.withLock { notices in
        defer { notices = [] }
        return notices
      }
      return found + writer.withLock { $0?.log.takeNotices() ?? [] }
    }
  }

  /// Connections that read, each lent to one call at a time.
  private final class SQLiteReaders: Sendable {
    private static let mostIdle = 4
    private let path: String
    private let idle = Locked<[SQLiteConnection]>([])

    init(_ path: String) { self.path = path }

    func take() throws(StoreError) -> SQLiteConnection {
      if let connection = idle.withLock({ $0.popLast() }) { return connection }
      let connection = try SQLiteConnection(path, mode: .readOnly)
      try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
      return connection
    }

    func giveBack(_ connection: SQLiteConnection) {
      idle.withLock { if $0.count < Self.mostIdle { $0.append(connection) } }
    }

    func closeIdle() { idle.withLock { $0 = [] } }
  }
#endif
