import MovieNightPrimitives

/// An event that is to be recorded.
public struct NewEvent: Equatable, Sendable {
  public var type: String
  /// Of the type's schema.
  public var version: Int
  /// A JSON object.
  public var data: [UInt8]

  public init(type: String, version: Int, data: [UInt8]) {
    self.type = type
    self.version = version
    self.data = data
  }
}

/// What one command does to one stream.
public struct StreamAppend: Equatable, Sendable {
  public var stream: StreamID
  public var owner: OwnerID
  /// The stream's last revision that the decision rests on; `noRevision` for a new stream.
  public var expectedRevision: Revision
  /// None, where the stream was only read.
  public var events: [NewEvent]

  public init(stream: StreamID, owner: OwnerID, expectedRevision: Revision, events: [NewEvent]) {
    self.stream = stream
    self.owner = owner
    self.expectedRevision = expectedRevision
    self.events = events
  }
}

/// Everything that one command changes. All of it is recorded, or none.
public struct CommandAppend: Equatable, Sendable {
  public var metadata: EventMetadata
  public var streams: [StreamAppend]
  public var texts: [PersonalTextChange]
  /// When it was decided. The store records a later time where the event before has one.
  public var time: Timestamp

  public init(metadata: EventMetadata, streams: [StreamAppend], texts: [PersonalTextChange] = [], time: Timestamp) {
    self.metadata = metadata
    self.streams = streams
    self.texts = texts
    self.time = time
  }
}

/// What became of one command of a group.
public enum CommitOutcome: Equatable, Sendable {
  /// The events as recorded, in the order of the append; none, where the command changed nothing.
  case committed([RecordedEvent])
  /// The command's id has a receipt: nothing was recorded.
  case duplicate(Receipt)
  /// A stream has moved on (or belongs to another owner): nothing was recorded.
  case conflict(stream: StreamID, expected: Revision, actual: Revision)
}

/// The trace of a command that was carried out, kept `Receipt.days` days.
public struct Receipt: Equatable, Sendable {
  /// How long the same command id is known again.
  public static let days: Int64 = 30

  public var key: ReceiptKey
  /// Of method and parameters: with another one, the same id is refused (`docs/rules.md`, "Every command").
  public var fingerprint: UInt64
  /// The head when it had been carried out: its answer is the state as of then.
  public var position: Position
  /// How many events it recorded, the last of them at `position`.
  public var eventCount: Int
  public var recordedAt: Timestamp

  public init(key: ReceiptKey, fingerprint: UInt64, position: Position, eventCount: Int, recordedAt: Timestamp) {
    self.key = key
    self.fingerprint = fingerprint
    self.position = position
    self.eventCount = eventCount
    self.recordedAt = recordedAt
  }
}

/// A command id belongs to who made it: another actor's equal id is another command.
public struct ReceiptKey: Hashable, Sendable {
  /// Nil for an administrator.
  public var actor: ActorID?
  public var command: CommandID

  public init(actor: ActorID?, command: CommandID) {
    self.actor = actor
    self.command = command
  }
}

/// A text that says something about a person: a name, an avatar, a note.
///
/// It lives beside the events, which only hold its id, so that it can be erased while they stay whole.
public struct PersonalText: Equatable, Sendable {
  public var id: TextID
  public var owner: OwnerID
  /// Whom it is about; nil for the owner as a whole.
  public var subject: ActorID?
  /// A JSON value.
  public var value: [UInt8]

  public init(id: TextID, owner: OwnerID, subject: ActorID?, value: [UInt8]) {
    self.id = id
    self.owner = owner
    self.subject = subject
    self.value = value
  }
}

/// What a command does to a personal text, in the same step in which its events are recorded.
public enum PersonalTextChange: Equatable, Sendable {
  /// Adds it, or replaces the one with its id.
  case put(PersonalText)
  case delete(TextID, owner: OwnerID)
}
