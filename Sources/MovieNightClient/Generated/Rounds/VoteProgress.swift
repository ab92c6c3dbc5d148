// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// How many attendees have voted.
public struct VoteProgress: Hashable, Sendable {
  /// How many voted on one movie at least.
  public var voted: Int
  /// How many take part.
  public var total: Int

  public init(voted: Int, total: Int) {
    self.voted = voted
    self.total = total
  }
}

extension VoteProgress: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    voted = try object.decode(Int.self, forKey: "voted")
    total = try object.decode(Int.self, forKey: "total")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(voted, forKey: "voted")
    try object.encode(total, forKey: "total")
  }
}

extension VoteProgress: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    voted = try json.read("voted")
    total = try json.read("total")
  }
}
