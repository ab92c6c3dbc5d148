import MovieNightPrimitives

/// The events of one area, in streams of its own category. Each case has the payload of one type.
public protocol AreaEvent: Equatable, Sendable {
  /// The category of its streams, which are named `category-<id>`.
  static var category: String { get }
  /// Whether a household has one such stream, with the household's id.
  static var isOnePerHousehold: Bool { get }
  /// All types, in the order of `docs/events.md`.
  static var types: [EventType] { get }
  /// The upcasters of older versions, by type; the first of a type converts version 1 to 2.
  static var upcasters: [String: [EventSchema.Upcaster]] { get }

  var payload: any EventPayload { get }
  /// The time at which it happened, if that can be earlier than its recording, as for deadlines; nil for all other events.
  var dueAt: Timestamp? { get }
}

extension AreaEvent {
  public static var isOnePerHousehold: Bool { false }
  public static var upcasters: [String: [EventSchema.Upcaster]] { [:] }
  public var dueAt: Timestamp? { nil }
}

/// A type-erased type of event.
public struct EventType: Sendable {
  let payload: any EventPayload.Type
  let read: @Sendable (JSONValue) throws(JSONError) -> Event

  /// Creates a type from the area's case.
  public init<Area: AreaEvent, Payload: EventPayload>(_ make: @escaping @Sendable (Payload) -> Area) {
    payload = Payload.self
    read = { json throws(JSONError) in Event(make(try Payload(json: json))) }
  }
}

/// An event of any area.
public struct Event: Equatable, Sendable {
  public let domainEvent: any AreaEvent

  public init(_ domainEvent: some AreaEvent) { self.domainEvent = domainEvent }

  public var payload: any EventPayload { domainEvent.payload }
  public var dueAt: Timestamp? { domainEvent.dueAt }

  public static func == (first: Event, second: Event) -> Bool {
    func isEqual<DomainEvent: AreaEvent>(_ domainEvent: DomainEvent) -> Bool {
      domainEvent == second.domainEvent as? DomainEvent
    }
    return isEqual(first.domainEvent)
  }
}
