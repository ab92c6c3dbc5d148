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
  private enum CodingKeys: String, CodingKey {
    case round
    case watchlistEligibleCount = "watchlist_eligible_count"
    case relaxedConstraints = "relaxed_constraints"
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
