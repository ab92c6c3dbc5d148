#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// A store in a PostgreSQL database, which processes can share. It uses one connection for appending, one for
  /// listening, one for a rebuild's shadow rows, up to sixteen for reading, and briefly one to remove texts.
  public final class PostgresStore: DatabaseStore {
    public let kind = "postgres"
    public let isShared = true
    private let uri: PostgresURI
    private let isReadOnly: Bool
    private let readers: PostgresReaders
    private let memory = PostgresMemory()
    private let notices = Locked<[String]>([])
    private let textVacuum: PostgresTextVacuum
    private let appending = Locked(Appending())
    private let rebuilder: Locked<PostgresRebuilder>
    private let shutdownDeadline = ShutdownDeadline()
    private let listener = Locked<PostgresListener?>(nil)

    private struct Appending {
      var writer: PostgresWriter?
      /// Whether the outcome of a COMMIT is unknown. Only `reopen` can determine it.
      var isInDoubt = false
      var isClosed = false
      var backoff = Backoff()
    }

    /// Opens a database. Upgrades an older schema if `migrate` is true; otherwise refuses it.
    /// - Throws: `cannotOpen`, `unavailable`, `newerSchema`, `damaged`.
    public init(_ uri: PostgresURI, mode: OpenMode, migrate: Bool = true) throws(StoreError) {
      // Without this, readers could connect to a standby that lacks events that the writer has recorded.
      let uri = mode == .readOnly ? uri : uri.requiringWritableHost()
      self.uri = uri
      isReadOnly = mode == .readOnly
      let connection = try PostgresConnection(uri, isReadOnly ? .reader : .writer, shutdownDeadline)
      let migrator = PostgresMigrator(connection: connection)
      if migrate, !isReadOnly { try migrator.migrate() }
      try migrator.status().requireCurrent(connection.place)
      if !isReadOnly { try PostgresSession.requireRights(connection) }
      textVacuum = PostgresTextVacuum(uri, shutdownDeadline, notices: notices)
      readers = PostgresReaders(uri, shutdownDeadline)
      rebuilder = Locked(PostgresRebuilder(uri, shutdownDeadline))
      if !isReadOnly {
        try reading { (reads) throws(StoreError) in
          try PostgresSession.requireSeparateSessions(connection, reads.connection)
        }
        appending.withLock { $0.writer = makeWriter(connection) }
      }
    }

    /// Returns which migrations were applied to the database and which are pending.
    public static func migrationStatus(_ uri: PostgresURI) throws(StoreError) -> MigrationStatus {
      try PostgresMigrator(connection: PostgresConnection(uri, .reader)).status()
    }

    private func makeWriter(_ connection: PostgresConnection) -> PostgresWriter {
      memory.ownWriter.withLock { $0 = connection.backend }
      return PostgresWriter(connection, memory, textVacuum)
    }

    // MARK: Writes

    /// Begins a group. If the connection is lost, tries once more over a new one, because nothing has been written yet.
    public func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
      var mayTryAgain = false
      let begin = { (writer: PostgresWriter) throws(StoreError) -> StoreChanges in
        defer { mayTryAgain = writer.connection.isLost && !writer.connection.isSilent }
        let storeChanges = try writer.begin(after: position, checksum: checksum, limit: limit)
        self.memory.ownGroups.withLock { $0 += 1 }
        return storeChanges
      }
      do {
        return try writing(begin)
      } catch {
        guard mayTryAgain else { throw error }
      }
      return try writing(begin)
    }

    public func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] {
      try writing { (writer) throws(StoreError) in try writer.receipts(of: commands) }
    }
    public func assumeNew(_ commands: [ReceiptKey]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.assumeNew(commands) }
    }
    public func endGroup() {
      appending.withLock { $0.writer?.endGroup() }
    }
    public func confirmGroup() throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.confirmGroup() }
    }
    public func commit(_ group: [CommandAppend], rows: RowsOfEvents) throws(StoreError) -> [CommitOutcome] {
      try writing { (writer) throws(StoreError) in try writer.commit(group, rows: rows) }
    }
    public func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.flush(flushes) }
    }
    public func importEvents(_ events: [RecordedEvent], texts: [PersonalText], rows: RowsOfEvents) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.importEvents(events, texts: texts, rows: rows) }
    }

    /// Makes the shadow rows the active ones. In a group, the swap takes effect when the group is committed.
    /// - Throws: `unavailable` also if the rebuild lost its reservation, because another may be clearing the rows.
    public func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) {
      try writing { (writer) throws(StoreError) in
        try writer.swapShadow(model, version: version, checkpoint: checkpoint) { () throws(StoreError) in
          try rebuilding { (rebuilder) throws(StoreError) in try rebuilder.shadowToSwap(of: model) }
        }
      }
    }

    func writing<Result>(_ body: (PostgresWriter) throws(StoreError) -> Result) throws(StoreError) -> Result {
      try appending.withLock { appending throws(StoreError) in
        guard !isReadOnly else { throw .readOnly }
        guard !appending.isClosed else { throw .closed(uri.description) }
        guard !appending.isInDoubt else {
          throw StoreError(.outcomeUnknown, "\(uri): the result of a COMMIT is unknown; the store must be reopened")
        }
        let writer = try connected(&appending)
        defer { if writer.isInDoubt { appending.isInDoubt = true } }
        return try body(writer)
      }
    }

    private func connected(_ appending: inout Appending) throws(StoreError) -> PostgresWriter {
      if let writer = appending.writer, !writer.connection.isLost { return writer }
      appending.writer = nil
      guard appending.backoff.isDue else {
        throw StoreError(.unavailable, "\(uri): the connection was lost, and is retried within seconds")
      }
      do {
        let writer = makeWriter(try PostgresConnection(uri, .writer, shutdownDeadline))
        appending.backoff.noteSuccess()
        appending.writer = writer
        return writer
      } catch {
        appending.backoff.noteFailure()
        throw error
      }
    }

    // MARK: Shadow rows

    public func beginRebuild() throws(StoreError) {
      try rebuilding { (rebuilder) throws(StoreError) in try rebuilder.reserve() }
    }
    public func endRebuild() { rebuilder.withLock { $0.end() } }

    public func clearShadow(_ model: String) throws(StoreError) -> Bool {
      try rebuilding { (rebuilder) throws(StoreError) in try rebuilder.clear(model) }
      return false
    }

    public func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) {
      try rebuilding { (rebuilder) throws(StoreError) in try rebuilder.write(model, changes) }
    }
    public func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? {
      try rebuilding { (rebuilder) throws(StoreError) in try rebuilder.row(model, key: key) }
    }

    /// Adds missing read models, in the current group if there is one. Other servers may do so concurrently.
    public func addReadModels(_ names: [String]) throws(StoreError) {
      try writing { (writer) throws(StoreError) in try writer.addReadModels(names) }
    }

    private func rebuilding<Result>(
      _ body: (inout PostgresRebuilder) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      guard !isReadOnly else { throw .readOnly }
      return try rebuilder.withLock(body)
    }

    // MARK: Reads

    /// Reads the events page by page. Takes a connection for each page, so that none is in use while `body` runs.
    public func forEachEvent(
      after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void
    ) throws {
      var position = position
      while let last = try reading({ (reads) throws(StoreError) in try reads.page(after: position, through: end) })
        .forEach(body)
      { position = last }
    }

    func reading<Result>(_ body: (PostgresReads) throws(StoreError) -> Result) throws(StoreError) -> Result {
      try readers.reading { (connection) throws(StoreError) in try body(PostgresReads(connection: connection)) }
    }

    func readingAll(_ body: (PostgresReads) throws -> Void) throws {
      try inSnapshot { (reads) throws(StoreError) in Swift.Result { try body(reads) } }.get()
    }

    // MARK: Other servers

    public func checksum(ofRecorded position: Position) -> UInt32? {
      memory.lastRecorded.withLock { $0.flatMap { $0.position == position ? $0.checksum : nil } }
    }

    // Groups are committed in position order, so a statement sees no gap, and the next sees the same or a later state.
    public func storeChanges(after position: Position, checksum known: UInt32?, limit: Int) throws(StoreError)
      -> StoreChanges
    {
      let storeChanges = try reading { (reads) throws(StoreError) in
        let results = try reads.connection.run([
          PostgresReads.storeChanges(after: position, limit: limit),
          PostgresRequest(PostgresReads.headAndSchemaVersion), PostgresRequest(PostgresReadModel.all),
        ])
        try Migration.requireKnown(version: results[1].integer(0, 1), in: reads.connection.place)
        let (events, damaged, checksum) = try reads.storeChanges(
          results[0], after: position, limit: limit, checksum: known)
        return StoreChanges(
          events: events, damaged: damaged, head: results[1].integer(0, 0), checksum: checksum,
          readModels: results[2].map { ReadModelState($0) })
      }
      if let last = storeChanges.last {
        memory.heads.withLock { $0.note(storeChanges, after: position, through: last) }
      }
      return storeChanges
    }

    public func watch(_ changed: @escaping @Sendable () -> Void) throws(StoreError) {
      let chore: @Sendable () -> Void = { [textVacuum, isReadOnly] in if !isReadOnly { textVacuum.vacuumWhenDue() } }
      let started = try PostgresListener(uri, shutdownDeadline, memory, chore: chore, changed)
      listener.withLock { listener in
        listener?.close()
        listener = started
      }
      try started.start()
    }

    public func appendLock() throws(StoreError) -> AppendLock? {
      try reading { (reads) throws(StoreError) in
        // Health checks call this when something is wrong, and cannot wait long.
        reads.connection.hasShortTimeout = true
        defer { reads.connection.hasShortTimeout = false }
        return try AppendLock.current(reads.connection)
      }
    }

    public func takeEndedHolders() -> [EndedHolder] { memory.endedHolders.takeAll() }

    // MARK: Snapshots and audits

    public func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result {
      try inSnapshot { (reads) throws(StoreError) in
        Swift.Result { try body(DatabaseSnapshot(of: self, reads)) }
      }.get()
    }

    public func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      try inSnapshot { (reads) throws(StoreError) in try reads.findDamage(progress: progress) }
    }

    private static let beginSnapshot = PostgresStatement(
      name: "begin_snapshot", sql: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    // The first statement that reads takes the snapshot.
    private static let firstOfSnapshot = PostgresStatement(
      name: "first_of_snapshot", sql: "SELECT pg_current_snapshot()::text")

    /// Runs `body` in a transaction that reads one snapshot. If an idle connection was lost, takes another one.
    private func inSnapshot<Result>(_ body: (PostgresReads) throws(StoreError) -> Result) throws(StoreError) -> Result {
      while true {
        let (connection, isNew) = try readers.take()
        defer { readers.giveBack(connection) }
        do {
          _ = try connection.run([PostgresRequest(Self.beginSnapshot), PostgresRequest(Self.firstOfSnapshot)])
        } catch {
          guard connection.isLost, !isNew else { throw error }
          continue
        }
        connection.hasLongTimeout = true
        defer {
          connection.hasLongTimeout = false
          connection.rollBack()
        }
        return try body(PostgresReads(connection: connection))
      }
    }

    // MARK: Reopening and closing

    /// Reopens the store by taking the append lock for a moment, which may take seconds. Then the transactions of
    /// earlier holders have ended, including a COMMIT that this process sent before it lost its connection.
    public func reopen() throws(StoreError) {
      try appending.withLock { appending throws(StoreError) in
        guard !isReadOnly else { return }
        guard !appending.isClosed else { throw .closed(uri.description) }
        if appending.isInDoubt { appending.writer = nil }
        let writer = try connected(&appending)
        memory.heads.withLock { $0.forget() }
        // The transaction whose outcome is unknown may have deleted texts.
        textVacuum.request(PostgresTexts.allTables)
        _ = try writer.begin(after: memory.heads.withLock { $0.asOf }, limit: 0)
        writer.endGroup()
        appending.isInDoubt = false
      }
      readers.closeIdle()
    }

    public func stopWaiting(after duration: Duration) {
      shutdownDeadline.set(after: Int64(duration / .microseconds(1)))
    }
    public func close() {
      listener.withLock { listener in
        listener?.close()
        listener = nil
      }
      appending.withLock { appending in
        appending.writer = nil
        appending.isClosed = true
      }
      rebuilder.withLock { $0.end() }
      readers.closeIdle()
    }

    public func takeNotices() -> [String] { notices.takeAll() }
  }
#endif
