// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How many of each rating.
public struct RatingsSummary: Hashable, Sendable {
  /// How many said so.
  public var loved: Int
  /// How many said so.
  public var liked: Int
  /// How many said so.
  public var didNotLike: Int

  public init(loved: Int, liked: Int, didNotLike: Int) {
    self.loved = loved
    self.liked = liked
    self.didNotLike = didNotLike
  }
}

extension RatingsSummary: Codable {
  private enum CodingKeys: String, CodingKey {
    case loved
    case liked
    case didNotLike = "did_not_like"
  }
}

extension RatingsSummary: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    loved = try json.read("loved")
    liked = try json.read("liked")
    didNotLike = try json.read("did_not_like")
  }
}
