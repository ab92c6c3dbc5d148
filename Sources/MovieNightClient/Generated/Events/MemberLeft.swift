// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Someone is no member any more. Their tokens end. What follows from it stands behind it in the same step:
/// CreatorChanged, ParentChanged, HouseholdClosed, AttendeeDropped.
public struct MemberLeft: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// `left`, `removed` or `erased`.
  public var reason: DepartureReason
  /// Who removed or erased them; nil where it was themself, or an administrator (`MemberErased` tells).
  public var removedBy: MemberID?

  public init(memberID: MemberID, reason: DepartureReason, removedBy: MemberID? = nil) {
    self.memberID = memberID
    self.reason = reason
    self.removedBy = removedBy
  }
}

extension MemberLeft: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case reason
    case removedBy = "removed_by"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(reason, forKey: .reason)
    try object.encode(removedBy, forKey: .removedBy)
  }
}

extension MemberLeft: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    reason = try json.read("reason")
    removedBy = try json.readIfPresent("removed_by")
  }
}
