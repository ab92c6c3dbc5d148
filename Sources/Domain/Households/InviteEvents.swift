import Primitives

/// Whoever has the invite's secret may join; of the secret only the digest is known.
public struct InviteCreated: EventPayload {
  public static let type = "InviteCreated"
  public static let audience = Audience.nobody
  public var inviteID: InviteID
  public var createdBy: MemberID
  /// As crypt(3) writes it, with its setting.
  public var digest: String
  /// At exactly this moment it is expired.
  public var expiresAt: Timestamp

  public init(inviteID: InviteID, createdBy: MemberID, digest: String, expiresAt: Timestamp) {
    self.inviteID = inviteID
    self.createdBy = createdBy
    self.digest = digest
    self.expiresAt = expiresAt
  }

  public init(json: JSONValue) throws(JSONError) {
    inviteID = try json.identifier("invite_id")
    createdBy = try json.identifier("created_by")
    digest = try json.string("digest")
    expiresAt = try json.timestamp("expires_at")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("invite_id", inviteID)
    json.field("created_by", createdBy)
    json.field("digest", digest)
    json.field("expires_at", expiresAt, .microseconds)
  }
}

/// An invite works no longer.
public struct InviteRevoked: EventPayload {
  public static let type = "InviteRevoked"
  public var inviteID: InviteID
  public var revokedBy: MemberID

  public init(inviteID: InviteID, revokedBy: MemberID) {
    self.inviteID = inviteID
    self.revokedBy = revokedBy
  }

  public init(json: JSONValue) throws(JSONError) {
    inviteID = try json.identifier("invite_id")
    revokedBy = try json.identifier("revoked_by")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("invite_id", inviteID)
    json.field("revoked_by", revokedBy)
  }
}
