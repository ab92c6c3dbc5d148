#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// The position and the checksum of a database's last event; both are 0 if there is no event.
  struct EventEnd: Equatable, Sendable {
    var position: Position
    var checksum: UInt32
  }

  /// The index of the events since the last flush, and the position and checksum of the last event. Writing the index
  /// to its tables with each group would cost more than writing the events, so the index stays in memory until a flush.
  /// After a crash, it is built from the events again. Entries being flushed stay here until all are in the tables.
  struct RecentIndex: Sendable {
    struct RecentStream: Sendable {
      var owner: OwnerID
      var firstRevision: Revision
      var positions: [Position] = []

      var head: StreamHead { StreamHead(owner: owner, revision: firstRevision + positions.count - 1) }
    }

    private struct Generation: Sendable {
      var streams: [StreamID: RecentStream] = [:]
      var owners: [OwnerID: [Position]] = [:]
    }

    /// The position up to which the tables contain the index of streams and owners.
    private(set) var flushed: Position = 0
    /// The position up to which the tables contain receipts, which is `flushed` or later.
    private(set) var flushedReceipts: Position = 0
    private(set) var head: Position = 0
    /// The latest time of an event or receipt, from which the expiry of receipts is computed.
    private(set) var latest = Timestamp(microseconds: 0)
    private(set) var checksum: UInt32 = 0
    private(set) var receipts = Receipts()
    private(set) var flush: IndexFlush?
    /// The entries that the flush in progress writes to the tables; empty if no flush is in progress.
    private var older = Generation()
    /// The entries that the next flush will write.
    private var newer = Generation()

    var end: EventEnd { EventEnd(position: head, checksum: checksum) }

    // MARK: Lookups

    func stream(_ id: StreamID) -> RecentStream? {
      guard var stream = older.streams[id] else { return newer.streams[id] }
      stream.positions += newer.streams[id]?.positions ?? []
      return stream
    }

    func positions(of owner: OwnerID) -> [Position] {
      (older.owners[owner] ?? []) + (newer.owners[owner] ?? [])
    }

    func streams() -> [StreamID: RecentStream] {
      var streams = newer.streams
      for id in older.streams.keys { streams[id] = stream(id) }
      return streams
    }

    // MARK: Changes

    mutating func add(_ event: RecordedEvent) {
      head = event.position
      let first = RecentStream(owner: event.owner, firstRevision: event.revision)
      newer.streams[event.stream, default: first].positions.append(event.position)
      newer.owners[event.owner, default: []].append(event.position)
      if event.position > flushedReceipts { receipts.note(event) }
    }

    mutating func setEnd(checksum: UInt32, latest: Timestamp) {
      self.checksum = checksum
      self.latest = max(self.latest, latest)
    }

    // MARK: Flushing

    /// Returns the rest of the flush in progress, if any, and a flush of all later entries.
    func remainingFlushes() -> (first: IndexFlush?, rest: IndexFlush) {
      (flush, IndexFlush(newer.streams, newer.owners, through: head))
    }

    /// Begins a flush of the current entries. Entries that are added later belong to the next flush.
    mutating func beginFlush() {
      flush = IndexFlush(newer.streams, newer.owners, through: head)
      older = newer
      newer = Generation()
    }

    /// Forgets the oldest receipts. Call this after they were written to the tables.
    mutating func forget(_ oldest: Receipts.Oldest) {
      receipts.forget(oldest)
      flushedReceipts = oldest.through ?? head
    }

    /// Records the progress of the flush: `next` is the part not written yet. Ends the flush if nothing remains.
    mutating func advanceFlush(to next: IndexFlush) {
      if next.hasMore {
        flush = next
      } else {
        flushed = next.through
        flush = nil
        older = Generation()
      }
    }

    /// Forgets all entries. Call this after all of them were written to the tables.
    mutating func clear() {
      flushed = head
      flushedReceipts = head
      flush = nil
      older = Generation()
      newer.streams.removeAll(keepingCapacity: true)
      newer.owners.removeAll(keepingCapacity: true)
      receipts.removeAll()
    }

    // MARK: Loading

    /// Adds the events of another process. If that has flushed its index, starts over after that flush.
    mutating func refresh(from connection: SQLiteConnection) throws(StoreError) {
      self = try connection.reading { () throws(StoreError) in
        let (flushed, receipts) = try connection.indexedPositions()
        var index = self
        if flushed != index.flushed || index.head == 0 {
          index = RecentIndex()
          index.flushed = flushed
          index.head = flushed
        }
        index.flushedReceipts = receipts
        try index.addEvents(from: connection)
        return index
      }
    }

    private mutating func addEvents(from connection: SQLiteConnection) throws(StoreError) {
      try connection.forEach(SQLiteReads.eventsAfter, [head, Int.max, -1]) { (row) throws(StoreError) in
        add(try connection.events.event(row))
      }
      setEnd(checksum: try connection.lastEvent().checksum, latest: try connection.latest())
    }
  }
#endif
