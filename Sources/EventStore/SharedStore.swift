import MovieNightPrimitives

/// What has happened in a shared store since somebody last looked.
public struct News: Equatable, Sendable {
  /// The events after the position that was asked for, up to the limit: without a gap but for the damaged ones.
  public var events: [RecordedEvent]
  /// Those among them that are not what was written. They keep nobody from what does not rest on them.
  public var damaged: [DamagedEvent]
  /// The last position when the events were read, or later.
  public var head: Position
  /// The checksum of the last of the events; where there are none, of the event at the position that was asked for. It
  /// goes on from event to event: two histories that agree in it agree in all that stands before. Nil where the store
  /// keeps no checksums.
  public var checksum: UInt32?
  /// How the read models stood when the events were read, or later.
  public var readModels: [ReadModelState]
  /// In a group: the latest time of any event or receipt. Without a group it may be an earlier one.
  public var latest: Timestamp

  public init(
    events: [RecordedEvent], damaged: [DamagedEvent] = [], head: Position, checksum: UInt32? = nil,
    readModels: [ReadModelState], latest: Timestamp = Timestamp(microseconds: 0)
  ) {
    self.events = events
    self.damaged = damaged
    self.head = head
    self.checksum = checksum
    self.readModels = readModels
    self.latest = latest
  }

  /// The last position that it tells of; nil where nothing was recorded.
  public var last: Position? { [events.last?.position, damaged.last?.position].compactMap(\.self).max() }
}

/// An event in a shared store that is not what its checksum says.
public struct DamagedEvent: Equatable, Sendable {
  /// The stream that it names; nil where that is none. The damage may be in the name.
  public var stream: StreamID?
  /// The owner that it names, in the same way.
  public var owner: OwnerID?
  public var position: Position
  /// What whoever reads the event is told.
  public var error: StoreError

  public init(stream: StreamID?, owner: OwnerID?, position: Position, error: StoreError) {
    self.stream = stream
    self.owner = owner
    self.position = position
    self.error = error
  }
}

/// Who keeps others from appending.
public struct AppendLock: Equatable, Sendable {
  /// The process that holds it, as the database knows it: program, process id, address.
  public var holder: String
  /// For how long. Nil where the database does not tell: the session is another role's, or in no transaction.
  public var heldMicroseconds: Int64?
  /// How many wait for it.
  public var waiting: Int

  public init(holder: String, heldMicroseconds: Int64?, waiting: Int) {
    self.holder = holder
    self.heldMicroseconds = heldMicroseconds
    self.waiting = waiting
  }
}

/// A server that stood still while it kept others from appending, and whose session was ended for it. When it goes on it
/// finds its connection lost, and learns by its commands' ids what became of them.
public struct EndedHolder: Equatable, Sendable {
  /// As of `AppendLock`.
  public var holder: String
  /// For how long it had stood still.
  public var silentMicroseconds: Int64

  public init(holder: String, silentMicroseconds: Int64) {
    self.holder = holder
    self.silentMicroseconds = silentMicroseconds
  }
}

// A store of one process: nobody else appends, so there is nothing to wait for and no news.
extension EventStore {
  public var isShared: Bool { false }

  public func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> News {
    throw notShared
  }

  /// The same, for a caller that has seen no event yet whose history could differ.
  public func beginGroup(after position: Position, limit: Int) throws(StoreError) -> News {
    try beginGroup(after: position, checksum: nil, limit: limit)
  }

  public func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] { throw notShared }

  public func supposeNew(_ commands: [ReceiptKey]) throws(StoreError) { throw notShared }

  public func endGroup() {}

  public func confirmGroup() throws(StoreError) { throw notShared }

  public func news(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> News {
    throw notShared
  }

  /// The same, for a caller that has seen no event yet whose history could differ.
  public func news(after position: Position, limit: Int) throws(StoreError) -> News {
    try news(after: position, checksum: nil, limit: limit)
  }

  public func checksum(ofRecorded position: Position) -> UInt32? { nil }

  public func watch(_ changed: @escaping @Sendable () -> Void) throws(StoreError) {}

  public func appendLock() throws(StoreError) -> AppendLock? { nil }

  public func takeEndedHolders() -> [EndedHolder] { [] }

  public func beginRebuild() throws(StoreError) {}

  public func endRebuild() {}

  public func stopWaiting(after duration: Duration) {}

  private var notShared: StoreError { StoreError(.misuse, "the \(kind) store belongs to one process") }
}
