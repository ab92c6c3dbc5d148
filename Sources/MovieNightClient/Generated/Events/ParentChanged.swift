// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A managed member has another parent, because the one before went.
public struct ParentChanged: Hashable, Sendable {
  /// The managed member.
  public var memberID: MemberID
  /// The new parent.
  public var parentMemberID: MemberID

  public init(memberID: MemberID, parentMemberID: MemberID) {
    self.memberID = memberID
    self.parentMemberID = parentMemberID
  }
}

extension ParentChanged: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    parentMemberID = try object.decode(MemberID.self, forKey: "parent_member_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(parentMemberID, forKey: "parent_member_id")
  }
}

extension ParentChanged: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    parentMemberID = try json.read("parent_member_id")
  }
}
