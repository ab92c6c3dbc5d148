import Commands
import Domain
import EventStore
import ProtocolSchema

package struct EventFilter: Hashable, Sendable {
  /// Only events of this stream; nil for events of all streams.
  package var stream: StreamID?
  /// Only events of this round; nil for events of all streams.
  package var round: RoundID?
  /// Only events of these types; nil for events of all types.
  package var types: Set<String>?

  package init(stream: StreamID? = nil, round: RoundID? = nil, types: Set<String>? = nil) {
    self.stream = stream
    self.round = round
    self.types = types
  }

  package func includes(_ event: RecordedEvent) -> Bool {
    if let stream, event.stream != stream { return false }
    if let round, event.stream != .round(round) { return false }
    if let types, !types.contains(event.type) { return false }
    return true
  }
}

struct EventFilterParameters: Sendable {
  private let stream = Parameter<StreamID?>.optional(
    "stream", .stream, "only events of this stream; default: all streams")
  private let round = Parameter<RoundID?>.optional(
    "round_id", .id("round"),
    "only events of this round; default: all streams")
  private let types: Parameter<[String]?>

  init(_ schema: EventSchema) {
    types = .optional(
      "types", .list(.eventType(schema), atMost: 100),
      "only events of these types (`docs/events.md`); default: all types")
  }

  var all: [any DeclaredParameter] { [stream, round, types] }

  func filter(_ parameters: Parameters) throws(Refusal) -> EventFilter {
    EventFilter(
      stream: try parameters[stream], round: try parameters[round], types: try parameters[types].map(Set.init))
  }
}

extension WireValue where Value == StreamID {
  fileprivate static var stream: WireValue {
    let text = WireValue<String>.text(.stream)
    return WireValue(text.type) { json in (try? text.read(json)).flatMap { StreamID(text: $0) } }
  }
}

extension WireValue where Value == String {
  fileprivate static func eventType(_ schema: EventSchema) -> WireValue {
    WireValue(
      .enumeration(EnumType("EventType", schema.payloads.map { $0.type })),
      reading: { json throws(ValidationError) in
        guard let type = json.word else { throw ValidationError("must be an event type") }
        guard schema.payload(ofType: type) != nil else {
          throw ValidationError("must be an event type; \(type) is unknown")
        }
        return type
      })
  }
}
