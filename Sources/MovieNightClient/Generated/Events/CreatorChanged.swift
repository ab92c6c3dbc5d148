// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Another member is the creator, because the one before went.
public struct CreatorChanged: Hashable, Sendable {
  /// The new one.
  public var memberID: MemberID

  public init(memberID: MemberID) {
    self.memberID = memberID
  }
}

extension CreatorChanged: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
  }
}

extension CreatorChanged: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
  }
}
