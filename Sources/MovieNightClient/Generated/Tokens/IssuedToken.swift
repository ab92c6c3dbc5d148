// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The token.
public struct IssuedToken: Hashable, Sendable {
  /// To authenticate with, shown this once; nil where the command was sent again without a secret of the client's.
  public var token: String?
  /// To revoke it by.
  public var tokenID: TokenID

  public init(token: String? = nil, tokenID: TokenID) {
    self.token = token
    self.tokenID = tokenID
  }
}

extension IssuedToken: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    token = try object.decodeIfPresent(String.self, forKey: "token")
    tokenID = try object.decode(TokenID.self, forKey: "token_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(token, forKey: "token")
    try object.encode(tokenID, forKey: "token_id")
  }
}

extension IssuedToken: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    token = try json.readIfPresent("token")
    tokenID = try json.read("token_id")
  }
}
