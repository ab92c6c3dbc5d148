import Commands
import Domain
import EventStore
import Primitives
import Projections

/// The answer of an area to a command that was carried out, which writes itself.
protocol CommandAnswer: Sendable {
  /// Writes the members of the result, but for position and revision, which every result has.
  ///
  /// - Returns: the revision after the command of what it is about.
  /// - Throws: when rows or names cannot be read.
  func writeMembers(to json: inout JSONWriter, _ effect: CommandEffect, _ rows: CommandRows) throws -> Revision
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

/// The read models as they were when a command had been carried out.
///
/// It is asked on the committer's thread, between a command's events and the next one's, so that the rows are just that.
struct CommandRows: Sendable {
  let readModels: ReadModels
  let directories: Directories

  /// The whole result.
  /// - Throws: when rows or names cannot be read.
  func result(_ answer: any CommandAnswer, _ effect: CommandEffect) throws -> [UInt8] {
    var json = JSONWriter(reserving: 512)
    json.beginObject()
    let revision = try answer.writeMembers(to: &json, effect, self)
    json.field("position", effect.position)
    json.field("revision", revision)
    json.endObject()
    return json.bytes
  }

  /// The row as of now; as of the command where it was sent again, and where the read model has stopped: the command
  /// itself went on.
  func row<Value>(
    _ effect: CommandEffect, now: (Position) throws -> Value?, then: (Position) throws -> Value?
  ) throws -> Value? {
    guard !effect.isRepeated else { return try then(effect.position) }
    do {
      return try now(effect.position)
    } catch ProjectionError.projectionStopped {
      return try then(effect.position)
    }
  }
}

/// A command was carried out, but what its answer is made of is not there: the read models are damaged.
struct MissingAnswer: Error, CustomStringConvertible {
  let what: String
  let position: Position

  var description: String { "no \(what) in the read models at position \(position)" }
}

extension CommandEffect {
  func stream<Payload: EventPayload>(of: Payload.Type) throws -> StreamID {
    guard let event = events.first(where: { $0.type == Payload.type }) else {
      throw MissingAnswer(what: Payload.type, position: position)
    }
    return event.stream
  }

  func payload<Payload: EventPayload>() throws -> Payload {
    guard let event = events.first(where: { $0.type == Payload.type }) else {
      throw MissingAnswer(what: Payload.type, position: position)
    }
    let decoded = try EventSchema.current.decode(type: event.type, version: event.version, data: event.data)
    guard let payload = decoded.payload as? Payload else {
      throw MissingAnswer(what: Payload.type, position: position)
    }
    return payload
  }
}
