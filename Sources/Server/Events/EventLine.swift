import Commands
import EventStore
import MovieNightPrimitives
import ProtocolSchema

/// Encodes and decodes events and personal texts as lines of JSON, the format of exports, imports and audits.
package enum EventLine {
  /// Writes an event with the members of `events.read` and its household. Shows all metadata, and times to the microsecond.
  package static func write(_ event: RecordedEvent, to json: inout JSONWriter) {
    json.object { json in
      json.field("position", event.position)
      json.field("stream", event.stream.description)
      json.field("household_id", event.owner)
      json.field("revision", event.revision)
      json.field("type", event.type)
      json.field("version", event.version)
      json.field("recorded_at", event.recordedAt, .microseconds)
      json.field("data", raw: event.data)
      json.field("metadata", raw: event.metadata.json)
    }
  }

  /// Decodes an event from JSON that has been validated against its declared type.
  static func event(_ json: JSONValue) throws(ValidationError) -> RecordedEvent {
    let metadata: EventMetadata
    do throws(JSONError) { metadata = try EventMetadata(json: json.object("metadata")) } catch {
      throw ValidationError(error).within(".metadata")
    }
    do throws(JSONError) {
      guard let stream = StreamID(text: try json.string("stream")) else {
        throw JSONError(.wrongType(expected: "a stream's name"), field: "stream")
      }
      return RecordedEvent(
        position: try json.integer("position"), stream: stream, owner: try json.identifier("household_id"),
        revision: try json.integer("revision"), type: try json.word("type", "the name of a type"),
        version: try json.integer("version"),
        data: Array(try json.object("data").rawBytes), metadata: metadata,
        recordedAt: try json.timestamp("recorded_at"))
    } catch {
      throw ValidationError(error)
    }
  }

  package static func write(_ text: PersonalText, to json: inout JSONWriter) {
    json.object { json in
      json.field("text_id", text.id)
      json.field("household_id", text.owner)
      json.field("member_id", text.subject)
      json.field("value", raw: text.value)
    }
  }

  /// Decodes a text from JSON that has been validated against its declared type.
  static func text(_ json: JSONValue, _ kinds: PersonalTextKinds) throws(ValidationError) -> PersonalText {
    do throws(JSONError) {
      let text = PersonalText(
        id: try json.identifier("text_id"), owner: try json.identifier("household_id"),
        subject: try json.optional("member_id"), value: Array(try json.object("value").rawBytes))
      try kinds.check(text)
      return text
    } catch {
      throw ValidationError(error)
    }
  }
}
