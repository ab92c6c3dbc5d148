import WireProtocol

extension Reason {
  // MARK: Of who does it

  static let notAdministrator = Reason(403, "not_administrator", "not through the Unix socket, or as another user")
  static let creatorOnly = Reason(403, "creator_only", "only the household's creator can do this")
  static let creatorStays = Reason(403, "creator_stays", "nobody removes the creator; a creator leaves")
  static let parentOrCreatorOnly = Reason(
    403, "parent_or_creator_only", "only the parent of a managed member, or the creator")
  static let ceilingFixed = Reason(403, "ceiling_fixed", "the ceiling of a managed member is PG")
  static let notYourToken = Reason(403, "not_your_token", "members issue tokens for themselves only")
  static let managedMember = Reason(422, "managed_member", "a managed member has no tokens")

  // MARK: Of what is named

  static let unknownHousehold = Reason(404, "unknown_household", "no such household")
  static let unknownMember = Reason(404, "unknown_member", "no such member")
  static let unknownToken = Reason(404, "unknown_token", "no such token, or not yours")
  static let unknownInvite = Reason(404, "unknown_invite", "no such invite")
  static let inviteExpired = Reason(410, "invite_expired", "the invite is older than 7 days")
  static let inviteRevoked = Reason(410, "invite_revoked", "the invite was revoked")

  // MARK: Of limits

  static let householdExists = Reason(409, "household_exists", "a household with this id is there")
  static let householdFull = Reason(409, "household_full", "it has 8 members", [.limit])
  static let tooManyTokens = Reason(
    422, "too_many_tokens", "a member has at most 50 that work; revoke one first", [.limit])
  static let tooManyInvites = Reason(
    422, "too_many_invites", "a household has at most 20 open ones; revoke one first", [.limit])
}
