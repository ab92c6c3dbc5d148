// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Whoever has its token may join. Of the token only a digest is kept.
public struct InviteCreated: Hashable, Sendable {
  /// `invite_id`.
  public var inviteID: InviteID
  /// `created_by`.
  public var createdBy: MemberID
  /// As crypt(3) writes it, setting included.
  public var digest: String
  /// At exactly this moment it is expired.
  public var expiresAt: Timestamp

  public init(inviteID: InviteID, createdBy: MemberID, digest: String, expiresAt: Timestamp) {
    self.inviteID = inviteID
    self.createdBy = createdBy
    self.digest = digest
    self.expiresAt = expiresAt
  }
}

extension InviteCreated: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    inviteID = try object.decode(InviteID.self, forKey: "invite_id")
    createdBy = try object.decode(MemberID.self, forKey: "created_by")
    digest = try object.decode(String.self, forKey: "digest")
    expiresAt = try object.decode(Timestamp.self, forKey: "expires_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(inviteID, forKey: "invite_id")
    try object.encode(createdBy, forKey: "created_by")
    try object.encode(digest, forKey: "digest")
    try object.encode(expiresAt, forKey: "expires_at")
  }
}

extension InviteCreated: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    inviteID = try json.read("invite_id")
    createdBy = try json.read("created_by")
    digest = try json.read("digest")
    expiresAt = try json.read("expires_at")
  }
}
