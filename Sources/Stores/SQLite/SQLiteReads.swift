#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// The reads of a store over one connection. Lookups combine the index in the tables with `recent`, the index of
  /// later events. `recent` is read first, so a flush in between duplicates entries, but loses none.
  struct SQLiteReads: DatabaseReads {
    let connection: SQLiteConnection
    let recent: Locked<RecentIndex>
    /// The filter of the receipts in the tables; nil in a snapshot, and if another process writes the receipts.
    let filter: Locked<ReceiptFilter>?

    static let eventsAfter =
      "SELECT \(EventReader.columns) FROM events WHERE position > ?1 AND position <= ?2 ORDER BY position LIMIT ?3"
    /// Selects the event at a position, with the checksum of the previous event.
    fileprivate static let eventAt = """
      SELECT \(EventReader.columns),
        (SELECT before.checksum FROM events AS before WHERE before.position = events.position - 1)
      FROM events WHERE position = ?1
      """

    // MARK: Events

    func head() -> Position { recent.withLock { $0.head } }

    func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
      let first = max(0, revision)
      let limit = max(0, limit)
      let tail = recent.withLock { $0.stream(stream) }
      var positions: [Position] = []
      if first < tail?.firstRevision ?? .max {
        let wanted = tail.map { min(limit, $0.firstRevision - first) } ?? limit
        positions = try flushedPositions(of: stream, from: first, limit: wanted)
      }
      if let tail, positions.count < limit {
        let skipped = max(0, first - tail.firstRevision)
        positions += tail.positions.dropFirst(skipped).prefix(limit - positions.count)
      }
      return try events(at: positions)
    }

    func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
      let limit = max(0, limit)
      if let owner { return try events(at: positions(of: owner, after: position, limit: limit)) }
      // The head is read first. Else an event recorded in between could be checked against a wrong `checksum`.
      let end = head()
      var checksum = try connection.checksum(at: position) ?? 0
      return try connection.all(Self.eventsAfter, [position, end, limit]) { (row) throws(StoreError) in
        try connection.events.event(row, after: &checksum)
      }
    }

    func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
      let statement = try connection.take(Self.eventsAfter)
      defer { connection.giveBack(statement) }
      statement.bind([position, min(end, head()), -1])
      var checksum = try connection.checksum(at: position) ?? 0
      while try statement.step() { try body(connection.events.event(statement, after: &checksum)) }
    }

    func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? {
      let (receipt, latest) = recent.withLock { ($0.receipts[key], $0.latest) }
      if receipt == nil, let filter, !filter.withLock({ $0.mayHold(key) }) { return nil }
      let found = if let receipt { receipt } else { try connection.flushedReceipt(for: key) }
      return found.flatMap { $0.isExpired(at: latest) ? nil : $0 }
    }

    func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
      var unseen = recent.withLock { $0.streams() }
      let statement = try connection.take("SELECT stream, owner, revision FROM streams ORDER BY number")
      defer { connection.giveBack(statement) }
      while try statement.step() {
        let stream = try connection.events.stream(statement.bytes(0))
        let head = unseen.removeValue(forKey: stream)?.head
        try body(stream, statement.identifier(1), head?.revision ?? statement.integer(2))
      }
      for (stream, entry) in unseen.sorted(by: { $0.value.positions[0] < $1.value.positions[0] }) {
        try body(stream, entry.owner, entry.head.revision)
      }
    }

    func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] {
      try SQLiteAudit(connection: connection).findings(progress: progress)
    }

    private func flushedPositions(of stream: StreamID, from first: Revision, limit: Int) throws(StoreError)
      -> [Position]
    {
      guard limit > 0 else { return [] }
      // Begins with the last chunk that begins at or before `first`, because it contains `first`.
      let sql = """
        SELECT first_revision, positions FROM stream_positions
        WHERE stream = (SELECT number FROM streams WHERE stream = ?1) AND first_revision >= coalesce((
          SELECT max(first_revision) FROM stream_positions
          WHERE stream = (SELECT number FROM streams WHERE stream = ?1) AND first_revision <= ?2), 0)
        ORDER BY first_revision
        """
      return try connection.with(sql, [stream, first]) { (row) throws(StoreError) in
        var positions: [Position] = []
        while positions.count < limit, try row.step() {
          let skipped = max(0, first - row.integer(0))
          positions += row.positions(1).dropFirst(skipped).prefix(limit - positions.count)
        }
        return positions
      }
    }

    private func positions(of owner: OwnerID, after position: Position, limit: Int) throws(StoreError) -> [Position] {
      guard limit > 0 else { return [] }
      let tail = recent.withLock { $0.positions(of: owner) }
      let firstRecent = tail.first ?? .max
      let sql = """
        SELECT positions FROM owner_positions
        WHERE owner = ?1 AND first_position >= coalesce((
          SELECT max(first_position) FROM owner_positions WHERE owner = ?1 AND first_position <= ?2), 0)
        ORDER BY first_position
        """
      var positions = try connection.with(sql, [owner, position]) { (row) throws(StoreError) in
        var positions: [Position] = []
        while positions.count < limit, try row.step() {
          let found = row.positions(0)
          positions += found[found.firstIndex(after: position)...].prefix(limit - positions.count)
        }
        return positions
      }
      if let firstUnwanted = positions.firstIndex(where: { $0 >= firstRecent }) {
        positions.removeSubrange(firstUnwanted...)
      }
      return positions + tail[tail.firstIndex(after: position)...].prefix(limit - positions.count)
    }

    private func events(at positions: [Position]) throws(StoreError) -> [RecordedEvent] {
      try connection.with(Self.eventAt) { (statement) throws(StoreError) in
        var events: [RecordedEvent] = []
        events.reserveCapacity(positions.count)
        for position in positions {
          statement.bind(1, position)
          guard try statement.step() else {
            throw StoreError(
              .damaged, "\(connection.path): the index has position \(position), but there is no event",
              hint: "List all damage with: movienight verify. Restore a backup.", position: position)
          }
          var checksum = statement.checksum(10)
          events.append(try connection.events.event(statement, after: &checksum))
          statement.reset()
        }
        return events
      }
    }
  }

  extension SQLiteConnection {
    func checksum(at position: Position) throws(StoreError) -> UInt32? {
      try integer("SELECT checksum FROM events WHERE position = ?1", position).map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Returns the checksum of the last event (0 if there is no event), and its time. The time is nil if the event is
    /// damaged, because all later events and receipts get at least this time, and a damaged time may be wrong.
    func lastEvent() throws(StoreError) -> (checksum: UInt32, time: Timestamp?) {
      guard let head = try integer("SELECT max(position) FROM events") else { return (0, nil) }
      let last = try first(SQLiteReads.eventAt, [head]) { row in
        var checksum = row.checksum(10)
        let isSound = events.isSound(row, after: &checksum)
        return (checksum, isSound ? row.timestamp(8) : nil)
      }
      return last ?? (0, nil)
    }

    /// Returns the latest time of an event, or of an eventless command's receipt. Receipts' expiry is computed from it.
    func latest() throws(StoreError) -> Timestamp {
      let newest = try integer("SELECT max(recorded_at) FROM receipts") ?? 0
      return max(try lastEvent().time ?? Timestamp(microseconds: 0), Timestamp(microseconds: Int64(newest)))
    }

    func eventEnd() throws(StoreError) -> EventEnd {
      try first("SELECT position, checksum FROM events ORDER BY position DESC LIMIT 1") { row in
        EventEnd(position: row.integer(0), checksum: row.checksum(1))
      } ?? EventEnd(position: 0, checksum: 0)
    }

    /// Returns the positions up to which the tables contain the index of streams and owners, and the receipts.
    func indexedPositions() throws(StoreError) -> (index: Position, receipts: Position) {
      try first("SELECT position, receipts FROM event_index") { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    func flushedHead(of stream: StreamID) throws(StoreError) -> StreamHead? {
      try first("SELECT owner, revision FROM streams WHERE stream = ?1", [stream]) { (row) throws(StoreError) in
        StreamHead(owner: try row.identifier(0), revision: row.integer(1))
      }
    }
  }

  extension SQLiteStatement {
    /// Decodes positions, which are stored as eight little-endian bytes each.
    func positions(_ column: Int32) -> [Position] {
      let bytes = bytes(column)
      return (0..<bytes.count / 8).map {
        Int(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int.self))
      }
    }
  }
#endif
