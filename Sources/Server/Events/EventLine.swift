import Commands
import EventStore
import MovieNightPrimitives
import ProtocolSchema

/// Encodes and decodes events and personal texts as lines of JSON, the format of exports, imports and audits.
package enum EventLine {
  /// Writes an event with the members of `events.read` and its household. Shows all metadata, and microseconds.
  package static func write(_ event: RecordedEvent, to json: inout JSONWriter) {
    EventTypes.exported.write(ShownEvent(event: event, reader: nil, showsData: true), to: &json)
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
    EventTypes.text.write(text, to: &json)
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
