import Domain
import EventStore

enum HouseholdTypes {
  static let household = ResultObject<HouseholdShown>(
    "Household", "A household with its members.", identityKey: "household_id",
    [
      .field("household_id", "which it is") { $0.view.details.id },
      .field("name", as: .text(.name(HouseholdLimits.name)), "what it is called today") { $0.view.names.name },
      .field("created_by", "who is the creator today") { $0.view.details.createdBy },
      .field("created_at", "when it was founded") { $0.view.details.createdAt },
      .field(
        "streaming_services", as: .list(of: .text(.name(HouseholdLimits.streamingService))),
        "the services that it has, as it calls them"
      ) { $0.view.details.streamingServices },
      .object("settings", settings, "what goes for its rounds, and where it watches") { $0.view.details.settings },
      .list("members", of: member, "in the order in which they joined") { shown in
        shown.view.details.members.lazy.map { MemberView(member: $0, household: shown.view) }
      },
      .field("revision", "of the household, to be sent as `expected_revision`") { $0.view.details.revision },
      .field("library_revision", "of its lists; -1 while nothing was ever on the watchlist or the watched list") {
        $0.library?.revision ?? noRevision
      },
    ])

  private static let settings = ResultObject<HouseholdSettings>(
    "HouseholdSettings", "What goes for a household's rounds, and where it watches.",
    [
      .field(
        "voting_expiry_hours", as: .integer(HouseholdLimits.votingExpiryHours), unit: .hours, "how long voting is open"
      ) { $0.votingExpiryHours },
      .field(
        "selected_expiry_days", as: .integer(HouseholdLimits.selectedExpiryDays), unit: .days,
        "how long a pick waits to be watched"
      ) { $0.selectedExpiryDays },
      .field(
        "rating_days", as: .integer(HouseholdLimits.ratingDays), unit: .days, "how long ratings are waited for"
      ) { $0.ratingDays },
      .field("country", "where it watches: the code in ISO 3166-1, as `DE`") { $0.country },
    ])

  static let person = ResultMembers<Person>([
    .field("member_id", "who it is") { $0.id },
    .field(
      "display_name", as: .text(.name(HouseholdLimits.displayName)),
      "what they are called today; `[Deleted member]` of who was erased"
    ) { $0.profile.displayName },
    .field(
      "avatar_key", as: .text(.name(HouseholdLimits.avatarKey)), "their picture today; null of who was erased"
    ) { $0.profile.avatarKey },
  ])

  static let attendee = ResultObject<Person>(
    "Attendee", "Who takes part.", identityKey: "member_id", [.members(person) { $0 }])

  private static let member = ResultObject<MemberView>(
    "Member", "A member of a household.", identityKey: "member_id",
    [
      .members(person) { $0.household.names.person($0.member.id) },
      .field("role", "what they are in the household") { $0.household.details.role(of: $0.member.id) },
      .field("member_type", "whether they act for themselves, or a parent does") { $0.member.type },
      .field("parent_member_id", "who acts for a managed member; else null") { $0.member.parentID },
      .field("content_rating_ceiling", "`PG` for a managed member, else null: preferences are private") {
        $0.member.type.fixedCeiling
      },
      .field("joined_at", "when they joined") { $0.member.joinedAt },
    ])

  /// A secret that is shown once.
  private static func secret<Value>(_ get: @escaping @Sendable (Value) -> String?) -> ResultMembers<Value> {
    .field(
      "token", as: .text(.secret(what: "a token")),
      "to authenticate with, shown this once; null where the command was sent again without a secret of the client's",
      get)
  }

  private static let tokenEntry = ResultObject<TokensQuery.Entry>(
    "TokenEntry", "A token, without its secret.", identityKey: "token_id",
    [
      .field("token_id", "which it is") { $0.token.id },
      .field("member_id", "whose it is") { $0.token.memberID },
      .field(
        "label", as: .text(.name(HouseholdLimits.tokenLabel)), "what it is for; null of who was erased"
      ) { $0.label },
      .field("issued_at", "when it was made") { $0.token.issuedAt },
      .field("revoked_at", "when it stopped working; null while it works") { $0.token.revokedAt },
    ])

  static let tokens = ResultObject<[TokensQuery.Entry]>(
    "TokenList", "Tokens.",
    [
      .list(
        "tokens", of: tokenEntry,
        "in the order in which they were issued; those that ended for 30 days more, of each member the last 50"
      ) { $0 }
    ])

  static let invite = ResultObject<InviteView>(
    "Invite", "An invite into a household.", identityKey: "invite_id",
    [
      .field("invite_id", "which it is") { $0.invite.id },
      .field(
        "invite_token", as: .text(.secret(what: "an invite's token")),
        "to be given on: `mi_` and 86 characters; null but in the first answer of `invites.create`"
      ) { $0.token },
      .field("status", "whether it lets somebody in") { $0.status },
      .field("created_at", "when it was made") { $0.invite.createdAt },
      .field("expires_at", "from then on it lets nobody in") { $0.invite.expiresAt },
    ])

  static let invites = ResultObject<[InviteView]>(
    "InviteList", "The household's invites.",
    [
      .list(
        "invites", of: invite, "oldest first; those that ended for 30 days more, of each creator the last 50"
      ) { $0 }
    ])

  static let preferences = ResultObject<PreferencesView>(
    "Preferences", "What somebody likes.", identityKey: "member_id",
    [
      .field("member_id", "whose they are") { $0.member },
      .field("genre_likes", "TMDb's ids of genres, ascending; empty before they are set") {
        $0.preferences?.genreLikes ?? []
      },
      .field("genre_dislikes", "TMDb's ids of genres, ascending; empty before they are set") {
        $0.preferences?.genreDislikes ?? []
      },
      .field("max_content_rating", "up to which rating; null before they are set") { $0.maxContentRating },
      .field("updated_at", "when they were set; null before that") { $0.preferences?.updatedAt },
    ])

  static let households = ResultObject<HouseholdsQuery.Shown>(
    "HouseholdPage", "Some households.",
    [
      .list("households", of: household, "as in `households.get`") { $0.households },
      .field("next_cursor", "to be sent as `cursor` for the next page; null at the end") { $0.next },
    ])

  // MARK: Results of commands

  static let founded = ResultObject<(household: HouseholdShown, token: String?)>(
    "CreatedHousehold", "The household, and its creator's first token.",
    [.object("household", household, "as in `households.get`") { $0.household }, secret { $0.token }])

  static let changed = ResultObject<HouseholdShown>(
    "UpdatedHousehold", "The household as it is now.",
    [.object("household", household, "as in `households.get`") { $0 }])

  static let changedMember = ResultObject<MemberView>(
    "UpdatedMember", "The member as they are now.", [.object("member", member, "as in `households.get`") { $0 }])

  static let addedMember = ResultObject<MemberView>(
    "AddedMember", "The new member.",
    [
      .members(changedMember.members) { $0 },
      .field("child_profile_disclosure", "to be shown to the parent") { _ in childProfileDisclosure },
    ])

  static let childProfileDisclosure = """
    This profile has no login: you act for it. Its name and avatar, its votes and its ratings are seen by your \
    household only. You or the creator can remove it at any time.
    """

  static let memberGone = ResultObject<MemberID>(
    "MemberGone", "Who is gone.", [.field("member_id", "who is gone") { $0 }])

  static let issuedToken = ResultObject<NewAccess>(
    "IssuedToken", "The token.", [secret { $0.token }, .field("token_id", "to revoke it by") { $0.tokenID }])

  static let revokedToken = ResultObject<TokenID>(
    "RevokedToken", "The token that ended.", [.field("token_id", "which it was") { $0 }])

  static let joined = ResultObject<NewAccess>(
    "JoinedHousehold", "Who the newcomer is.",
    [
      .field("household_id", "where they are now") { $0.household },
      .field("member_id", "who they are") { $0.member },
      secret { $0.token },
    ])
}

extension Role: ResultEnum {}
extension MemberType: ResultEnum {}
