// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member got a token. Of its secret only a digest is kept.
public struct TokenIssued: Hashable, Sendable {
  /// `token_id`.
  public var tokenID: TokenID
  /// Whose it is.
  public var memberID: MemberID
  /// As crypt(3) writes it, setting included.
  public var digest: String

  public init(tokenID: TokenID, memberID: MemberID, digest: String) {
    self.tokenID = tokenID
    self.memberID = memberID
    self.digest = digest
  }
}

extension TokenIssued: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tokenID = try object.decode(TokenID.self, forKey: "token_id")
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    digest = try object.decode(String.self, forKey: "digest")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tokenID, forKey: "token_id")
    try object.encode(memberID, forKey: "member_id")
    try object.encode(digest, forKey: "digest")
  }
}

extension TokenIssued: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokenID = try json.read("token_id")
    memberID = try json.read("member_id")
    digest = try json.read("digest")
  }
}
