import ProtocolSchema

/// The declaration of an enumeration of event payloads, with a case for each event type.
struct EventPayloadDeclaration {
  let events: [EventDescription]

  func write(to text: inout SwiftText) {
    text.doc("The data of an event, by its type (`docs/events.md`). Not `Codable`: encode the ``Event`` instead.")
    text.block("public enum EventPayload: Hashable, Sendable") { text in
      for event in events { text.line("case \(caseName(event))(\(event.name))") }
      text.doc("Data of a type or shape that this version of the client does not know.")
      text.line("case other(type: String, JSONObject)")
      text.line()
      text.block("init(type: String, _ data: JSONObject)") { text in
        text.line("let known = try? Self.known(type, data.json)")
        text.line("self = known ?? .other(type: type, data)")
      }
      text.line()
      text.block("private static func known(_ type: String, _ json: JSONValue) throws(JSONError) -> EventPayload?") {
        text in
        text.line("switch type {")
        for event in events { text.line("case \"\(event.name)\": .\(caseName(event))(try json.decoded())") }
        text.line("default: nil")
        text.line("}")
      }
    }
  }

  private func caseName(_ event: EventDescription) -> String {
    Names.escaped(event.name.prefix(1).lowercased() + event.name.dropFirst())
  }
}
