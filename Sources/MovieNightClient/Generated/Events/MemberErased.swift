// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member's personal texts were deleted in the same step. Without a `MemberLeft` beside it: of somebody who had gone
/// before. In version 1 it was always a member who erased.
public struct MemberErased: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// The member, its parent, the creator, or the last member of a household that closed with it; nil where it was an
  /// administrator.
  public var erasedBy: MemberID?

  public init(memberID: MemberID, erasedBy: MemberID? = nil) {
    self.memberID = memberID
    self.erasedBy = erasedBy
  }
}

extension MemberErased: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    erasedBy = try object.decodeIfPresent(MemberID.self, forKey: "erased_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(erasedBy, forKey: "erased_by")
  }
}

extension MemberErased: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    erasedBy = try json.readIfPresent("erased_by")
  }
}
