import Domain

// MARK: - Households and tokens

extension Refusal {
  public static let unknownHousehold = Refusal(.unknown, "unknown_household", "There is no such household.")
  public static let unknownMember = Refusal(.unknown, "unknown_member", "There is no such member.")
  static let unknownToken = Refusal(.unknown, "unknown_token", "There is no such token.")
  static let householdExists = Refusal(.conflict, "household_exists", "A household with this id is there already.")
  static let householdFull = Refusal(
    .conflict, "household_full", "A household has at most \(HouseholdLimits.members) members.",
    .limit(HouseholdLimits.members))
  static let tooManyTokens = Refusal(
    .againstRule, "too_many_tokens",
    "A member has at most \(HouseholdLimits.tokens) tokens that work. Revoke one first.",
    .limit(HouseholdLimits.tokens))
  static let managedMember = Refusal(
    .againstRule, "managed_member", "A managed member has no tokens: its parent acts for it.")
  static let notYourToken = Refusal(.notAllowed, "not_your_token", "Members issue and revoke only their own tokens.")
}

// MARK: - Members and invites

extension Refusal {
  static let creatorStays = Refusal(
    .notAllowed, "creator_stays", "Nobody removes the creator. A creator who wants out leaves.")
  static let parentOrCreatorOnly = Refusal(
    .notAllowed, "parent_or_creator_only", "Only the parent of a managed member or the creator can do this.")
  static let ceilingFixed = Refusal(
    .notAllowed, "ceiling_fixed", "The ceiling of a managed member is PG, and stays so.")
  /// Also for a wrong secret, and for a household that is not there: who has only an invite learns no more.
  public static let unknownInvite = Refusal(.unknown, "unknown_invite", "There is no such invite.")
  static let tooManyInvites = Refusal(
    .againstRule, "too_many_invites",
    "A household has at most \(HouseholdLimits.openInvites) open invites. Revoke one first; each lets in many.",
    .limit(HouseholdLimits.openInvites))
  static let inviteExpired = Refusal(
    .ended, "invite_expired", "This invite has expired. Ask the creator for a new one.")
  static let inviteRevoked = Refusal(
    .ended, "invite_revoked", "This invite was revoked. Ask the creator for a new one.")
}
