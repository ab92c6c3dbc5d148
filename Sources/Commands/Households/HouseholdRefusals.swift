import Domain

// MARK: - Households and tokens

extension Refusal {
  package static let unknownHousehold = Refusal(
    404, "unknown_household", "no such household", "There is no such household.")
  package static let unknownMember = Refusal(404, "unknown_member", "no such member", "There is no such member.")
  package static let unknownToken = Refusal(
    404, "unknown_token", "no such token, or not yours", "There is no such token.")
  package static let householdExists = Refusal(
    409, "household_exists", "a household with this id already exists", "A household with this id already exists.")
  package static let householdFull = Refusal(
    409, "household_full", "the household has 8 members",
    "A household can have at most \(HouseholdLimits.members) members.",
    .limit(HouseholdLimits.members))
  package static let tooManyTokens = Refusal(
    422, "too_many_tokens", "the member has 50 working tokens",
    "A member can have at most \(HouseholdLimits.tokens) working tokens. Revoke one first.",
    .limit(HouseholdLimits.tokens))
  package static let managedMember = Refusal(
    422, "managed_member", "managed members cannot have tokens",
    "A managed member cannot have tokens. Its parent acts for it.")
  package static let notYourToken = Refusal(
    403, "not_your_token", "members can issue tokens only for themselves",
    "You can issue tokens only for yourself.")
}

// MARK: - Members and invites

extension Refusal {
  package static let creatorStays = Refusal(
    403, "creator_stays", "the creator can leave, but cannot be removed",
    "The creator cannot be removed, but can leave.")
  package static let parentOrCreatorOnly = Refusal(
    403, "parent_or_creator_only", "only the managed member's parent or the creator can do this",
    "Only the managed member's parent or the creator can do this.")
  package static let ceilingFixed = Refusal(
    403, "ceiling_fixed", "a managed member's ceiling is always PG",
    "A managed member's ceiling is always PG.")
  /// Also refuses a wrong secret and an unknown household, so that a client with an invite cannot tell them apart.
  package static let unknownInvite = Refusal(404, "unknown_invite", "no such invite", "There is no such invite.")
  package static let tooManyInvites = Refusal(
    422, "too_many_invites", "the household has 20 open invites",
    "A household can have at most \(HouseholdLimits.openInvites) open invites. Revoke one, or share one: each admits many.",
    .limit(HouseholdLimits.openInvites))
  package static let inviteExpired = Refusal(
    410, "invite_expired", "the invite has expired", "This invite has expired. Ask the creator for a new one.")
  package static let inviteRevoked = Refusal(
    410, "invite_revoked", "the invite was revoked", "This invite was revoked. Ask the creator for a new one.")
}
