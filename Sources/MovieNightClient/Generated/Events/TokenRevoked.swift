// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A token works no longer.
public struct TokenRevoked: Hashable, Sendable {
  /// `token_id`.
  public var tokenID: TokenID

  public init(tokenID: TokenID) {
    self.tokenID = tokenID
  }
}

extension TokenRevoked: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tokenID = try object.decode(TokenID.self, forKey: "token_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tokenID, forKey: "token_id")
  }
}

extension TokenRevoked: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokenID = try json.read("token_id")
  }
}
