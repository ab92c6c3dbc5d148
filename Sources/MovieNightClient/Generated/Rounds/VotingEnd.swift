// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Whether voting is closed.
public struct VotingEnd: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus
  /// When voting was closed; nil while others are not done.
  public var votingClosedAt: Timestamp?

  public init(roundID: RoundID, status: RoundStatus, votingClosedAt: Timestamp? = nil) {
    self.roundID = roundID
    self.status = status
    self.votingClosedAt = votingClosedAt
  }
}

extension VotingEnd: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    votingClosedAt = try object.decodeIfPresent(Timestamp.self, forKey: "voting_closed_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(votingClosedAt, forKey: "voting_closed_at")
  }
}

extension VotingEnd: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    votingClosedAt = try json.readIfPresent("voting_closed_at")
  }
}
