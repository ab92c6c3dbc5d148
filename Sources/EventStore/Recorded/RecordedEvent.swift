import MovieNightPrimitives

/// An event as recorded in the store. It never changes.
public struct RecordedEvent: Equatable, Sendable {
  public var position: Position
  public var stream: StreamID
  public var owner: OwnerID
  public var revision: Revision
  public var type: String
  /// The version of the type's schema.
  public var version: Int
  /// The event's data, a JSON object.
  public var data: [UInt8]
  public var metadata: EventMetadata
  /// The time of recording, which is never earlier than that of the previous event.
  public var recordedAt: Timestamp

  public init(
    position: Position, stream: StreamID, owner: OwnerID, revision: Revision, type: String, version: Int,
    data: [UInt8], metadata: EventMetadata, recordedAt: Timestamp
  ) {
    self.position = position
    self.stream = stream
    self.owner = owner
    self.revision = revision
    self.type = type
    self.version = version
    self.data = data
    self.metadata = metadata
    self.recordedAt = recordedAt
  }
}

/// The sender and the command that led to an event.
public struct EventMetadata: Equatable, Sendable {
  /// The member who sent the command; nil if a deadline or an administrator caused the event.
  public var actor: ActorID?
  /// The member for whom the sender acted; nil if the sender acted for themself.
  public var actingAs: ActorID?
  /// The command's id and fingerprint; nil if the sender gave no id.
  public var command: CommandMark?

  public init(actor: ActorID? = nil, actingAs: ActorID? = nil, command: CommandMark? = nil) {
    self.actor = actor
    self.actingAs = actingAs
    self.command = command
  }
}

/// The id of a command, and a fingerprint that distinguishes a repeated command from another one with the same id.
public struct CommandMark: Equatable, Sendable {
  public var id: CommandID
  /// The fingerprint of method and parameters (`JSONValue.fingerprint`).
  public var fingerprint: UInt64

  public init(id: CommandID, fingerprint: UInt64) {
    self.id = id
    self.fingerprint = fingerprint
  }
}

extension EventMetadata {
  public init(json: JSONValue) throws(JSONError) {
    actor = try json.optional("actor")
    actingAs = try json.optional("acting_as")
    guard let id: CommandID = try json.optional("command_id") else { return }
    guard let fingerprint = UInt64(try json.string("fingerprint"), radix: 16) else {
      throw JSONError(.wrongType(expected: "a hexadecimal number"), field: "fingerprint")
    }
    command = CommandMark(id: id, fingerprint: fingerprint)
  }

  /// The metadata as a JSON object, in which nil properties are omitted.
  public var json: [UInt8] {
    var json = JSONWriter(reserving: 160)
    json.object { json in
      if let actor { json.field("actor", actor) }
      if let actingAs { json.field("acting_as", actingAs) }
      if let command {
        json.field("command_id", command.id)
        json.field("fingerprint", String(command.fingerprint, radix: 16))
      }
    }
    return json.bytes
  }
}
