import MovieNightPrimitives

/// The changes in a shared store since a position.
public struct StoreChanges: Equatable, Sendable {
  /// The undamaged events after the requested position, in order, up to the limit. The only gaps are damaged events.
  public var events: [RecordedEvent]
  /// The damaged events in the same range. Streams and rows that do not depend on them can still be used.
  public var damaged: [DamagedEvent]
  /// The store's head when the events were read, or a later head.
  public var head: Position
  /// The checksum of the last event in these changes, or at the requested position if none; nil if neither exists, or
  /// in a snapshot. Checksums are cumulative: histories with the same checksum at a position agree before it.
  public var checksum: UInt32?
  /// The states of the read models when the events were read, or later states.
  public var readModels: [ReadModelState]
  /// The latest time of any event or receipt, if `beginGroup` returned the changes; otherwise possibly earlier.
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

  /// The last position in these changes; nil if they contain no events.
  public var last: Position? { [events.last?.position, damaged.last?.position].compactMap(\.self).max() }
}

/// An event in a shared store that does not match its checksum.
public struct DamagedEvent: Equatable, Sendable {
  /// The stream that the event names; nil if that name is invalid. Even a valid name may be damaged.
  public var stream: StreamID?
  /// The owner that the event names; nil if that id is invalid. Even a valid id may be damaged.
  public var owner: OwnerID?
  public var position: Position
  /// The error to throw to callers that read the event.
  public var error: StoreError

  public init(stream: StreamID?, owner: OwnerID?, position: Position, error: StoreError) {
    self.stream = stream
    self.owner = owner
    self.position = position
    self.error = error
  }
}

/// The state of the append lock, which keeps all servers but its holder from recording events.
public struct AppendLock: Equatable, Sendable {
  /// The process that holds the lock, as the database knows it: program, process id of the backend, client address.
  public var holder: String
  /// The time that the lock was held; nil if the holder's session is of another role, or in no transaction.
  public var heldMicroseconds: Int64?
  /// The number of sessions that wait for the lock.
  public var waiting: Int

  public init(holder: String, heldMicroseconds: Int64?, waiting: Int) {
    self.holder = holder
    self.heldMicroseconds = heldMicroseconds
    self.waiting = waiting
  }
}

/// A stalled server whose database session was terminated because it held the append lock. When the server continues,
/// it finds its connection lost, and looks up the ids of its commands to learn which of them were recorded.
public struct EndedHolder: Equatable, Sendable {
  /// The process that held the lock, described as in `AppendLock`.
  public var holder: String
  /// The time for which the server had been stalled.
  public var silentMicroseconds: Int64

  public init(holder: String, silentMicroseconds: Int64) {
    self.holder = holder
    self.silentMicroseconds = silentMicroseconds
  }
}
