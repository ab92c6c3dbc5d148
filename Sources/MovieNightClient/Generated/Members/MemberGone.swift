// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who is gone.
public struct MemberGone: Hashable, Sendable {
  /// Who is gone.
  public var memberID: MemberID

  public init(memberID: MemberID) {
    self.memberID = memberID
  }
}

extension MemberGone: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

extension MemberGone: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
  }
}
