// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// SuggestionMerit, as an event holds it.
public struct RecordedSuggestionMerit: Hashable, Sendable {
  /// `score`.
  public var score: Double
  /// `reason`.
  public var reason: String

  public init(score: Double, reason: String) {
    self.score = score
    self.reason = reason
  }
}

extension RecordedSuggestionMerit: Codable {
  private enum CodingKeys: String, CodingKey {
    case score
    case reason
  }
}

extension RecordedSuggestionMerit: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    score = try json.read("score")
    reason = try json.read("reason")
  }
}
