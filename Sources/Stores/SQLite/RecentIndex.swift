#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// Where the events of a database end.
  struct EventEnd: Equatable, Sendable {
    /// 0 where there are none.
    var position: Position
    /// Of the event at `position`.
    var checksum: UInt32
  }

  /// The index of what was recorded since the last flush, and where the store ends.
  ///
  /// Writing these with each group would cost more than the events, so they wait here; after a crash they are read
  /// from the events again. What is being flushed stays here until all of it stands in the tables: which of it they have
  /// already nobody needs to know.
  struct RecentIndex: Sendable {
    struct RecentStream: Sendable {
      var owner: OwnerID
      var firstRevision: Revision
      var positions: [Position] = []

      var head: StreamHead { StreamHead(owner: owner, revision: firstRevision + positions.count - 1) }
    }

    /// Streams and owners of events that follow each other.
    private struct Portion: Sendable {
      var streams: [StreamID: RecentStream] = [:]
      var owners: [OwnerID: [Position]] = [:]
    }

    /// Up to here streams and owners stand in the tables.
    private(set) var flushed: Position = 0
    /// Up to here receipts do: never before `flushed`.
    private(set) var flushedReceipts: Position = 0
    private(set) var head: Position = 0
    /// The latest time that was seen: what receipts expire by.
    private(set) var latest = Timestamp(microseconds: 0)
    /// Of the last event.
    private(set) var checksum: UInt32 = 0
    private(set) var receipts = Receipts()
    /// The part of a flush that is under way.
    private(set) var flush: IndexFlush?
    /// What that flush writes.
    private var older = Portion()
    private var newer = Portion()

    var end: EventEnd { EventEnd(position: head, checksum: checksum) }

    // MARK: Looking up

    func stream(_ id: StreamID) -> RecentStream? {
      guard var stream = older.streams[id] else { return newer.streams[id] }
      stream.positions += newer.streams[id]?.positions ?? []
      return stream
    }

    func positions(of owner: OwnerID) -> [Position] {
      (older.owners[owner] ?? []) + (newer.owners[owner] ?? [])
    }

    /// Every stream with events since the last flush.
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

    /// What must be written so that the tables have everything.
    func wholeFlush() -> (first: IndexFlush?, rest: IndexFlush) {
      (flush, IndexFlush(newer.streams, newer.owners, through: head))
    }

    /// Begins to flush what there is now; what comes meanwhile is for the next flush.
    mutating func beginFlush() {
      flush = IndexFlush(newer.streams, newer.owners, through: head)
      older = newer
      newer = Portion()
    }

    /// The oldest receipts were written.
    mutating func forget(_ oldest: Receipts.Oldest) {
      receipts.forget(oldest)
      flushedReceipts = oldest.through ?? head
    }

    /// So many streams and owners were written; with the last of them the flush has ended.
    mutating func advanceFlush(to next: IndexFlush) {
      if next.hasMore {
        flush = next
      } else {
        flushed = next.through
        flush = nil
        older = Portion()
      }
    }

    /// Forgets everything: all was written.
    mutating func clear() {
      flushed = head
      flushedReceipts = head
      flush = nil
      older = Portion()
      newer.streams.removeAll(keepingCapacity: true)
      newer.owners.removeAll(keepingCapacity: true)
      receipts.removeAll()
    }

    // MARK: Loading

    /// Takes up what the tables say and this index does not know yet.
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
