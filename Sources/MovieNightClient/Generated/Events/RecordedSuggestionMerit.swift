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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    score = try object.decode(Double.self, forKey: "score")
    reason = try object.decode(String.self, forKey: "reason")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(score, forKey: "score")
    try object.encode(reason, forKey: "reason")
  }
}

extension RecordedSuggestionMerit: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    score = try json.read("score")
    reason = try json.read("reason")
  }
}
