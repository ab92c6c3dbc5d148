// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The ranking by votes.
public struct RoundResults: Identifiable, Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is.
  public var status: RoundStatus
  /// The best; nil when two movies share the highest net score, or nobody voted.
  public var clearWinner: MovieCard?
  /// Best first.
  public var results: [RankedMovie]

  /// The same as `roundID`.
  public var id: RoundID { roundID }

  public init(roundID: RoundID, status: RoundStatus, clearWinner: MovieCard? = nil, results: [RankedMovie]) {
    self.roundID = roundID
    self.status = status
    self.clearWinner = clearWinner
    self.results = results
  }
}

extension RoundResults: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    clearWinner = try object.decodeIfPresent(MovieCard.self, forKey: "clear_winner")
    results = try object.decode([RankedMovie].self, forKey: "results")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(clearWinner, forKey: "clear_winner")
    try object.encode(results, forKey: "results")
  }
}

extension RoundResults: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    clearWinner = try json.readIfPresent("clear_winner")
    results = try json.read("results")
  }
}
