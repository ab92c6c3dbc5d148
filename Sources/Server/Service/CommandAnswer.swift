import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// Makes the JSON result of a command that was carried out.
typealias CommandAnswer = @Sendable (CommandRows) throws -> [UInt8]

extension ResultObject {
  /// The result of a command: the object's members, and the position and revision that every result has. `read` returns the value
  /// to show, and the revision after the command of what it is about.
  func answer(_ read: @escaping PreparedCommand<Value>.Read) -> CommandAnswer {
    { [members] rows in
      let (shown, revision) = try read(rows)
      var json = JSONWriter(reserving: 512)
      json.object { json in
        members.write(shown, to: &json)
        json.field("position", rows.position)
        json.field("revision", revision)
      }
      return json.bytes.compacted
    }
  }
}

/// The events that a command recorded, and the read models as of the command.
/// They are read on the committer's thread, between the command's events and the next one's, so that they match it exactly.
package struct CommandRows {
  /// The events recorded now, or when the command was first sent.
  let events: [RecordedEvent]
  /// The head after the command.
  let position: Position
  /// Whether the command was sent again: rows are read as of `position`, and secrets that the server made are not shown again.
  let isRepeated: Bool
  package let readModels: ReadModels
  let nameCache: NameCache

  /// The row after the command: `now` reads the current one; `then` reads it for a command sent again, and if the read model
  /// has stopped, without which commands go on.
  package func row<Value>(now: (Position) throws -> Value?, then: (Position) throws -> Value?) throws -> Value? {
    guard !isRepeated else { return try then(position) }
    do {
      return try now(position)
    } catch ProjectionError.projectionStopped {
      return try then(position)
    }
  }

  /// The first event of a type that the command recorded.
  package func event(of type: (some EventPayload).Type) throws -> RecordedEvent {
    try required(events.first { $0.type == type.type }, type.type)
  }

  package func payload<Payload: EventPayload>(of type: Payload.Type = Payload.self) throws -> Payload {
    let event = try event(of: type)
    let decoded = try readModels.schema.decode(type: event.type, version: event.version, data: event.data)
    return try required(decoded.payload as? Payload, Payload.type)
  }

  /// - Throws: `MissingAnswer` for nil.
  func required<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws(MissingAnswer) -> Value {
    guard let value else { throw MissingAnswer(what: what(), position: position) }
    return value
  }
}

/// The error of a command that was carried out, but whose answer lacks a row: the read models are damaged.
struct MissingAnswer: Error, CustomStringConvertible {
  let what: String
  let position: Position

  var description: String { "no \(what) in the read models at position \(position)" }
}
