import MovieNightPrimitives

/// What an event says: one struct for each type.
///
/// Its JSON is written once and read for ever. A change of shape is a new `version` with an upcaster from the one
/// before (`EventSchema`) and a stored example of each (`Tests/DomainTests/Fixtures/events`).
public protocol EventPayload: FieldObject, Equatable, Sendable {
  /// The name in the store and on the wire, a fact in the past tense.
  static var type: String { get }
  /// The version that is written today.
  static var version: Int { get }
  /// Who may read its data in the audit feed; the household, unless a type says otherwise.
  static var audience: Audience { get }
}

extension EventPayload {
  public static var version: Int { 1 }
  public static var audience: Audience { .household }

  /// What its data has, for those who describe it.
  public static var members: [FieldMember] { fields.members }

  /// The data as it is stored.
  public var data: [UInt8] {
    var json = JSONWriter(reserving: 192)
    json.object { writeMembers(to: &$0) }
    return json.bytes
  }
}

/// Who may read the data of an event in the audit feed; that it happened, everybody in the household may see.
public enum Audience: Equatable, Sendable {
  case household
  /// The member it is about and, for a managed member, its parent.
  case memberAndParent
  case nobody
}
