import MovieNightPrimitives

/// The events of one area, stored in streams of the area's category. Each case wraps the payload of one event type.
public protocol AreaEvent: Equatable, Sendable {
  /// The category of the area's streams. A stream is named `category-<id>`.
  static var category: String { get }
  /// Whether each household has exactly one stream of this category, named with the household's id.
  static var isOnePerHousehold: Bool { get }
  /// All event types of the area, in the order of `docs/events.md`.
  static var types: [EventType] { get }
  /// The upcasters for older versions, keyed by event type. The first of a type converts version 1 to 2.
  static var upcasters: [String: [EventSchema.Upcaster]] { get }

  var payload: any EventPayload { get }
  /// The time of the event, if it can be earlier than the recording, as for deadlines; nil for all other events.
  var dueAt: Timestamp? { get }
}

extension AreaEvent {
  public static var isOnePerHousehold: Bool { false }
  public static var upcasters: [String: [EventSchema.Upcaster]] { [:] }
  public var dueAt: Timestamp? { nil }
}

/// An event type with its payload type erased.
public struct EventType: Sendable {
  let payload: any EventPayload.Type
  let read: @Sendable (JSONValue) throws(JSONError) -> Event

  /// Creates an event type from the area's case for it.
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
