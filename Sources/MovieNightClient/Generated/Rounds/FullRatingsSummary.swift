// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How many of each rating, and of how many.
public struct FullRatingsSummary: Hashable, Sendable {
  /// How many said so.
  public var loved: Int
  /// How many said so.
  public var liked: Int
  /// How many said so.
  public var didNotLike: Int
  /// How many have rated.
  public var totalRated: Int
  /// How many may rate.
  public var totalAttendees: Int

  public init(loved: Int, liked: Int, didNotLike: Int, totalRated: Int, totalAttendees: Int) {
    self.loved = loved
    self.liked = liked
    self.didNotLike = didNotLike
    self.totalRated = totalRated
    self.totalAttendees = totalAttendees
  }
}

extension FullRatingsSummary: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    loved = try object.decode(Int.self, forKey: "loved")
    liked = try object.decode(Int.self, forKey: "liked")
    didNotLike = try object.decode(Int.self, forKey: "did_not_like")
    totalRated = try object.decode(Int.self, forKey: "total_rated")
    totalAttendees = try object.decode(Int.self, forKey: "total_attendees")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(loved, forKey: "loved")
    try object.encode(liked, forKey: "liked")
    try object.encode(didNotLike, forKey: "did_not_like")
    try object.encode(totalRated, forKey: "total_rated")
    try object.encode(totalAttendees, forKey: "total_attendees")
  }
}

extension FullRatingsSummary: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    loved = try json.read("loved")
    liked = try json.read("liked")
    didNotLike = try json.read("did_not_like")
    totalRated = try json.read("total_rated")
    totalAttendees = try json.read("total_attendees")
  }
}
