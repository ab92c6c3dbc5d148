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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    loved = try object.decode(Int.self, forKey: "loved")
    liked = try object.decode(Int.self, forKey: "liked")
    didNotLike = try object.decode(Int.self, forKey: "did_not_like")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(loved, forKey: "loved")
    try object.encode(liked, forKey: "liked")
    try object.encode(didNotLike, forKey: "did_not_like")
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
