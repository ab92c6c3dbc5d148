import MovieNightPrimitives

/// The changes in a shared store since a position.
public struct StoreChanges: Equatable, Sendable {
  /// The events after the requested position, up to the limit, without gaps except for damaged ones.
  public var events: [RecordedEvent]
  /// The damaged ones, which do not block what is independent of them.
  public var damaged: [DamagedEvent]
  /// The head when the events were read, or a later one.
  public var head: Position
  /// The checksum of the last event, or else of the one at the requested position; nil if the store keeps none. It is cumulative:
  /// two histories that agree in it agree in everything before.
  public var checksum: UInt32?
  /// The read models' states when the events were read, or later ones.
  public var readModels: [ReadModelState]
  /// In a group, the latest time of any event or receipt; otherwise it may be an earlier one.
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

  /// The last position in these changes; nil if there are none.
  public var last: Position? { [events.last?.position, damaged.last?.position].compactMap(\.self).max() }
}

/// An event in a shared store that does not match its checksum.
public struct DamagedEvent: Equatable, Sendable {
  /// The stream that it names; nil if that is invalid. The name itself may be damaged.
  public var stream: StreamID?
  /// The owner that it names; like `stream`.
  public var owner: OwnerID?
  public var position: Position
  /// The error for readers of the event.
  public var error: StoreError

  public init(stream: StreamID?, owner: OwnerID?, position: Position, error: StoreError) {
    self.stream = stream
    self.owner = owner
    self.position = position
    self.error = error
  }
}

/// The lock that keeps other servers from appending.
public struct AppendLock: Equatable, Sendable {
  /// The process that holds it, as the database knows it: program, process id, address.
  public var holder: String
  /// The time for which it has been held; nil if the session is another role's, or in no transaction.
  public var heldMicroseconds: Int64?
  /// The number of sessions that wait for it.
  public var waiting: Int

  public init(holder: String, heldMicroseconds: Int64?, waiting: Int) {
    self.holder = holder
    self.heldMicroseconds = heldMicroseconds
    self.waiting = waiting
  }
}

/// A stalled server whose session was terminated because it held the append lock. When it continues, it finds its connection
/// lost, and learns from its commands' ids what happened to them.
public struct EndedHolder: Equatable, Sendable {
  /// The process, as in `AppendLock`.
  public var holder: String
  /// The time for which it had stalled.
  public var silentMicroseconds: Int64

  public init(holder: String, silentMicroseconds: Int64) {
    self.holder = holder
    self.silentMicroseconds = silentMicroseconds
  }
}

// The defaults of a store with one process: there are no other appenders to wait for, and no changes.
extension EventStore {
  public var isShared: Bool { false }

  public func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    throw notShared
  }

  /// Begins a group for a caller that has not seen an event whose history could differ.
  public func beginGroup(after position: Position, limit: Int) throws(StoreError) -> StoreChanges {
    try beginGroup(after: position, checksum: nil, limit: limit)
  }

  public func receipts(of commands: [ReceiptKey]) throws(StoreError) -> [ReceiptKey: Receipt] { throw notShared }

  public func assumeNew(_ commands: [ReceiptKey]) throws(StoreError) { throw notShared }

  public func endGroup() {}

  public func confirmGroup() throws(StoreError) { throw notShared }

  public func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    throw notShared
  }

  /// Returns what others recorded for a caller that has not seen an event whose history could differ.
  public func storeChanges(after position: Position, limit: Int) throws(StoreError) -> StoreChanges {
    try storeChanges(after: position, checksum: nil, limit: limit)
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
