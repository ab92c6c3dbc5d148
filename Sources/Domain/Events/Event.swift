import MovieNightPrimitives

/// What happens in one area, in streams of a category of their own: each case holds the payload of one type.
public protocol AreaEvent: Equatable, Sendable {
  /// The category of its streams: their names are `category-<id>`.
  static var category: String { get }
  /// Whether a household has one such stream, which has the household's id.
  static var isOnePerHousehold: Bool { get }
  /// Every type, in the order of `docs/events.md`.
  static var payloads: [any EventPayload.Type] { get }
  /// How older versions are read, by type; the first of a type makes version 2 of version 1.
  static var upcasters: [String: [EventSchema.Upcaster]] { get }

  /// Reads data of the version that is written today; nil where the area has no such type.
  init?(type: String, json: JSONValue) throws(JSONError)
  /// The same as a fact of any area. Required, so that it is compiled for each area.
  static func event(type: String, json: JSONValue) throws(JSONError) -> Event?
  var payload: any EventPayload { get }
  /// When it happened, where that can be earlier than when it was recorded: what the clock did happened when it was due.
  /// Nil for all other events.
  var dueAt: Timestamp? { get }
}

extension AreaEvent {
  public static var isOnePerHousehold: Bool { false }
  public static var upcasters: [String: [EventSchema.Upcaster]] { [:] }
  public var dueAt: Timestamp? { nil }

  public static func event(type: String, json: JSONValue) throws(JSONError) -> Event? {
    try Self(type: type, json: json).map { Event($0) }
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
