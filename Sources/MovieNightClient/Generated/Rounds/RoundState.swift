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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
  }
}

extension RoundState: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
  }
}
