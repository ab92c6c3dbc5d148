#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// A flush of the index of streams and owners, which is written in pieces and in a fixed order.
  struct IndexFlush: Sendable {
    let through: Position
    private let streams: [(id: StreamID, entry: RecentIndex.RecentStream)]
    private let owners: [(id: OwnerID, positions: [Position])]
    private var nextStream = 0
    private var nextOwner = 0

    /// The number of owners that can be written in the time of one stream.
    private static let ownersPerStream = 2

    init(_ streams: [StreamID: RecentIndex.RecentStream], _ owners: [OwnerID: [Position]], through: Position) {
      // Sorted, so that new streams are numbered in the order of their first events.
      self.streams = streams.sorted { $0.value.positions[0] < $1.value.positions[0] }.map { ($0.key, $0.value) }
      self.owners = owners.map { ($0.key, $0.value) }
      self.through = through
    }

    var hasMore: Bool { nextStream < streams.count || nextOwner < owners.count }

    /// Writes the next piece; the last piece also updates the flushed position. Overwrites pieces that an unfinished
    /// flush has left, even another process's, because that flush began with the same event, and had no more entries.
    mutating func write(_ size: Int, to connection: SQLiteConnection) throws(StoreError) {
      let streamsEnd = min(streams.count, nextStream + size)
      for (id, entry) in streams[nextStream..<streamsEnd] { try connection.write(entry, of: id) }
      let left = size - (streamsEnd - nextStream)
      nextStream = streamsEnd
      let ownersEnd = min(owners.count, nextOwner + left * Self.ownersPerStream)
      for (owner, positions) in owners[nextOwner..<ownersEnd] { try connection.write(positions, of: owner) }
      nextOwner = ownersEnd
      if !hasMore { try connection.run("UPDATE event_index SET position = ?1", through) }
    }

    mutating func writeAll(to connection: SQLiteConnection) throws(StoreError) {
      try write(streams.count + owners.count + 1, to: connection)
    }
  }

  extension SQLiteWriter {
    /// The number of receipts that can be written in the time of one stream.
    private static let receiptsPerStream = 16

    /// Writes a piece of the index: receipts first, then streams and owners. A piece consists of `size` streams, or of
    /// as many receipts or owners as can be written in the same time.
    func flushIndex(pieceOf size: Int) throws(StoreError) -> Bool {
      let (flush, receipts, head) = recent.withLock { recent in
        if recent.flush == nil, recent.flushed < recent.head { recent.beginFlush() }
        return (recent.flush, recent.flushedReceipts, recent.head)
      }
      guard var flush else { return false }
      if receipts < flush.through {
        let oldest = recent.withLock { $0.receipts.oldest(size * Self.receiptsPerStream) }
        try writing { () throws(StoreError) in try write(oldest.receipts, through: oldest.through ?? head) }
        recent.withLock { $0.forget(oldest) }
        return true
      }
      try writing { () throws(StoreError) in try flush.write(size, to: connection) }
      recent.withLock { $0.advanceFlush(to: flush) }
      if flush.hasMore { return true }
      log.truncate()
      runsMayNeedMerge = true
      return false
    }

    func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {
      let index = recent.withLock { $0 }
      try requireRecorded(flushes, head: index.head)
      try writing { () throws(StoreError) in
        if index.flushed < index.head {
          try write(index.receipts.oldest(.max).receipts, through: index.head)
          var (first, rest) = index.remainingFlushes()
          try first?.writeAll(to: connection)
          try rest.writeAll(to: connection)
        }
        for flush in flushes { try connection.write(flush) }
      }
      recent.withLock { $0.clear() }
      log.truncate()
      runsMayNeedMerge = true
    }

    /// Writes rows and checkpoints, but not the index, whose flushed position is independent of the rows' checkpoints.
    func flushRows(_ flushes: [ReadModelFlush]) throws(StoreError) {
      try requireRecorded(flushes, head: recent.withLock { $0.head })
      try writing { () throws(StoreError) in
        for flush in flushes { try connection.write(flush) }
      }
    }

    private func requireRecorded(_ flushes: [ReadModelFlush], head: Position) throws(StoreError) {
      for flush in flushes where flush.checkpoint > head {
        throw StoreError(.misuse, "\(flush.name): checkpoint \(flush.checkpoint) is beyond the head \(head)")
      }
    }

    /// Writes receipts as a new run, and deletes expired receipts of commands without events.
    private func write(_ receipts: [Receipt], through end: Position) throws(StoreError) {
      let expiry = Receipt.expiry(at: recent.withLock { $0.latest })
      let run = receipts.filter { $0.recordedAt >= expiry }.inOrder()
      note(run)
      try connection.write(run: run)
      try connection.run("DELETE FROM receipts WHERE recorded_at < ?1", expiry)
      try connection.run("UPDATE event_index SET receipts = ?1", end)
    }
  }

  extension SQLiteConnection {
    fileprivate func write(_ entry: RecentIndex.RecentStream, of stream: StreamID) throws(StoreError) {
      let upsert = """
        INSERT INTO streams (stream, owner, revision) VALUES (?1, ?2, ?3)
        ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision RETURNING number
        """
      guard let number = try integer(upsert, stream, entry.owner, entry.head.revision) else {
        throw StoreError(.damaged, "\(path): \(stream) got no number")
      }
      try run(
        "INSERT OR REPLACE INTO stream_positions VALUES (?1, ?2, ?3)", number, entry.firstRevision,
        Self.bytes(of: entry.positions))
    }

    fileprivate func write(_ positions: [Position], of owner: OwnerID) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO owner_positions VALUES (?1, ?2, ?3)", owner, positions[0], Self.bytes(of: positions))
    }

    private static func bytes(of positions: [Position]) -> [UInt8] {
      positions.map(\.littleEndian).withUnsafeBytes { Array($0) }
    }
  }
#endif
