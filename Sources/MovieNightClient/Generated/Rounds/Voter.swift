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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    displayName = try object.decode(String.self, forKey: "display_name")
    avatarKey = try object.decodeIfPresent(String.self, forKey: "avatar_key")
    vote = try object.decode(Vote.self, forKey: "vote")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(displayName, forKey: "display_name")
    try object.encode(avatarKey, forKey: "avatar_key")
    try object.encode(vote, forKey: "vote")
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
