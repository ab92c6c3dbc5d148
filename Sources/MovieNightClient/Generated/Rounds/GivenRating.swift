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
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case memberID = "member_id"
    case rating
    case ratedAt = "rated_at"
    case status
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(roundID, forKey: .roundID)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(rating, forKey: .rating)
    try object.encode(ratedAt, forKey: .ratedAt)
    try object.encode(status, forKey: .status)
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
