// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What is under way.
public struct ActiveRounds: Hashable, Sendable {
  /// The one in draft or voting; nil where there is none.
  public var round: Round?
  /// The selected and watched ones, newest first.
  public var awaiting: [AwaitingSession]

  public init(round: Round? = nil, awaiting: [AwaitingSession]) {
    self.round = round
    self.awaiting = awaiting
  }
}

extension ActiveRounds: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    round = try object.decodeIfPresent(Round.self, forKey: "round")
    awaiting = try object.decode([AwaitingSession].self, forKey: "awaiting")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(round, forKey: "round")
    try object.encode(awaiting, forKey: "awaiting")
  }
}

extension ActiveRounds: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    round = try json.readIfPresent("round")
    awaiting = try json.read("awaiting")
  }
}
