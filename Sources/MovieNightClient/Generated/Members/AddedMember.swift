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
  private enum CodingKeys: String, CodingKey {
    case member
    case childProfileDisclosure = "child_profile_disclosure"
  }
}

extension AddedMember: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    member = try json.read("member")
    childProfileDisclosure = try json.read("child_profile_disclosure")
  }
}
