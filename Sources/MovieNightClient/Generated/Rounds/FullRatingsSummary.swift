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
  private enum CodingKeys: String, CodingKey {
    case loved
    case liked
    case didNotLike = "did_not_like"
    case totalRated = "total_rated"
    case totalAttendees = "total_attendees"
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
