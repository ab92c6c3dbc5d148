// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member's name or avatar is another; both are personal texts.
public struct MemberProfileChanged: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// The member, or its parent.
  public var changedBy: MemberID

  public init(memberID: MemberID, changedBy: MemberID) {
    self.memberID = memberID
    self.changedBy = changedBy
  }
}

extension MemberProfileChanged: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    changedBy = try object.decode(MemberID.self, forKey: "changed_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(changedBy, forKey: "changed_by")
  }
}

extension MemberProfileChanged: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    changedBy = try json.read("changed_by")
  }
}
