// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What somebody likes.
public struct Preferences: Identifiable, Hashable, Sendable {
  /// Whose they are.
  public var memberID: MemberID
  /// TMDb's ids of genres, ascending; empty before they are set.
  public var genreLikes: [Int]
  /// TMDb's ids of genres, ascending; empty before they are set.
  public var genreDislikes: [Int]
  /// Up to which rating; nil before they are set.
  public var maxContentRating: ContentRating?
  /// When they were set; nil before that.
  public var updatedAt: Timestamp?

  /// The same as `memberID`.
  public var id: MemberID { memberID }

  public init(
    memberID: MemberID, genreLikes: [Int], genreDislikes: [Int], maxContentRating: ContentRating? = nil,
    updatedAt: Timestamp? = nil
  ) {
    self.memberID = memberID
    self.genreLikes = genreLikes
    self.genreDislikes = genreDislikes
    self.maxContentRating = maxContentRating
    self.updatedAt = updatedAt
  }
}

extension Preferences: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    genreLikes = try object.decode([Int].self, forKey: "genre_likes")
    genreDislikes = try object.decode([Int].self, forKey: "genre_dislikes")
    maxContentRating = try object.decodeIfPresent(ContentRating.self, forKey: "max_content_rating")
    updatedAt = try object.decodeIfPresent(Timestamp.self, forKey: "updated_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(genreLikes, forKey: "genre_likes")
    try object.encode(genreDislikes, forKey: "genre_dislikes")
    try object.encode(maxContentRating, forKey: "max_content_rating")
    try object.encode(updatedAt, forKey: "updated_at")
  }
}

extension Preferences: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    genreLikes = try json.read("genre_likes")
    genreDislikes = try json.read("genre_dislikes")
    maxContentRating = try json.readIfPresent("max_content_rating")
    updatedAt = try json.readIfPresent("updated_at")
  }
}
