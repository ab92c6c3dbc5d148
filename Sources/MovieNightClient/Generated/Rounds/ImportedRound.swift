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
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case status
    case imported
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
