// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Someone is a member.
public struct MemberJoined: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// `independent`, or `managed`: a profile without a login.
  public var memberType: MemberType
  /// Who runs a managed profile; nil for an independent member.
  public var parentMemberID: MemberID?
  /// The invite that they came by; nil for the founder and for managed members.
  public var inviteID: InviteID?

  public init(memberID: MemberID, memberType: MemberType, parentMemberID: MemberID? = nil, inviteID: InviteID? = nil) {
    self.memberID = memberID
    self.memberType = memberType
    self.parentMemberID = parentMemberID
    self.inviteID = inviteID
  }
}

extension MemberJoined: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case memberType = "member_type"
    case parentMemberID = "parent_member_id"
    case inviteID = "invite_id"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(memberType, forKey: .memberType)
    try object.encode(parentMemberID, forKey: .parentMemberID)
    try object.encode(inviteID, forKey: .inviteID)
  }
}

extension MemberJoined: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    memberType = try json.read("member_type")
    parentMemberID = try json.readIfPresent("parent_member_id")
    inviteID = try json.readIfPresent("invite_id")
  }
}
