#if SQLite
  import MovieNightPrimitives

  /// The reads of events (and of texts: `SQLiteTexts.swift`), on one connection and the index of what it does not find in
  /// the tables.
  ///
  /// The index is asked before the tables. Should a flush come between, the tables hold more than is asked of them.
  struct SQLiteReads {
    let connection: SQLiteConnection
    let recent: Locked<RecentIndex>
    /// Of the receipts in the tables; nil where another process writes them.
    let filter: Locked<ReceiptFilter>?

    static let eventColumns =
      "position, stream, owner, revision, type, version, data, metadata, recorded_at, checksum"
    static let eventsAfter =
      "SELECT \(eventColumns) FROM events WHERE position > ?1 AND position <= ?2 ORDER BY position LIMIT ?3"
    /// With the checksum of the event before.
    fileprivate static let eventAt = """
      SELECT \(eventColumns), (SELECT before.checksum FROM events AS before WHERE before.position = events.position - 1)
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
      return try connection.with(Self.eventsAfter) { (statement) throws(StoreError) in
        statement.bind(1, position)
        statement.bind(2, head())
        statement.bind(3, limit)
        var events: [RecordedEvent] = []
        var checksum = try connection.checksum(at: position)
        while try statement.step() { events.append(try connection.event(statement, after: &checksum)) }
        return events
      }
    }

    func forEachEvent(
      after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void
    ) throws {
      let statement = try connection.take(Self.eventsAfter)
      defer { connection.giveBack(statement) }
      statement.bind(1, position)
      statement.bind(2, min(end, head()))
      statement.bind(3, -1)
      var checksum = try connection.checksum(at: position)
      while try statement.step() { try body(connection.event(statement, after: &checksum)) }
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
        let stream = try connection.stream(statement.bytes(0))
        let head = unseen.removeValue(forKey: stream)?.head
        try body(stream, statement.identifier(1), head?.revision ?? statement.integer(2))
      }
      for (stream, entry) in unseen.sorted(by: { $0.value.positions[0] < $1.value.positions[0] }) {
        try body(stream, entry.owner, entry.head.revision)
      }
    }

    private func flushedPositions(of stream: StreamID, from first: Revision, limit: Int) throws(StoreError)
      -> [Position]
    {
      guard limit > 0 else { return [] }
      // The chunk that holds `first` is the last one that begins at or before it.
      let sql = """
        SELECT first_revision, positions FROM stream_positions
        WHERE stream = (SELECT number FROM streams WHERE stream = ?1) AND first_revision >= coalesce((
          SELECT max(first_revision) FROM stream_positions
          WHERE stream = (SELECT number FROM streams WHERE stream = ?1) AND first_revision <= ?2), 0)
        ORDER BY first_revision
        """
      return try connection.with(sql) { (statement) throws(StoreError) in
        statement.bind(1, text: stream.utf8)
        statement.bind(2, first)
        var positions: [Position] = []
        while positions.count < limit, try statement.step() {
          let skipped = max(0, first - statement.integer(0))
          positions += statement.positions(1).dropFirst(skipped).prefix(limit - positions.count)
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
      var positions = try connection.with(sql) { (statement) throws(StoreError) in
        statement.bind(1, owner)
        statement.bind(2, position)
        var positions: [Position] = []
        while positions.count < limit, try statement.step() {
          let found = statement.positions(0)
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
              .damaged, "\(connection.path): the index names position \(position), where no event is",
              hint: "Run `movienight verify` for all findings; restore a backup.", position: position)
          }
          var checksum = UInt32(truncatingIfNeeded: statement.integer(10))
          events.append(try connection.event(statement, after: &checksum))
          statement.reset()
        }
        return events
      }
    }
  }

  extension SQLiteConnection {
    /// The checksum of the event at a position; that with which the first one begins, where there is none.
    func checksum(at position: Position) throws(StoreError) -> UInt32 {
      let stored = try integer("SELECT checksum FROM events WHERE position = ?1") { $0.bind(1, position) }
      return UInt32(truncatingIfNeeded: stored ?? 0)
    }

    /// The event in a row of `SQLiteReads.eventColumns`, if it is what was written.
    ///
    /// - Parameter checksum: that of the event before; becomes that of this one.
    /// - Throws: `damaged` where the event is not what its checksum says.
    func event(_ row: SQLiteStatement, after checksum: inout UInt32) throws(StoreError) -> RecordedEvent {
      guard isSound(row, after: &checksum) else { throw .damagedEvent(path, at: row.integer(0)) }
      return try event(row)
    }

    /// Whether the event in a row is what was written.
    ///
    /// - Parameter checksum: that of the event before; becomes the one that is stored with this one.
    private func isSound(_ row: SQLiteStatement, after checksum: inout UInt32) -> Bool {
      columns.set(row: row)
      let stored = UInt32(truncatingIfNeeded: row.integer(9))
      defer { checksum = stored }
      return columns.checksum(after: checksum) == stored
    }

    /// The last event's checksum (0 where there is none), and its time; nil where it is not what was written: such an
    /// event has no say in what is recorded next, which is never before the last one.
    func lastEvent() throws(StoreError) -> (checksum: UInt32, time: Timestamp?) {
      guard let head = try integer("SELECT max(position) FROM events") else { return (0, nil) }
      return try with(SQLiteReads.eventAt) { (statement) throws(StoreError) in
        statement.bind(1, head)
        guard try statement.step() else { return (0, nil) }
        var checksum = UInt32(truncatingIfNeeded: statement.integer(10))
        let isSound = isSound(statement, after: &checksum)
        return (checksum, isSound ? statement.timestamp(8) : nil)
      }
    }

    /// The latest time of an event or of a receipt without one: what receipts expire by.
    func latest() throws(StoreError) -> Timestamp {
      let newest = try integer("SELECT max(recorded_at) FROM receipts") ?? 0
      return max(try lastEvent().time ?? Timestamp(microseconds: 0), Timestamp(microseconds: Int64(newest)))
    }

    /// The event in a row of `SQLiteReads.eventColumns`, as far as it can be read.
    func event(_ row: SQLiteStatement) throws(StoreError) -> RecordedEvent {
      let metadata: EventMetadata
      do {
        metadata = try EventMetadata(recorded: row.bytes(7))
      } catch {
        throw StoreError(.damaged, "\(path): position \(row.integer(0)): metadata: \(error)")
      }
      return RecordedEvent(
        position: row.integer(0), stream: try stream(row.bytes(1)), owner: try row.identifier(2),
        revision: row.integer(3), type: strings.string(row.bytes(4)), version: row.integer(5), data: row.array(6),
        metadata: metadata, recordedAt: row.timestamp(8))
    }

    func stream(_ text: UnsafeRawBufferPointer) throws(StoreError) -> StreamID {
      guard let stream = StreamID(utf8: text, intern: { strings.string($0) }) else {
        throw StoreError(.damaged, "\(path): '\(String(decoding: text, as: UTF8.self))' is no stream")
      }
      return stream
    }

    /// Where the stream stands by the tables.
    func flushedHead(of stream: StreamID) throws(StoreError) -> StreamHead? {
      try with("SELECT owner, revision FROM streams WHERE stream = ?1") { (statement) throws(StoreError) in
        statement.bind(1, text: stream.utf8)
        guard try statement.step() else { return nil }
        return StreamHead(owner: try statement.identifier(0), revision: statement.integer(1))
      }
    }
  }

  extension SQLiteStatement {
    /// A list of positions, as `bind(_:positions:)` wrote it.
    func positions(_ column: Int32) -> [Position] {
      let bytes = bytes(column)
      return (0..<bytes.count / 8).map {
        Int(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int.self))
      }
    }

    func bind(_ parameter: Int32, positions: [Position]) {
      let words = positions.map(\.littleEndian)
      words.withUnsafeBytes { bind(parameter, blob: Array($0)) }
    }
  }
#endif
