import MovieNightPrimitives

/// The content of an event: one struct for each type. Its JSON is written once and read forever. A change of shape needs a new
/// `version` with an upcaster from the previous one (`EventSchema`) and a stored example (`Tests/DomainTests/Fixtures/events`).
public protocol EventPayload: FieldObject, Equatable, Sendable {
  /// The name in the store and on the wire, in the past tense.
  static var type: String { get }
  /// The version that is written today.
  static var version: Int { get }
  /// The readers of its data in the audit feed; the household by default.
  static var audience: Audience { get }
}

extension EventPayload {
  public static var version: Int { 1 }
  public static var audience: Audience { .household }

  /// The members of its data, for documentation.
  public static var members: [FieldMember] { fields.members }

  /// The data as stored.
  public var data: [UInt8] {
    var json = JSONWriter(reserving: 192)
    json.object { writeMembers(to: &$0) }
    return json.bytes
  }
}

/// The readers of an event's data in the audit feed. Everybody in the household may see that the event happened.
public enum Audience: Equatable, Sendable {
  case household
  /// The member it is about and, for a managed member, its parent.
  case memberAndParent
  case nobody
}
