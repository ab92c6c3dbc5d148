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
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case displayName = "display_name"
    case avatarKey = "avatar_key"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(displayName, forKey: .displayName)
    try object.encode(avatarKey, forKey: .avatarKey)
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
