// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The token that ended.
public struct RevokedToken: Hashable, Sendable {
  /// Which it was.
  public var tokenID: TokenID

  public init(tokenID: TokenID) {
    self.tokenID = tokenID
  }
}

extension RevokedToken: Codable {
  private enum CodingKeys: String, CodingKey {
    case tokenID = "token_id"
  }
}

extension RevokedToken: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokenID = try json.read("token_id")
  }
}
