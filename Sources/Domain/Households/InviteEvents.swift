import MovieNightPrimitives

/// An invite was created, whose secret lets its holder join. Only the secret's digest is stored.
public struct InviteCreated: EventPayload {
  public static let type = "InviteCreated"
  public static let audience = Audience.nobody
  public var inviteID: InviteID
  public var createdBy: MemberID
  /// The digest of the invite's secret in crypt(3) format, which includes the algorithm's setting.
  public var digest: String
  /// The time from which the invite is expired.
  public var expiresAt: Timestamp

  public init(inviteID: InviteID, createdBy: MemberID, digest: String, expiresAt: Timestamp) {
    self.inviteID = inviteID
    self.createdBy = createdBy
    self.digest = digest
    self.expiresAt = expiresAt
  }

  public static let fields = Fields(
    Self.init(inviteID:createdBy:digest:expiresAt:), Field("invite_id", \.inviteID), Field("created_by", \.createdBy),
    Field("digest", \.digest), Field("expires_at", \.expiresAt))
}

public struct InviteRevoked: EventPayload {
  public static let type = "InviteRevoked"
  public var inviteID: InviteID
  public var revokedBy: MemberID

  public init(inviteID: InviteID, revokedBy: MemberID) {
    self.inviteID = inviteID
    self.revokedBy = revokedBy
  }

  public static let fields = Fields(
    Self.init(inviteID:revokedBy:), Field("invite_id", \.inviteID), Field("revoked_by", \.revokedBy))
}
