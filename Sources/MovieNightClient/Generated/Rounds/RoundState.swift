// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How far the round is.
public struct RoundState: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus

  public init(roundID: RoundID, status: RoundStatus) {
    self.roundID = roundID
    self.status = status
  }
}

extension RoundState: Codable {
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case status
  }
}

extension RoundState: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
  }
}
