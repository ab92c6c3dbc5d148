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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    round = try object.decode(Round.self, forKey: "round")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(round, forKey: "round")
  }
}

extension RoundShown: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    round = try json.read("round")
  }
}
