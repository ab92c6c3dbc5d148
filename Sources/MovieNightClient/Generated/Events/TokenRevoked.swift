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
  private enum CodingKeys: String, CodingKey {
    case tokenID = "token_id"
  }
}

extension TokenRevoked: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokenID = try json.read("token_id")
  }
}
