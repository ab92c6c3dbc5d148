// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Movies that suit some members.
public struct Suggestions: Hashable, Sendable {
  /// At most 8, the best first.
  public var suggestions: [SuggestedMovie]
  /// What was given up to find enough, in this order.
  public var relaxedConstraints: [RelaxedConstraint]
  /// How many movies of the watchlist the ceiling lets in.
  public var watchlistEligibleCount: Int
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public init(
    suggestions: [SuggestedMovie], relaxedConstraints: [RelaxedConstraint], watchlistEligibleCount: Int,
    source: FactSource? = nil, fetchedAt: Timestamp? = nil, stale: Bool
  ) {
    self.suggestions = suggestions
    self.relaxedConstraints = relaxedConstraints
    self.watchlistEligibleCount = watchlistEligibleCount
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension Suggestions: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    suggestions = try object.decode([SuggestedMovie].self, forKey: "suggestions")
    relaxedConstraints = try object.decode([RelaxedConstraint].self, forKey: "relaxed_constraints")
    watchlistEligibleCount = try object.decode(Int.self, forKey: "watchlist_eligible_count")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(suggestions, forKey: "suggestions")
    try object.encode(relaxedConstraints, forKey: "relaxed_constraints")
    try object.encode(watchlistEligibleCount, forKey: "watchlist_eligible_count")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension Suggestions: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    suggestions = try json.read("suggestions")
    relaxedConstraints = try json.read("relaxed_constraints")
    watchlistEligibleCount = try json.read("watchlist_eligible_count")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
