import Domain
import EventStore
import Primitives

extension Method {
  /// `docs/protocol.md`, "Events".
  static let eventMethods: [Method] = [
    .query("events.read", .authenticated, ["after", "limit", "round_id", "types", "until", "household_id"]) {
      (parameters, caller) throws(WireError) in
      let household = try caller.household(parameters)
      var reader: MemberID?
      if case .member(let id, _, _) = caller.identity { reader = id }
      return .events(
        EventQuery(
          household: household, reader: reader,
          after: try parameters.optionalInteger("after", in: 0...Int.max) ?? 0,
          limit: try parameters.optionalInteger("limit", in: 1...1000) ?? 100,
          round: try parameters.optionalID("round_id"), types: try parameters.eventTypes(),
          until: try parameters.until()))
    },
    .control("events.import", .administrator, ["events", "texts", "more"]) { (parameters, _) throws(WireError) in
      .importEvents(
        try parameters.list("events", EventLine.event), try parameters.list("texts", EventLine.text),
        more: try parameters.optionalBool("more") ?? false)
    },
  ]
}

extension Parameters {
  fileprivate func eventTypes() throws(WireError) -> [String]? {
    guard let types = try optionalStrings("types", atMost: 100) else { return nil }
    for type in types where EventSchema.payload(ofType: type) == nil {
      throw .badParameter("types", "there are no events of type \(type)")
    }
    return types
  }

  /// A position, or a time.
  fileprivate func until() throws(WireError) -> EventQuery.Until? {
    guard let value = value("until") else { return nil }
    if let position = value.integer, position >= 0 { return .position(position) }
    // A time is given in whole seconds, and means all of its second.
    if let time = value.timestamp { return .time(Timestamp(microseconds: time.microseconds + 999_999)) }
    throw .badParameter("until", "must be a position or a time (2026-02-14T20:00:00Z)")
  }

  fileprivate func list<Element>(_ name: StaticString, _ read: (JSONValue) throws(JSONError) -> Element)
    throws(WireError) -> [Element]
  {
    guard let json = value(name) else { return [] }
    guard json.kind == .array else { throw .badParameter("\(name)", "must be a list") }
    var elements: [Element] = []
    for element in json.elements {
      do throws(JSONError) {
        elements.append(try read(element))
      } catch {
        throw .badParameter("\(name)[\(elements.count)]", error.description)
      }
    }
    return elements
  }
}
