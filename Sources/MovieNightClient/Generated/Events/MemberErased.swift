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
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case erasedBy = "erased_by"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(erasedBy, forKey: .erasedBy)
  }
}

extension MemberErased: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    erasedBy = try json.readIfPresent("erased_by")
  }
}
