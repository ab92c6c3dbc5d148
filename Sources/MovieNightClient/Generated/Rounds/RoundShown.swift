// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The round as it is now.
public struct RoundShown: Hashable, Sendable {
  /// As in `rounds.get`.
  public var round: Round

  public init(round: Round) {
    self.round = round
  }
}

extension RoundShown: Codable {
  private enum CodingKeys: String, CodingKey {
    case round
  }
}

extension RoundShown: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    round = try json.read("round")
  }
}
