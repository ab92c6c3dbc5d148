import MovieNightPrimitives

/// An event to record.
public struct NewEvent: Equatable, Sendable {
  public var type: String
  /// The version of the type's schema.
  public var version: Int
  /// The event's data, a JSON object.
  public var data: [UInt8]

  public init(type: String, version: Int, data: [UInt8]) {
    self.type = type
    self.version = version
    self.data = data
  }
}

/// The changes that one command makes to one stream.
public struct StreamAppend: Equatable, Sendable {
  public var stream: StreamID
  public var owner: OwnerID
  /// The stream's last revision when the command was decided; `noRevision` for a new stream.
  public var expectedRevision: Revision
  /// The events to append; empty if the command only read the stream.
  public var events: [NewEvent]

  public init(stream: StreamID, owner: OwnerID, expectedRevision: Revision, events: [NewEvent]) {
    self.stream = stream
    self.owner = owner
    self.expectedRevision = expectedRevision
    self.events = events
  }
}

/// All changes that one command makes. They are recorded together or not at all.
public struct CommandAppend: Equatable, Sendable {
  public var metadata: EventMetadata
  public var streams: [StreamAppend]
  public var texts: [PersonalTextChange]
  /// The time of the decision. If an earlier command has a later time, the store records that time instead.
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
  /// The command was recorded. Contains its events in order; empty if the command recorded no events.
  case committed([RecordedEvent])
  /// A stream has changed, or belongs to another owner; nothing was recorded.
  case conflict(stream: StreamID, expected: Revision, actual: Revision)
}

/// The record that a command was carried out, kept for `Receipt.days` days.
public struct Receipt: Equatable, Sendable {
  /// The number of days for which a repeated command id is recognized.
  public static let days: Int64 = 30

  public var key: ReceiptKey
  /// The fingerprint of method and parameters. An id with another one is refused (`docs/rules.md`, "Every command").
  public var fingerprint: UInt64
  /// The store's head after the command. A repeated command is answered with the rows as of this position.
  public var position: Position
  /// The number of events that the command recorded. The last of them is at `position`.
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

/// The key of a receipt. Each actor has their own command ids, so the same id sent by another actor is another command.
public struct ReceiptKey: Hashable, Sendable {
  /// The actor; nil for an administrator.
  public var actor: ActorID?
  public var command: CommandID

  public init(actor: ActorID?, command: CommandID) {
    self.actor = actor
    self.command = command
  }
}

/// A personal text, such as a name, an avatar or a note. Events have only its id, so erasing it changes no event.
public struct PersonalText: Equatable, Sendable {
  public var id: TextID
  public var owner: OwnerID
  /// The person whom the text is about; nil if it is about the owner as a whole.
  public var subject: ActorID?
  /// The text itself, as a JSON value.
  public var value: [UInt8]

  public init(id: TextID, owner: OwnerID, subject: ActorID?, value: [UInt8]) {
    self.id = id
    self.owner = owner
    self.subject = subject
    self.value = value
  }
}

extension PersonalText {
  /// Whether stores keep the text with others about its subject, apart from names: it has a subject, and its value
  /// begins with the member `kind`. Changing such a text then costs the same however many others there are.
  public var isKeptBySubject: Bool { subject != nil && value.starts(with: #"{"kind":"#.utf8) }
}

/// A change to a personal text, recorded together with a command's events.
public enum PersonalTextChange: Equatable, Sendable {
  /// Adds the text, or replaces the text with the same id.
  case put(PersonalText)
  /// Deletes the text with this id if it belongs to this owner.
  case delete(TextID, owner: OwnerID)
}
