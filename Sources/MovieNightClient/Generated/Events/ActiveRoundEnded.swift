// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// That round has a pick, or expired.
public struct ActiveRoundEnded: Hashable, Sendable {
  /// `round_id`.
  public var roundID: RoundID

  public init(roundID: RoundID) {
    self.roundID = roundID
  }
}

extension ActiveRoundEnded: Codable {
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
  }
}

extension ActiveRoundEnded: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
  }
}
