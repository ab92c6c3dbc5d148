// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A token, without its secret.
public struct TokenEntry: Identifiable, Hashable, Sendable {
  /// Which it is.
  public var tokenID: TokenID
  /// Whose it is.
  public var memberID: MemberID
  /// What it is for; nil of who was erased.
  public var label: String?
  /// When it was made.
  public var issuedAt: Timestamp
  /// When it stopped working; nil while it works.
  public var revokedAt: Timestamp?

  /// The same as `tokenID`.
  public var id: TokenID { tokenID }

  public init(
    tokenID: TokenID, memberID: MemberID, label: String? = nil, issuedAt: Timestamp, revokedAt: Timestamp? = nil
  ) {
    self.tokenID = tokenID
    self.memberID = memberID
    self.label = label
    self.issuedAt = issuedAt
    self.revokedAt = revokedAt
  }
}

extension TokenEntry: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tokenID = try object.decode(TokenID.self, forKey: "token_id")
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    label = try object.decodeIfPresent(String.self, forKey: "label")
    issuedAt = try object.decode(Timestamp.self, forKey: "issued_at")
    revokedAt = try object.decodeIfPresent(Timestamp.self, forKey: "revoked_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tokenID, forKey: "token_id")
    try object.encode(memberID, forKey: "member_id")
    try object.encode(label, forKey: "label")
    try object.encode(issuedAt, forKey: "issued_at")
    try object.encode(revokedAt, forKey: "revoked_at")
  }
}

extension TokenEntry: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tokenID = try json.read("token_id")
    memberID = try json.read("member_id")
    label = try json.readIfPresent("label")
    issuedAt = try json.read("issued_at")
    revokedAt = try json.readIfPresent("revoked_at")
  }
}
