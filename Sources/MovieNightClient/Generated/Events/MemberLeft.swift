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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    reason = try object.decode(DepartureReason.self, forKey: "reason")
    removedBy = try object.decodeIfPresent(MemberID.self, forKey: "removed_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(reason, forKey: "reason")
    try object.encode(removedBy, forKey: "removed_by")
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
