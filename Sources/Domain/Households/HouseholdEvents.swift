import MovieNightPrimitives

/// A household was founded. Its creator joins in the same commit, by a separate event.
public struct HouseholdFounded: EventPayload {
  public static let type = "HouseholdFounded"
  public var createdBy: MemberID

  public init(createdBy: MemberID) { self.createdBy = createdBy }

  public static let fields = Fields(Self.init(createdBy:), Field("created_by", \.createdBy))
}

/// A member joined, either as an independent member or as one managed by a parent.
public struct MemberJoined: EventPayload {
  public static let type = "MemberJoined"
  public static let version = 2
  public var memberID: MemberID
  public var memberType: MemberType
  /// The parent who runs the member's profile; nil for an independent member.
  public var parentMemberID: MemberID?
  /// The invite with which the member joined; nil for the founder and for managed members. Added in version 2.
  public var inviteID: InviteID?

  public init(memberID: MemberID, memberType: MemberType, parentMemberID: MemberID? = nil, inviteID: InviteID? = nil) {
    self.memberID = memberID
    self.memberType = memberType
    self.parentMemberID = parentMemberID
    self.inviteID = inviteID
  }

  public static let fields = Fields(
    Self.init(memberID:memberType:parentMemberID:inviteID:), Field("member_id", \.memberID),
    Field("member_type", \.memberType), Field("parent_member_id", \.parentMemberID), Field("invite_id", \.inviteID))
}

/// A token was issued to a member. Only the digest of its secret is stored.
public struct TokenIssued: EventPayload {
  public static let type = "TokenIssued"
  public static let audience = Audience.nobody
  public var tokenID: TokenID
  public var memberID: MemberID
  /// The digest of the token's secret in crypt(3) format, which includes the algorithm's setting.
  public var digest: String

  public init(tokenID: TokenID, memberID: MemberID, digest: String) {
    self.tokenID = tokenID
    self.memberID = memberID
    self.digest = digest
  }

  public static let fields = Fields(
    Self.init(tokenID:memberID:digest:), Field("token_id", \.tokenID), Field("member_id", \.memberID),
    Field("digest", \.digest))
}

public struct TokenRevoked: EventPayload {
  public static let type = "TokenRevoked"
  public var tokenID: TokenID

  public init(tokenID: TokenID) { self.tokenID = tokenID }

  public static let fields = Fields(Self.init(tokenID:), Field("token_id", \.tokenID))
}

/// A round was started. A household has at most one round in draft or voting at a time.
public struct ActiveRoundStarted: EventPayload {
  public static let type = "ActiveRoundStarted"
  public var roundID: RoundID

  public init(roundID: RoundID) { self.roundID = roundID }

  public static let fields = Fields(Self.init(roundID:), Field("round_id", \.roundID))
}

/// The household's active round left draft and voting, with a pick or by expiring.
public struct ActiveRoundEnded: EventPayload {
  public static let type = "ActiveRoundEnded"
  public var roundID: RoundID

  public init(roundID: RoundID) { self.roundID = roundID }

  public static let fields = Fields(Self.init(roundID:), Field("round_id", \.roundID))
}

/// A round is over: it was rated or it expired. Until then the household waits for it.
public struct RoundFinished: EventPayload {
  public static let type = "RoundFinished"
  public var roundID: RoundID

  public init(roundID: RoundID) { self.roundID = roundID }

  public static let fields = Fields(Self.init(roundID:), Field("round_id", \.roundID))
}
