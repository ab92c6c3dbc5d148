// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A round of the household is in draft or voting; there is no other. It stands beside RoundDrafted, so that "one
/// active round" is a rule of one stream.
public struct ActiveRoundStarted: Hashable, Sendable {
  /// `round_id`.
  public var roundID: RoundID

  public init(roundID: RoundID) {
    self.roundID = roundID
  }
}

extension ActiveRoundStarted: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
  }
}

extension ActiveRoundStarted: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
  }
}
