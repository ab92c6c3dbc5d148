// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What one attendee thought.
public struct AttendeeRating: Identifiable, Hashable, Sendable {
  /// Who it is.
  public var memberID: MemberID
  /// What they are called today; `[Deleted member]` of who was erased.
  public var displayName: String
  /// Their picture today; nil of who was erased.
  public var avatarKey: String?
  /// What they thought of it; nil of who has not rated.
  public var rating: Rating?
  /// When they said so; nil of who has not rated.
  public var ratedAt: Timestamp?

  /// The same as `memberID`.
  public var id: MemberID { memberID }

  public init(
    memberID: MemberID, displayName: String, avatarKey: String? = nil, rating: Rating? = nil, ratedAt: Timestamp? = nil
  ) {
    self.memberID = memberID
    self.displayName = displayName
    self.avatarKey = avatarKey
    self.rating = rating
    self.ratedAt = ratedAt
  }
}

extension AttendeeRating: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    displayName = try object.decode(String.self, forKey: "display_name")
    avatarKey = try object.decodeIfPresent(String.self, forKey: "avatar_key")
    rating = try object.decodeIfPresent(Rating.self, forKey: "rating")
    ratedAt = try object.decodeIfPresent(Timestamp.self, forKey: "rated_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(displayName, forKey: "display_name")
    try object.encode(avatarKey, forKey: "avatar_key")
    try object.encode(rating, forKey: "rating")
    try object.encode(ratedAt, forKey: "rated_at")
  }
}

extension AttendeeRating: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    displayName = try json.read("display_name")
    avatarKey = try json.readIfPresent("avatar_key")
    rating = try json.readIfPresent("rating")
    ratedAt = try json.readIfPresent("rated_at")
  }
}
