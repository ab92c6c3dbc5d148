// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The new member.
public struct AddedMember: Hashable, Sendable {
  /// As in `households.get`.
  public var member: Member
  /// To be shown to the parent.
  public var childProfileDisclosure: String

  public init(member: Member, childProfileDisclosure: String) {
    self.member = member
    self.childProfileDisclosure = childProfileDisclosure
  }
}

extension AddedMember: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    member = try object.decode(Member.self, forKey: "member")
    childProfileDisclosure = try object.decode(String.self, forKey: "child_profile_disclosure")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(member, forKey: "member")
    try object.encode(childProfileDisclosure, forKey: "child_profile_disclosure")
  }
}

extension AddedMember: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    member = try json.read("member")
    childProfileDisclosure = try json.read("child_profile_disclosure")
  }
}
