import MovieNightPrimitives

/// What happens in one area, in streams of a category of their own: each case holds the payload of one type.
public protocol AreaEvent: Equatable, Sendable {
  /// The category of its streams: their names are `category-<id>`.
  static var category: String { get }
  /// Whether a household has one such stream, which has the household's id.
  static var isOnePerHousehold: Bool { get }
  /// Every type, in the order of `docs/events.md`.
  static var types: [EventType] { get }
  /// How older versions are read, by type; the first of a type makes version 2 of version 1.
  static var upcasters: [String: [EventSchema.Upcaster]] { get }

  var payload: any EventPayload { get }
  /// When it happened, where that can be earlier than when it was recorded: what the clock did happened when it was due.
  /// Nil for all other events.
  var dueAt: Timestamp? { get }
}

extension AreaEvent {
  public static var isOnePerHousehold: Bool { false }
  public static var upcasters: [String: [EventSchema.Upcaster]] { [:] }
  public var dueAt: Timestamp? { nil }
}

/// A type of event, seen without its area.
public struct EventType: Sendable {
  let payload: any EventPayload.Type
  /// Reads data of the version that is written today.
  let read: @Sendable (JSONValue) throws(JSONError) -> Event

  /// - Parameter make: the area's case of it.
  public init<Area: AreaEvent, Payload: EventPayload>(_ make: @escaping @Sendable (Payload) -> Area) {
    payload = Payload.self
    read = { json throws(JSONError) in Event(make(try Payload(json: json))) }
  }
}

/// A fact of any area.
public struct Event: Equatable, Sendable {
  public let fact: any AreaEvent

  public init(_ fact: some AreaEvent) { self.fact = fact }

  public var payload: any EventPayload { fact.payload }
  public var dueAt: Timestamp? { fact.dueAt }

  public static func == (first: Event, second: Event) -> Bool {
    func isEqual<Fact: AreaEvent>(_ fact: Fact) -> Bool { fact == second.fact as? Fact }
    return isEqual(first.fact)
  }
}
