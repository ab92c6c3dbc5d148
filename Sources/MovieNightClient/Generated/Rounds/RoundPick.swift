// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What was chosen.
public struct RoundPick: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far the round is now.
  public var status: RoundStatus
  /// What the round chose.
  public var pick: Pick?

  public init(roundID: RoundID, status: RoundStatus, pick: Pick? = nil) {
    self.roundID = roundID
    self.status = status
    self.pick = pick
  }
}

extension RoundPick: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    pick = try object.decodeIfPresent(Pick.self, forKey: "pick")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(pick, forKey: "pick")
  }
}

extension RoundPick: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    pick = try json.readIfPresent("pick")
  }
}
