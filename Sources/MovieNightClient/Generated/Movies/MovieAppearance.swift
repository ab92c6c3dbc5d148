// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What became of a movie in one round.
public struct MovieAppearance: Identifiable, Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is.
  public var status: RoundStatus
  /// When the round was started.
  public var createdAt: Timestamp
  /// How many were for it.
  public var votesUp: Int
  /// How many were against it.
  public var votesDown: Int
  /// The first less the second.
  public var netScore: Int
  /// The reader's own; nil without one.
  public var myVote: Vote?
  /// Whether the round chose it.
  public var picked: Bool
  /// How it was rated, where it was picked; else nil.
  public var ratingsSummary: RatingsSummary?

  /// The same as `roundID`.
  public var id: RoundID { roundID }

  public init(
    roundID: RoundID, status: RoundStatus, createdAt: Timestamp, votesUp: Int, votesDown: Int, netScore: Int,
    myVote: Vote? = nil, picked: Bool, ratingsSummary: RatingsSummary? = nil
  ) {
    self.roundID = roundID
    self.status = status
    self.createdAt = createdAt
    self.votesUp = votesUp
    self.votesDown = votesDown
    self.netScore = netScore
    self.myVote = myVote
    self.picked = picked
    self.ratingsSummary = ratingsSummary
  }
}

extension MovieAppearance: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    createdAt = try object.decode(Timestamp.self, forKey: "created_at")
    votesUp = try object.decode(Int.self, forKey: "votes_up")
    votesDown = try object.decode(Int.self, forKey: "votes_down")
    netScore = try object.decode(Int.self, forKey: "net_score")
    myVote = try object.decodeIfPresent(Vote.self, forKey: "my_vote")
    picked = try object.decode(Bool.self, forKey: "picked")
    ratingsSummary = try object.decodeIfPresent(RatingsSummary.self, forKey: "ratings_summary")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(createdAt, forKey: "created_at")
    try object.encode(votesUp, forKey: "votes_up")
    try object.encode(votesDown, forKey: "votes_down")
    try object.encode(netScore, forKey: "net_score")
    try object.encode(myVote, forKey: "my_vote")
    try object.encode(picked, forKey: "picked")
    try object.encode(ratingsSummary, forKey: "ratings_summary")
  }
}

extension MovieAppearance: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    createdAt = try json.read("created_at")
    votesUp = try json.read("votes_up")
    votesDown = try json.read("votes_down")
    netScore = try json.read("net_score")
    myVote = try json.readIfPresent("my_vote")
    picked = try json.read("picked")
    ratingsSummary = try json.readIfPresent("ratings_summary")
  }
}
