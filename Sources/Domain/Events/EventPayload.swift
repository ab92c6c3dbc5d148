import MovieNightPrimitives

/// The content of an event, with one struct per event type. Its JSON is stored forever, so a change of its shape
/// requires a new `version` with an upcaster from the previous one (`EventSchema`) and a stored example
/// (`Tests/DomainTests/Fixtures/events`).
public protocol EventPayload: FieldObject, Equatable, Sendable {
  /// The event type's name in the store and in the protocol, in the past tense.
  static var type: String { get }
  /// The version in which new events are written.
  static var version: Int { get }
  /// The members who may read the event's data in the audit feed; the whole household by default.
  static var audience: Audience { get }
}

extension EventPayload {
  public static var version: Int { 1 }
  public static var audience: Audience { .household }

  /// The members of the event's data, for documentation.
  public static var members: [FieldMember] { fields.members }

  /// The event's data, encoded as it is stored.
  public var data: [UInt8] {
    var json = JSONWriter(reserving: 192)
    json.object { writeMembers(to: &$0) }
    return json.bytes
  }
}

/// The members who may read an event's data in the audit feed. All of the household can see that it happened.
public enum Audience: Equatable, Sendable {
  case household
  /// The member whom the event concerns and, if that is a managed member, the parent.
  case memberAndParent
  case nobody
}
