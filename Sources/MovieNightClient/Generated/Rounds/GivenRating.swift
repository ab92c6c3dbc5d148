// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The rating as it stands.
public struct GivenRating: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// For whom it was sent.
  public var memberID: MemberID
  /// What they thought of it.
  public var rating: Rating?
  /// When they said so.
  public var ratedAt: Timestamp?
  /// How far the round is now.
  public var status: RoundStatus

  public init(
    roundID: RoundID, memberID: MemberID, rating: Rating? = nil, ratedAt: Timestamp? = nil, status: RoundStatus
  ) {
    self.roundID = roundID
    self.memberID = memberID
    self.rating = rating
    self.ratedAt = ratedAt
    self.status = status
  }
}

extension GivenRating: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    rating = try object.decodeIfPresent(Rating.self, forKey: "rating")
    ratedAt = try object.decodeIfPresent(Timestamp.self, forKey: "rated_at")
    status = try object.decode(RoundStatus.self, forKey: "status")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(memberID, forKey: "member_id")
    try object.encode(rating, forKey: "rating")
    try object.encode(ratedAt, forKey: "rated_at")
    try object.encode(status, forKey: "status")
  }
}

extension GivenRating: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    memberID = try json.read("member_id")
    rating = try json.readIfPresent("rating")
    ratedAt = try json.readIfPresent("rated_at")
    status = try json.read("status")
  }
}
