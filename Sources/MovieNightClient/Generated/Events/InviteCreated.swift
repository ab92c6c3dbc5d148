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
  private enum CodingKeys: String, CodingKey {
    case inviteID = "invite_id"
    case createdBy = "created_by"
    case digest
    case expiresAt = "expires_at"
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
