import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// Encodes the result of a command that was carried out.
typealias CommandAnswer = @Sendable (CommandRows) throws -> [UInt8]

enum CommandTypes {
  /// The members at the end of every command's result.
  static let recorded = ResultMembers<(position: Position, revision: Revision)>([
    .field("position", "the store's last position after the command") { $0.position },
    .field(
      "revision", "the resulting revision of the round, library, collection or household, for `expected_revision`"
    ) { $0.revision },
  ])
}

extension ResultObject {
  /// Returns a function that encodes a command's result: the object's members, and the position and revision of every
  /// result. `read` returns the value to show, and the new revision of the stream.
  func answer(_ read: @escaping PreparedCommand<Value>.Read) -> CommandAnswer {
    { [members] rows in
      let (shown, revision) = try read(rows)
      var json = JSONWriter(reserving: 512)
      json.object { json in
        members.write(shown, to: &json)
        CommandTypes.recorded.write((position: rows.position, revision: revision), to: &json)
      }
      return json.bytes.compacted
    }
  }
}

/// The events that a command recorded, and the rows as of the command. The committer's thread reads the rows after
/// folding the command's events and before folding those of the next command, so that they match the command.
package struct CommandRows {
  /// The events that the command recorded, now or when it was first sent.
  let events: [RecordedEvent]
  /// The head after the command.
  let position: Position
  /// Whether the command was resent. Its rows are then read as of `position`, and the server's secrets are hidden.
  let isRepeated: Bool
  package let readModels: ReadModels
  let nameCache: NameCache

  /// Returns a row as it is after the command. `read` reads the current row. For a repeated command, and also if the
  /// read model has stopped, because commands continue without it, `read` reads the row as of the command's position.
  package func row<Value>(_ read: (Reading) throws -> Value?) throws -> Value? {
    guard !isRepeated else { return try read(.asOf(.position(position))) }
    do {
      return try read(.through(position))
    } catch ProjectionError.projectionStopped {
      return try read(.asOf(.position(position)))
    }
  }

  /// Returns the first event of a type that the command recorded.
  package func event(of type: (some EventPayload).Type) throws -> RecordedEvent {
    try required(events.first { $0.type == type.type }, type.type)
  }

  package func payload<Payload: EventPayload>(of type: Payload.Type = Payload.self) throws -> Payload {
    let event = try event(of: type)
    let decoded = try readModels.schema.decode(type: event.type, version: event.version, data: event.data)
    return try required(decoded.payload as? Payload, Payload.type)
  }

  func required<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws(MissingAnswer) -> Value {
    guard let value else { throw MissingAnswer(what: what(), position: position) }
    return value
  }
}

/// The error if a command was carried out, but a row of its answer is missing, as the read models are damaged.
struct MissingAnswer: Error, CustomStringConvertible {
  let what: String
  let position: Position

  var description: String { "no \(what) in the read models at position \(position)" }
}
