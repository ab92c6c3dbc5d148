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
  /// The invite that they came by; nil for the founder and for managed members; missing in events of an older version.
  public var inviteID: InviteID?

  public init(memberID: MemberID, memberType: MemberType, parentMemberID: MemberID? = nil, inviteID: InviteID? = nil) {
    self.memberID = memberID
    self.memberType = memberType
    self.parentMemberID = parentMemberID
    self.inviteID = inviteID
  }
}

extension MemberJoined: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    memberType = try object.decode(MemberType.self, forKey: "member_type")
    parentMemberID = try object.decodeIfPresent(MemberID.self, forKey: "parent_member_id")
    inviteID = try object.decodeIfPresent(InviteID.self, forKey: "invite_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(memberType, forKey: "member_type")
    try object.encode(parentMemberID, forKey: "parent_member_id")
    try object.encodeIfPresent(inviteID, forKey: "invite_id")
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
