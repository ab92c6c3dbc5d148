// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What a member likes, all of it.
public struct PreferencesSet: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// TMDb genre ids, ascending.
  public var genreLikes: [Int]
  /// TMDb genre ids, ascending.
  public var genreDislikes: [Int]
  /// Nil for a managed member, whose ceiling is fixed.
  public var maxContentRating: ContentRating?

  public init(memberID: MemberID, genreLikes: [Int], genreDislikes: [Int], maxContentRating: ContentRating? = nil) {
    self.memberID = memberID
    self.genreLikes = genreLikes
    self.genreDislikes = genreDislikes
    self.maxContentRating = maxContentRating
  }
}

extension PreferencesSet: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case genreLikes = "genre_likes"
    case genreDislikes = "genre_dislikes"
    case maxContentRating = "max_content_rating"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(genreLikes, forKey: .genreLikes)
    try object.encode(genreDislikes, forKey: .genreDislikes)
    try object.encode(maxContentRating, forKey: .maxContentRating)
  }
}

extension PreferencesSet: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    genreLikes = try json.read("genre_likes")
    genreDislikes = try json.read("genre_dislikes")
    maxContentRating = try json.readIfPresent("max_content_rating")
  }
}
