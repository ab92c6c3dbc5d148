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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    member = try object.decode(Member.self, forKey: "member")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(member, forKey: "member")
  }
}

extension MemberShown: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    member = try json.read("member")
  }
}
