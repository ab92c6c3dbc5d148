import MovieNightPrimitives

/// An event to record.
public struct NewEvent: Equatable, Sendable {
  public var type: String
  /// The version of the type's schema.
  public var version: Int
  /// A JSON object.
  public var data: [UInt8]

  public init(type: String, version: Int, data: [UInt8]) {
    self.type = type
    self.version = version
    self.data = data
  }
}

/// The changes of one command to one stream.
public struct StreamAppend: Equatable, Sendable {
  public var stream: StreamID
  public var owner: OwnerID
  /// The last revision on which the decision is based; `noRevision` for a new stream.
  public var expectedRevision: Revision
  /// The events; empty if the stream was only read.
  public var events: [NewEvent]

  public init(stream: StreamID, owner: OwnerID, expectedRevision: Revision, events: [NewEvent]) {
    self.stream = stream
    self.owner = owner
    self.expectedRevision = expectedRevision
    self.events = events
  }
}

/// All changes of one command, which are recorded together or not at all.
public struct CommandAppend: Equatable, Sendable {
  public var metadata: EventMetadata
  public var streams: [StreamAppend]
  public var texts: [PersonalTextChange]
  /// The time of the decision. If the previous event has a later time, the store records that.
  public var time: Timestamp

  public init(metadata: EventMetadata, streams: [StreamAppend], texts: [PersonalTextChange] = [], time: Timestamp) {
    self.metadata = metadata
    self.streams = streams
    self.texts = texts
    self.time = time
  }
}

/// The outcome of a command in a group.
public enum CommitOutcome: Equatable, Sendable {
  /// The events as recorded, in order; empty if the command changed nothing.
  case committed([RecordedEvent])
  /// The command's id has a receipt; nothing was recorded.
  case duplicate(Receipt)
  /// A stream has changed, or belongs to another owner; nothing was recorded.
  case conflict(stream: StreamID, expected: Revision, actual: Revision)
}

/// The record of a command that was carried out, kept for `Receipt.days` days.
public struct Receipt: Equatable, Sendable {
  /// The number of days for which a repeated command id is recognized.
  public static let days: Int64 = 30

  public var key: ReceiptKey
  /// The fingerprint of method and parameters. The same id with another one is refused (`docs/rules.md`, "Every command").
  public var fingerprint: UInt64
  /// The head after the command; its answer is made as of this position.
  public var position: Position
  /// The number of events that it recorded, the last of them at `position`.
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

/// The key of a receipt. Command ids belong to their actors: another actor's equal id is another command.
public struct ReceiptKey: Hashable, Sendable {
  /// The actor; nil for an administrator.
  public var actor: ActorID?
  public var command: CommandID

  public init(actor: ActorID?, command: CommandID) {
    self.actor = actor
    self.command = command
  }
}

/// A text about a person: a name, an avatar, a note. Events have only its id, so that it can be erased while they stay unchanged.
public struct PersonalText: Equatable, Sendable {
  public var id: TextID
  public var owner: OwnerID
  /// The person it is about; nil for the owner as a whole.
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

/// A change to a personal text, recorded together with a command's events.
public enum PersonalTextChange: Equatable, Sendable {
  /// Adds the text, or replaces the one with its id.
  case put(PersonalText)
  case delete(TextID, owner: OwnerID)
}
