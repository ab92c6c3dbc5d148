#if SQLite
  import EventStore
  import Glibc
  import MovieNightPrimitives

  /// A store in an SQLite database, with one connection that writes and several that read concurrently. A commit does
  /// not write the index of streams, owners and commands, which stays in memory until the next flush (`RecentIndex`).
  public final class SQLiteStore: DatabaseStore {
    public let kind = "sqlite"
    let path: String
    let writer: Locked<SQLiteWriter?>
    private let readers: SQLiteReaders
    let recent = Locked(RecentIndex())
    private let filter: Locked<ReceiptFilter>?
    /// The store's files, whose descriptors must be closed after all connections; nil if the store is read-only.
    let files: StoreFiles?
    private var isReadOnly: Bool { files == nil }
    private let notices: Locked<[String]>
    let checkpointer = WALCheckpointState()

    /// Opens a database. Upgrades an older schema if `migrate` is true; otherwise refuses it.
    /// - Throws: `locked`, `newerSchema`, `cannotOpen`, `damaged`.
    public init(_ path: String, mode: OpenMode, migrate: Bool = true) throws(StoreError) {
      self.path = path
      readers = SQLiteReaders(path)
      switch mode {
      case .readOnly:
        guard Files.exists(path) else { throw StoreError.system(.cannotOpen, "open", path, ENOENT) }
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
        // Creates a database file that only the user can access. SQLite gives its other files the same permissions.
        let files = try StoreFiles(.sqlite(path: path), administratorSocket: administratorSocket)
        notices = Locked(try Self.checkHighWaterMark(files, path, acceptsRestored: acceptsRestored))
        self.files = files
        let connection = try SQLiteWriter.open(path)
        if migrate { try SQLiteMigrator(connection: connection).migrate() }
        try Self.requireCurrentSchema(connection)
        try recent.withLock { recent throws(StoreError) in try recent.refresh(from: connection) }
        let receipts = try connection.loadReceiptFilter()
        if let notice = receipts.notice { notices.withLock { $0.append(notice) } }
        let filter = Locked(receipts.filter)
        self.filter = filter
        writer = Locked(try SQLiteWriter(connection, recent: recent, filter: filter, checkpointer: checkpointer))
        try files.check()
      }
    }

    /// Returns the applied and the pending migrations. All are pending if there is no database.
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

    public func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome] {
      try writing { (writer) throws(StoreError) in try writer.commit(group) }
    }
    public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.importEvents(events, texts: texts) }
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
      try changing { (connection) throws(StoreError) in
        try connection.write(RowChanges(rows: rows), half: try connection.half(of: model))
      }
    }

    public func addReadModels(_ names: [String]) throws(StoreError) {
      try changing { (connection) throws(StoreError) in for name in names { try connection.addReadModel(name) } }
    }
    public func clearShadow(_ model: String) throws(StoreError) -> Bool {
      // Deleting this many rows takes a few milliseconds.
      try changing { (connection) throws(StoreError) in try connection.clearShadow(of: model, limit: 2000) }
    }

    public func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) {
      try changing { (connection) throws(StoreError) in
        try connection.write(changes, half: try connection.half(of: model, shadow: true))
      }
    }

    public func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) {
      try changing { (connection) throws(StoreError) in
        try connection.swapShadow(of: model, version: version, checkpoint: checkpoint)
      }
    }

    private func changing<Result>(
      _ body: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      try writing { (writer) throws(StoreError) in
        try writer.writing { () throws(StoreError) in try body(writer.connection) }
      }
    }

    func writing<Result>(_ body: (SQLiteWriter) throws(StoreError) -> Result) throws(StoreError) -> Result {
      try files?.requireInPlace()
      return try writer.withLock { writer throws(StoreError) in
        guard var current = writer else { throw isReadOnly ? StoreError.readOnly : StoreError.closed(path) }
        if current.isBroken {
          current = try replacementWriter()
          writer = current
        }
        return try body(current)
      }
    }

    // MARK: Reads

    public func head() throws(StoreError) -> Position {
      if isReadOnly { readers.giveBack(try takeReader()) }
      return recent.withLock { $0.head }
    }

    func reading<Result>(_ body: (SQLiteReads) throws(StoreError) -> Result) throws(StoreError) -> Result {
      let connection = try takeReader()
      defer { readers.giveBack(connection) }
      return try body(SQLiteReads(connection: connection, recent: recent, filter: filter))
    }

    // A read-only store is not notified of commits, so it looks for new events before each read.
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
      var index = RecentIndex()
      try index.refresh(from: connection)
      return try body(
        DatabaseSnapshot(of: self, SQLiteReads(connection: connection, recent: Locked(index), filter: nil)))
    }

    public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      let highWaterMark = HighWaterMark(of: .sqlite(path: path))
      return try reading { (reads) throws(StoreError) in
        try reads.connection.reading { () throws(StoreError) in
          try reads.findDamage(progress: progress) + Self.highWaterMarkProblems(highWaterMark, reads.connection)
        }
      }
    }

    // MARK: Reopening and closing

    public func reopen() throws(StoreError) {
      guard !isReadOnly else { return }
      try writer.withLock { writer throws(StoreError) in
        guard writer != nil else { throw StoreError.closed(path) }
        writer = try replacementWriter()
      }
    }

    /// Returns a writer on a new connection, and ensures that a COMMIT of unknown outcome cannot take effect later.
    /// - Throws: Any error but `outcomeUnknown`, because the caller's own change has not been attempted yet.
    private func replacementWriter() throws(StoreError) -> SQLiteWriter {
      guard let filter, let files else { throw StoreError.readOnly }
      do {
        try files.check()
        let connection = try SQLiteWriter.open(path)
        // Overwrites what a COMMIT with a failed sync has left in the write-ahead log. SQLite does not show it now, but
        // could recover it after a crash. Once this transaction is durable, that cannot happen.
        try connection.writing { () throws(StoreError) in
          // The first update is reverted by the second. Two updates are needed, because SQLite does not write a page
          // whose bytes are unchanged.
          try connection.run("UPDATE event_index SET position = position + 1")
          try connection.run("UPDATE event_index SET position = position - 1")
        }
        try reloadIfChanged(connection, filter)
        readers.closeIdle()
        return try SQLiteWriter(connection, recent: recent, filter: filter, checkpointer: checkpointer)
      } catch {
        throw error.code == .outcomeUnknown ? error.with(.unavailable) : error
      }
    }

    /// Reloads the state in memory only if it differs from the database, as loading receipts of 30 days takes seconds.
    private func reloadIfChanged(_ connection: SQLiteConnection, _ filter: Locked<ReceiptFilter>) throws(StoreError) {
      let (end, known) = recent.withLock { ($0.end, ($0.flushed, $0.flushedReceipts)) }
      if try connection.eventEnd() == end, try connection.indexedPositions() == known { return }
      var index = RecentIndex()
      try index.refresh(from: connection)
      let receipts = try connection.loadReceiptFilter()
      if let notice = receipts.notice { notices.withLock { $0.append(notice) } }
      filter.withLock { $0 = receipts.filter }
      recent.withLock { $0 = index }
    }

    public func close() {
      readers.closeIdle()
      writer.withLock { $0 = nil }
      files?.release()
    }

    public func takeNotices() -> [String] { notices.takeAll() + checkpointer.notices.takeAll() }
  }

  extension SQLiteStore {
    public func checkFiles() throws(StoreError) { try files?.check() }

    public func writeHighWaterMark() throws(StoreError) {
      let (head, checksum) = recent.withLock { ($0.head, $0.checksum) }
      try files?.write(HighWaterMark(position: head, checksum: checksum))
    }

    /// Compares the database with its high-water mark, and returns notices for the log. Opens it read-only, because
    /// opening it for writing would truncate a damaged write-ahead log, perhaps the only copy of the missing events.
    static func checkHighWaterMark(
      _ files: StoreFiles, _ path: String, acceptsRestored: Bool
    ) throws(StoreError) -> [String] {
      let ofLog = try checkLog(path, acceptsRestored: acceptsRestored)
      guard let highWaterMark = files.highWaterMark else { return ofLog }
      let (head, found) = try SQLiteConnection(path, mode: .readOnly).headAndChecksum(at: highWaterMark.position)
      return try ofLog
        + highWaterMark.check(.sqlite(path: path), head: head, found: found, acceptsRestored: acceptsRestored)
    }

    /// Throws `otherHistory` for an empty database with a write-ahead log. Probably the database was moved away, and
    /// its last commits are in the log. SQLite would take the log for a leftover and remove it, even when reading.
    private static func checkLog(_ path: String, acceptsRestored: Bool) throws(StoreError) -> [String] {
      let log = "\(Files.realPath(of: path))-wal"
      guard Files.size(of: path) == 0, let size = Files.size(of: log), size > 0 else { return [] }
      let problem = "it is empty, but its log \(log) is not"
      guard acceptsRestored else {
        throw StoreError(
          .otherHistory, "\(StoreAddress.sqlite(path: path)) does not match its last recorded state: \(problem)",
          hint: "Put the database back beside its log. To give up the log's content, start once with "
            + "`movienight serve --accept-restored`.")
      }
      return ["\(StoreAddress.sqlite(path: path)) was accepted as restored: \(problem)"]
    }

    /// Compares the database with the high-water mark, and returns the findings for an audit. The mark must be read
    /// from its file before `connection` begins to read, because the server may be recording events.
    static func highWaterMarkProblems(_ highWaterMark: HighWaterMark?, _ connection: SQLiteConnection)
      throws(StoreError)
      -> [String]
    {
      guard let highWaterMark else { return [] }
      let (head, found) = try connection.headAndChecksum(at: highWaterMark.position)
      return highWaterMark.problem(head: head, found: found).map { ["\(connection.path): \($0)"] } ?? []
    }
  }

  extension SQLiteConnection {
    fileprivate func headAndChecksum(at position: Position) throws(StoreError) -> (head: Position, checksum: UInt32?) {
      try reading { () throws(StoreError) in
        guard try integer("SELECT count(*) FROM sqlite_master WHERE name = 'events'") == 1 else { return (0, nil) }
        let head = try integer("SELECT max(position) FROM events") ?? 0
        return (head, try checksum(at: position))
      }
    }
  }

  /// The connections for reading. Up to four are kept while they are not in use.
  private final class SQLiteReaders: Sendable {
    private static let maximumIdle = 4
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
      idle.withLock { if $0.count < Self.maximumIdle { $0.append(connection) } }
    }

    func closeIdle() { idle.withLock { $0 = [] } }
  }
#endif
