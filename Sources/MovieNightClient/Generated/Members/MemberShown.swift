// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The member as they are now.
public struct MemberShown: Hashable, Sendable {
  /// As in `households.get`.
  public var member: Member

  public init(member: Member) {
    self.member = member
  }
}

extension MemberShown: Codable {
  private enum CodingKeys: String, CodingKey {
    case member
  }
}

extension MemberShown: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    member = try json.read("member")
  }
}
