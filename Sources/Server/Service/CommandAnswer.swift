import Domain
import EventStore
import MovieNightPrimitives
import Projections

/// How the result of a command is made when it was carried out.
package struct CommandAnswer: Sendable {
  /// Reads what the result shows, and the revision after the command of what it is about.
  ///
  /// - Throws: when rows or names cannot be read.
  package typealias Read<Shown> = @Sendable (CommandRows) throws -> (Shown, Revision)

  /// The whole result, as JSON.
  let result: @Sendable (CommandRows) throws -> [UInt8]

  /// - Parameter object: the members of the result, but for position and revision, which every result has.
  init<Shown>(_ object: ResultObject<Shown>, _ read: @escaping Read<Shown>) {
    result = { rows in
      let (shown, revision) = try read(rows)
      var json = JSONWriter(reserving: 512)
      json.object { json in
        object.members.write(shown, to: &json)
        json.field("position", rows.effect.position)
        json.field("revision", revision)
      }
      return json.bytes.compacted
    }
  }
}

/// What a command did, now or when it was first sent.
struct CommandEffect: Sendable {
  /// What it recorded.
  var events: [RecordedEvent]
  /// The head when it had been carried out.
  var position: Position
  /// Whether this is a command that was sent again: rows are read as of `position`, and secrets that the server made are
  /// not repeated.
  var isRepeated: Bool
}

/// What a command recorded, and the read models as they were when it had been carried out.
///
/// They are asked on the committer's thread, between a command's events and the next one's, so that they are just that.
package struct CommandRows {
  let effect: CommandEffect
  package let readModels: ReadModels
  let directories: Directories

  /// The row as of now; as of the command where it was sent again, and where the read model has stopped: the command
  /// itself went on.
  package func row<Value>(now: (Position) throws -> Value?, then: (Position) throws -> Value?) throws -> Value? {
    guard !effect.isRepeated else { return try then(effect.position) }
    do {
      return try now(effect.position)
    } catch ProjectionError.projectionStopped {
      return try then(effect.position)
    }
  }

  /// The first event of a type that the command recorded.
  package func event(of type: (some EventPayload).Type) throws -> RecordedEvent {
    try required(effect.events.first { $0.type == type.type }, type.type)
  }

  /// What that event says.
  package func payload<Payload: EventPayload>(of type: Payload.Type = Payload.self) throws -> Payload {
    let event = try event(of: type)
    let decoded = try readModels.schema.decode(type: event.type, version: event.version, data: event.data)
    return try required(decoded.payload as? Payload, Payload.type)
  }

  /// - Throws: `MissingAnswer` for what is not there.
  func required<Value>(_ value: Value?, _ what: @autoclosure () -> String) throws(MissingAnswer) -> Value {
    guard let value else { throw MissingAnswer(what: what(), position: effect.position) }
    return value
  }
}

/// A command was carried out, but what its answer is made of is not there: the read models are damaged.
struct MissingAnswer: Error, CustomStringConvertible {
  let what: String
  let position: Position

  var description: String { "no \(what) in the read models at position \(position)" }
}
