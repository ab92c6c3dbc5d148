// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who voted on a movie, and how.
public struct Voter: Identifiable, Hashable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?
  /// Their last word.
  public var vote: Vote

  /// The same as `memberID`.
  public var id: MemberID { memberID }

  public init(memberID: MemberID, displayName: String, avatarKey: String? = nil, vote: Vote) {
    self.memberID = memberID
    self.displayName = displayName
    self.avatarKey = avatarKey
    self.vote = vote
  }
}

extension Voter: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case displayName = "display_name"
    case avatarKey = "avatar_key"
    case vote
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(displayName, forKey: .displayName)
    try object.encode(avatarKey, forKey: .avatarKey)
    try object.encode(vote, forKey: .vote)
  }
}

extension Voter: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    displayName = try json.read("display_name")
    avatarKey = try json.readIfPresent("avatar_key")
    vote = try json.read("vote")
  }
}
