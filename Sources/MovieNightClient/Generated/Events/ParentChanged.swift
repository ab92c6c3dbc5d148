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
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case parentMemberID = "parent_member_id"
  }
}

extension ParentChanged: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    parentMemberID = try json.read("parent_member_id")
  }
}
