#if SQLite
  import EventStore
  import CSQLite
  import Glibc
  import MovieNightPrimitives

  /// The writer of a store, with the only connection that writes. `SQLiteStore` guards it with a lock.
  final class SQLiteWriter: CommitState {
    let connection: SQLiteConnection
    let recent: Locked<RecentIndex>
    private let filter: Locked<ReceiptFilter>
    private let insertEvent: SQLiteStatement
    private var heads = RecentlyUsed<StreamID, StreamHead>(capacity: 16_384)
    private var columns = EventColumns()
    /// The position and checksum of the last event, including the events of the current transaction.
    private var end = EventEnd(position: 0, checksum: 0)
    /// Whether the outcome of a COMMIT is unknown. If so, only a writer on a new connection may continue.
    private(set) var isBroken = false
    let log: SQLiteLog
    /// Whether runs may need maintenance: after each flush, and at first, because another process may have left some.
    var runsMayNeedMerge = true

    init(
      _ connection: SQLiteConnection, recent: Locked<RecentIndex>, filter: Locked<ReceiptFilter>,
      checkpointer: WALCheckpointState
    ) throws(StoreError) {
      self.connection = connection
      self.recent = recent
      self.filter = filter
      insertEvent = try connection.take("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
      log = SQLiteLog(of: connection, checkpointer: checkpointer)
    }

    static func open(_ path: String) throws(StoreError) -> SQLiteConnection {
      let connection = try SQLiteConnection(path, mode: .readWrite)
      try connection.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
        PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864;
        PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY
        """)
      return connection
    }

    // MARK: Reads for decisions

    func head(of stream: StreamID) throws(StoreError) -> StreamHead? {
      if let head = heads.value(for: stream) { return head }
      if let recent = recent.withLock({ $0.stream(stream) }) { return recent.head }
      guard let head = try connection.flushedHead(of: stream) else { return nil }
      heads.set(head, for: stream)
      heads.age()
      return head
    }

    // MARK: Transactions

    /// Runs `body` in one durable transaction.
    /// - Throws: `outcomeUnknown` if it may have been committed, and sets `isBroken`; after other errors, it was not.
    func writing<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
      end = recent.withLock { $0.end }
      let result = try connection.preparing(body)
      do {
        try connection.commit()
      } catch {
        try settle(error)
      }
      log.checkpointIfLong()
      return result
    }

    /// Finds out whether a failed COMMIT took effect (decision 0024).
    /// - Throws: the resulting error, unless the transaction was committed after all.
    private func settle(_ failure: StoreError) throws(StoreError) {
      let known = recent.withLock { $0.end }
      // Nil if reading fails. Not read after a failed rollback: the connection would show its uncommitted changes.
      let found = connection.isInTransaction ? nil : try? connection.eventEnd()
      if end != known, found == end { return }
      if failure.code == .unavailable, found == known { throw failure }
      isBroken = true
      throw failure.with(.outcomeUnknown)
    }

    // MARK: Events

    func commit(_ group: [CommandAppend]) throws(StoreError) -> [CommitOutcome] {
      let latest = recent.withLock { $0.latest }
      var replacesTexts = false
      let plan = try writing { () throws(StoreError) in
        let plan = try GroupPlan(group, after: end.position, at: latest, state: self)
        guard !plan.isEmpty else { return plan }
        for event in plan.events { try insert(event) }
        note(plan.eventlessReceipts)
        for receipt in plan.eventlessReceipts { try connection.write(eventless: receipt) }
        for change in plan.texts { if try connection.apply(change) { replacesTexts = true } }
        return plan
      }
      recent.withLock { recent in
        for event in plan.events { recent.add(event) }
        recent.setEnd(checksum: end.checksum, latest: plan.latest)
      }
      for (stream, head) in plan.heads { heads.set(head, for: stream) }
      heads.age()
      if plan.deletesTexts { log.truncateAfterDeletion() } else if replacesTexts { log.truncateWithFlush() }
      return plan.outcomes
    }

    func importEvents(_ events: [RecordedEvent], texts: [PersonalText]) throws(StoreError) {
      let (head, latest) = recent.withLock { ($0.head, $0.latest) }
      try EventSequence.checkImport(events, after: head, at: latest) { (stream) throws(StoreError) in
        try self.head(of: stream)
      }
      try writing { () throws(StoreError) in
        for event in events { try insert(event) }
        for text in texts { try connection.apply(.put(text)) }
      }
      recent.withLock { recent in
        for event in events { recent.add(event) }
        recent.setEnd(checksum: end.checksum, latest: events.last?.recordedAt ?? latest)
      }
      for event in events { heads.set(StreamHead(owner: event.owner, revision: event.revision), for: event.stream) }
      heads.age()
      if recent.withLock({ $0.head - $0.flushed }) > 16_384 {
        try flush([])
        // The runs are merged now, while no client waits; otherwise the server would have to merge them later.
        while try performMaintenance() {}
      }
    }

    private func insert(_ event: RecordedEvent) throws(StoreError) {
      columns.set(event)
      end = EventEnd(position: event.position, checksum: columns.checksum(after: end.checksum))
      try columns.bytes.withUnsafeBufferPointer { (buffer) throws(StoreError) in
        let bytes = UnsafeRawBufferPointer(buffer)
        insertEvent.bind(1, event.position)
        insertEvent.bindInPlace(2, text: .init(rebasing: bytes[EventColumns.streamStart..<columns.streamEnd]))
        insertEvent.bindInPlace(3, blob: .init(rebasing: bytes[EventColumns.ownerStart..<EventColumns.streamStart]))
        insertEvent.bind(4, event.revision)
        insertEvent.bindInPlace(5, text: .init(rebasing: bytes[columns.streamEnd..<columns.typeEnd]))
        insertEvent.bind(6, event.version)
        insertEvent.bindInPlace(7, text: .init(rebasing: bytes[columns.metadataEnd...]))
        insertEvent.bindInPlace(8, text: .init(rebasing: bytes[columns.typeEnd..<columns.metadataEnd]))
        insertEvent.bind(9, event.recordedAt)
        insertEvent.bind(10, Int(end.checksum))
        defer { insertEvent.reset() }
        _ = try insertEvent.step()
      }
    }

    // MARK: Maintenance

    /// Performs one step of receipt maintenance, and returns whether there may be more to do.
    @discardableResult
    func performMaintenance() throws(StoreError) -> Bool {
      guard runsMayNeedMerge else { return false }
      // If the step fails, it is tried again after the next flush.
      runsMayNeedMerge = false
      let latest = recent.withLock { $0.latest }
      let maintenance = SQLiteReceiptMaintenance(connection: connection)
      runsMayNeedMerge = try writing { () throws(StoreError) in try maintenance.step(at: latest) }
      return runsMayNeedMerge
    }

    func note(_ receipts: [Receipt]) {
      filter.withLock { filter in
        for receipt in receipts { filter.note(receipt.key, at: receipt.recordedAt) }
      }
    }
  }
#endif
