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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
  }
}

extension RoundFinished: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
  }
}
