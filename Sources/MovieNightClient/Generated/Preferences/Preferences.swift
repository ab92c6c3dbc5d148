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
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case genreLikes = "genre_likes"
    case genreDislikes = "genre_dislikes"
    case maxContentRating = "max_content_rating"
    case updatedAt = "updated_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(genreLikes, forKey: .genreLikes)
    try object.encode(genreDislikes, forKey: .genreDislikes)
    try object.encode(maxContentRating, forKey: .maxContentRating)
    try object.encode(updatedAt, forKey: .updatedAt)
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
