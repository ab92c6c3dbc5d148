// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What became of the round.
public struct ImportedRound: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// How far it is now.
  public var status: RoundStatus
  /// `false` where it was there already, which changes nothing.
  public var imported: Bool

  public init(roundID: RoundID, status: RoundStatus, imported: Bool) {
    self.roundID = roundID
    self.status = status
    self.imported = imported
  }
}

extension ImportedRound: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    status = try object.decode(RoundStatus.self, forKey: "status")
    imported = try object.decode(Bool.self, forKey: "imported")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(status, forKey: "status")
    try object.encode(imported, forKey: "imported")
  }
}

extension ImportedRound: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    status = try json.read("status")
    imported = try json.read("imported")
  }
}
