import Domain

// MARK: - Households and tokens

extension Refusal {
  package static let unknownHousehold = Refusal(
    404, "unknown_household", "no such household", "There is no such household.")
  package static let unknownMember = Refusal(404, "unknown_member", "no such member", "There is no such member.")
  package static let unknownToken = Refusal(
    404, "unknown_token", "no such token, or not yours", "There is no such token.")
  package static let householdExists = Refusal(
    409, "household_exists", "a household with this id is there", "A household with this id is there already.")
  package static let householdFull = Refusal(
    409, "household_full", "it has 8 members", "A household has at most \(HouseholdLimits.members) members.",
    .limit(HouseholdLimits.members))
  package static let tooManyTokens = Refusal(
    422, "too_many_tokens", "a member has at most 50 that work; revoke one first",
    "A member has at most \(HouseholdLimits.tokens) tokens that work. Revoke one first.",
    .limit(HouseholdLimits.tokens))
  package static let managedMember = Refusal(
    422, "managed_member", "a managed member has no tokens",
    "A managed member has no tokens: its parent acts for it.")
  package static let notYourToken = Refusal(
    403, "not_your_token", "members issue tokens for themselves only",
    "Members issue and revoke only their own tokens.")
}

// MARK: - Members and invites

extension Refusal {
  package static let creatorStays = Refusal(
    403, "creator_stays", "nobody removes the creator; a creator leaves",
    "Nobody removes the creator. A creator who wants out leaves.")
  package static let parentOrCreatorOnly = Refusal(
    403, "parent_or_creator_only", "only the parent of a managed member, or the creator",
    "Only the parent of a managed member or the creator can do this.")
  package static let ceilingFixed = Refusal(
    403, "ceiling_fixed", "the ceiling of a managed member is PG",
    "The ceiling of a managed member is PG, and stays so.")
  /// Also for a wrong secret and for an unknown household: a client that has only an invite learns no more.
  package static let unknownInvite = Refusal(404, "unknown_invite", "no such invite", "There is no such invite.")
  package static let tooManyInvites = Refusal(
    422, "too_many_invites", "a household has at most 20 open ones; revoke one first",
    "A household has at most \(HouseholdLimits.openInvites) open invites. Revoke one first; each lets in many.",
    .limit(HouseholdLimits.openInvites))
  package static let inviteExpired = Refusal(
    410, "invite_expired", "the invite is older than 7 days", "This invite has expired. Ask the creator for a new one.")
  package static let inviteRevoked = Refusal(
    410, "invite_revoked", "the invite was revoked", "This invite was revoked. Ask the creator for a new one.")
}
