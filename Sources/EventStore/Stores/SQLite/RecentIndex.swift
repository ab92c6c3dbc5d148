#if SQLite
  import Primitives

  /// The index of what was recorded since the last flush, and where the store ends.
  ///
  /// Writing these with each group would cost more than the events, so they wait here; after a crash they are read
  /// from the events again.
  struct RecentIndex: Sendable {
    struct RecentStream: Sendable {
      var owner: OwnerID
      var firstRevision: Revision
      var positions: [Position]

      var head: StreamHead { StreamHead(owner: owner, revision: firstRevision + positions.count - 1) }
    }

    /// Up to here the index stands in the tables.
    private(set) var flushed: Position = 0
    private(set) var head: Position = 0
    /// The latest time that was seen: what receipts expire by.
    private(set) var latest = Timestamp(microseconds: 0)
    /// Of the last event.
    private(set) var checksum: UInt32 = 0
    private(set) var streams: [StreamID: RecentStream] = [:]
    private(set) var owners: [OwnerID: [Position]] = [:]
    private(set) var receipts = Receipts()

    var end: EventEnd { EventEnd(position: head, checksum: checksum) }

    // MARK: Changes

    mutating func add(_ event: RecordedEvent) {
      head = event.position
      if streams[event.stream] == nil {
        streams[event.stream] = RecentStream(
          owner: event.owner, firstRevision: event.revision, positions: [event.position])
      } else {
        streams[event.stream]?.positions.append(event.position)
      }
      owners[event.owner, default: []].append(event.position)
      receipts.note(event)
    }

    mutating func setEnd(checksum: UInt32, latest: Timestamp) {
      self.checksum = checksum
      self.latest = max(self.latest, latest)
    }

    /// Forgets what a flush has written.
    mutating func clear() {
      flushed = head
      streams.removeAll(keepingCapacity: true)
      owners.removeAll(keepingCapacity: true)
      receipts.removeAll()
    }

    // MARK: Loading

    /// Takes up what the tables say and this index does not know yet.
    mutating func refresh(from connection: SQLiteConnection) throws(StoreError) {
      self = try connection.reading { () throws(StoreError) in
        let flushed = try connection.indexedPosition()
        var index = self
        if flushed != index.flushed || index.head == 0 {
          index = RecentIndex()
          index.flushed = flushed
          index.head = flushed
        }
        try index.addEvents(from: connection)
        return index
      }
    }

    private mutating func addEvents(from connection: SQLiteConnection) throws(StoreError) {
      try connection.with(SQLiteReads.eventsAfter) { (statement) throws(StoreError) in
        statement.bind(1, head)
        statement.bind(2, Int.max)
        statement.bind(3, -1)
        while try statement.step() { add(try connection.event(statement)) }
      }
      setEnd(checksum: try connection.lastEvent().checksum, latest: try connection.latest())
    }
  }
#endif
