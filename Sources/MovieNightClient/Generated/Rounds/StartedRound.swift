// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The new round.
public struct StartedRound: Hashable, Sendable {
  /// As in `rounds.get`.
  public var round: Round
  /// How many movies of the watchlist the round's ceiling lets in, whether or not they entered.
  public var watchlistEligibleCount: Int
  /// With `suggest`, what was given up to find enough, in this order; else empty, and also where the command is sent
  /// again.
  public var relaxedConstraints: [RelaxedConstraint]

  public init(round: Round, watchlistEligibleCount: Int, relaxedConstraints: [RelaxedConstraint]) {
    self.round = round
    self.watchlistEligibleCount = watchlistEligibleCount
    self.relaxedConstraints = relaxedConstraints
  }
}

extension StartedRound: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    round = try object.decode(Round.self, forKey: "round")
    watchlistEligibleCount = try object.decode(Int.self, forKey: "watchlist_eligible_count")
    relaxedConstraints = try object.decode([RelaxedConstraint].self, forKey: "relaxed_constraints")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(round, forKey: "round")
    try object.encode(watchlistEligibleCount, forKey: "watchlist_eligible_count")
    try object.encode(relaxedConstraints, forKey: "relaxed_constraints")
  }
}

extension StartedRound: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    round = try json.read("round")
    watchlistEligibleCount = try json.read("watchlist_eligible_count")
    relaxedConstraints = try json.read("relaxed_constraints")
  }
}
