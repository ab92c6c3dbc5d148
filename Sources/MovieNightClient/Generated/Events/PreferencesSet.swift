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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    genreLikes = try object.decode([Int].self, forKey: "genre_likes")
    genreDislikes = try object.decode([Int].self, forKey: "genre_dislikes")
    maxContentRating = try object.decodeIfPresent(ContentRating.self, forKey: "max_content_rating")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(genreLikes, forKey: "genre_likes")
    try object.encode(genreDislikes, forKey: "genre_dislikes")
    try object.encode(maxContentRating, forKey: "max_content_rating")
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
