// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Tokens.
public struct TokenList: Hashable, Sendable {
  /// In the order in which they were issued; those that ended for 30 days more, of each member the last 50.
  public var tokens: [TokenEntry]

  public init(tokens: [TokenEntry]) {
    self.tokens = tokens
  }
}

extension TokenList: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tokens = try object.decode([TokenEntry].self, forKey: "tokens")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tokens, forKey: "tokens")
  }
}

extension TokenList: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokens = try json.read("tokens")
  }
}
