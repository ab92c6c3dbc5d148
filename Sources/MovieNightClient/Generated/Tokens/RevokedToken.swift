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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tokenID = try object.decode(TokenID.self, forKey: "token_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tokenID, forKey: "token_id")
  }
}

extension RevokedToken: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokenID = try json.read("token_id")
  }
}
