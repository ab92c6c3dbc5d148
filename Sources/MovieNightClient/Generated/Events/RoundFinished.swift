// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// That round is over: rated or expired. From ActiveRoundEnded until then the household waits for it (`rounds.active`,.
public struct RoundFinished: Hashable, Sendable {
  /// `round_id`.
  public var roundID: RoundID

  public init(roundID: RoundID) {
    self.roundID = roundID
  }
}

extension RoundFinished: Codable {
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
  }
}

extension RoundFinished: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
  }
}
