// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who takes part.
public struct Attendee: Identifiable, Hashable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?

  /// The same as `memberID`.
  public var id: MemberID { memberID }

  public init(memberID: MemberID, displayName: String, avatarKey: String? = nil) {
    self.memberID = memberID
    self.displayName = displayName
    self.avatarKey = avatarKey
  }
}

extension Attendee: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    displayName = try object.decode(String.self, forKey: "display_name")
    avatarKey = try object.decodeIfPresent(String.self, forKey: "avatar_key")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(displayName, forKey: "display_name")
    try object.encode(avatarKey, forKey: "avatar_key")
  }
}

extension Attendee: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    displayName = try json.read("display_name")
    avatarKey = try json.readIfPresent("avatar_key")
  }
}
