// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Who thought what.
public struct RoundRatings: Identifiable, Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// One entry an attendee.
  public var ratings: [AttendeeRating]
  /// How it was rated; nil unless the status is `watched` or `rated`.
  public var summary: FullRatingsSummary?
  /// Whether ratings are taken no more.
  public var closed: Bool

  /// The same as `roundID`.
  public var id: RoundID { roundID }

  public init(roundID: RoundID, ratings: [AttendeeRating], summary: FullRatingsSummary? = nil, closed: Bool) {
    self.roundID = roundID
    self.ratings = ratings
    self.summary = summary
    self.closed = closed
  }
}

extension RoundRatings: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    ratings = try object.decode([AttendeeRating].self, forKey: "ratings")
    summary = try object.decodeIfPresent(FullRatingsSummary.self, forKey: "summary")
    closed = try object.decode(Bool.self, forKey: "closed")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(ratings, forKey: "ratings")
    try object.encode(summary, forKey: "summary")
    try object.encode(closed, forKey: "closed")
  }
}

extension RoundRatings: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    ratings = try json.read("ratings")
    summary = try json.readIfPresent("summary")
    closed = try json.read("closed")
  }
}
