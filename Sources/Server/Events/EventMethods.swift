import Domain
import EventStore
import Primitives
import Projections

extension Method {
  /// `docs/protocol.md`, "Events".
  static let ofEvents: [Method] = [
    .query("events.read", .authenticated, ["after", "limit", "round_id", "types", "until", "household_id"]) {
      (parameters, caller) throws(WireError) in
      let household = try caller.household(parameters)
      return EventQuery(
        id: household, reader: caller.memberID,
        after: try parameters.optionalInteger("after", in: 0...Int.max) ?? 0,
        limit: try parameters.optionalInteger("limit", in: 1...1000) ?? 100,
        round: try parameters.optionalID("round_id"), types: try parameters.eventTypes(in: caller.readModels.schema),
        until: try parameters.moment("until"))
    },
    .control("events.subscribe", .authenticated, ["after", "household_id"], preparation: .onWorker) {
      (parameters, caller) throws(WireError) in
      let household = try caller.household(parameters)
      let after = try parameters.optionalInteger("after", in: 0...Int.max)
      try caller.requireHousehold(household)
      if let after { try caller.requireHistory(through: after) }
      return .subscribe(household, after: after)
    },
    .control("events.unsubscribe", .authenticated, ["subscription_id"]) { (parameters, _) throws(WireError) in
      .unsubscribe(try parameters.id("subscription_id"))
    },
    .control("events.import", .administrator, ["events", "texts", "more"]) { (parameters, _) throws(WireError) in
      .importEvents(
        try parameters.list("events", EventLine.event), try parameters.list("texts", EventLine.text),
        more: try parameters.optionalBool("more") ?? false)
    },
  ]
}

extension Caller {
  /// May read the store.
  fileprivate func requireHousehold(_ id: HouseholdID) throws(WireError) {
    let household: HouseholdDetails?
    do throws(ProjectionError) {
      household = try readModels.household(id)
    } catch .projectionStopped(let name) {
      throw .projectionStopped(name)
    } catch {
      throw .storeUnavailable
    }
    guard household != nil else { throw .unknownHousehold }
  }

  /// May read the store.
  fileprivate func requireHistory(through position: Position) throws(WireError) {
    let end: Position?
    do throws(StoreError) { end = try readModels.end(before: position) } catch { throw .storeUnavailable }
    if let end { throw .aheadOfHistory(head: end) }
  }
}

extension Parameters {
  fileprivate func eventTypes(in schema: EventSchema) throws(WireError) -> [String]? {
    guard let types = try optionalStrings("types", atMost: 100) else { return nil }
    for type in types where schema.payload(ofType: type) == nil {
      throw .badParameter("types", "there are no events of type \(type)")
    }
    return types
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
