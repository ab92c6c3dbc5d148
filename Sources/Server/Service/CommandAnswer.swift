import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// Makes the whole result of a command, as JSON, when it was carried out.
typealias CommandAnswer = @Sendable (CommandRows) throws -> [UInt8]

extension ResultObject {
  /// The result of a command: the object's members, with position and revision, which every result has.
  ///
  /// - Parameter read: reads what the result shows, and the revision after the command of what it is about.
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

/// What a command recorded, and the read models as they were when it had been carried out.
///
/// They are asked on the committer's thread, between a command's events and the next one's, so that they are just that.
package struct CommandRows {
  /// What it recorded, now or when it was first sent.
  let events: [RecordedEvent]
  /// The head when it had been carried out.
  let position: Position
  /// Whether this is a command that was sent again: rows are read as of `position`, and secrets that the server made are
  /// not repeated.
  let isRepeated: Bool
  package let readModels: ReadModels
  let directories: Directories

  /// The row as of now; as of the command where it was sent again, and where the read model has stopped: the command
  /// itself went on.
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

  /// What that event says.
  package func payload<Payload: EventPayload>(of type: Payload.Type = Payload.self) throws -> Payload {
    let event = try event(of: type)
    let decoded = try readModels.schema.decode(type: event.type, version: event.version, data: event.data)
    return try required(decoded.payload as? Payload, Payload.type)
  }

  /// - Throws: `MissingAnswer` for what is not there.
  func required<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws(MissingAnswer) -> Value {
    guard let value else { throw MissingAnswer(what: what(), position: position) }
    return value
  }
}

/// A command was carried out, but what its answer is made of is not there: the read models are damaged.
struct MissingAnswer: Error, CustomStringConvertible {
  let what: String
  let position: Position

  var description: String { "no \(what) in the read models at position \(position)" }
}
