import Domain
import EventStore

enum HouseholdTypes {
  static let household = ResultObject<HouseholdShown>(
    "Household", "A household with its members.", identityKey: "household_id",
    [
      .field("household_id", "the household's id") { $0.view.details.id },
      .field("name", as: .text(.name(HouseholdLimits.name)), "the current name") { $0.view.names.name },
      .field("created_by", "the current creator") { $0.view.details.createdBy },
      .field("created_at", "the time of creation") { $0.view.details.createdAt },
      .field(
        "streaming_services", as: .list(of: .text(.name(HouseholdLimits.streamingService))),
        "the household's streaming services, as entered"
      ) { $0.view.details.streamingServices },
      .object("settings", settings, "the deadlines of rounds, and the country") { $0.view.details.settings },
      .list("members", of: member, "in order of joining") { shown in
        shown.view.details.members.lazy.map { MemberView(member: $0, household: shown.view) }
      },
      .field("revision", "the household's revision, for `expected_revision`") { $0.view.details.revision },
      .field(
        "library_revision",
        "the revision of watchlist and watched list, for `expected_revision`; -1 before their first change"
      ) {
        $0.library?.revision ?? noRevision
      },
    ])

  private static let settings = ResultObject<HouseholdSettings>(
    "HouseholdSettings", "The deadlines of a household's rounds, and its country.",
    [
      .field(
        "voting_expiry_hours", as: .integer(HouseholdLimits.votingExpiryHours), unit: .hours,
        "time from the last event of a draft or voting round until it expires"
      ) { $0.votingExpiryHours },
      .field(
        "selected_expiry_days", as: .integer(HouseholdLimits.selectedExpiryDays), unit: .days,
        "time from the pick until a round expires, or counts as watched if a member has rated it"
      ) { $0.selectedExpiryDays },
      .field(
        "rating_days", as: .integer(HouseholdLimits.ratingDays), unit: .days, "time from watching until ratings close"
      ) { $0.ratingDays },
      .field("country", "the household's country as an ISO 3166-1 code, such as `DE`") { $0.country },
    ])

  private static let namedPerson = ResultMembers<Person>([
    .field("member_id", "the member's id") { $0.id },
    .field(
      "display_name", as: .text(.name(HouseholdLimits.displayName)),
      "the current name; `[Deleted member]` after erasure"
    ) { $0.profile.displayName },
  ])

  static let person = ResultMembers<Person>([
    namedPerson,
    .field(
      "avatar_key", as: .text(.name(HouseholdLimits.avatarKey)), "the key of the current avatar; null after erasure"
    ) { $0.profile.avatarKey },
  ])

  static let attendee = ResultObject<Person>(
    "Attendee", "An attendee of a round.", identityKey: "member_id", [person])

  private static let member = ResultObject<MemberView>(
    "Member", "A member of a household.", identityKey: "member_id",
    [
      .members(person) { $0.household.person($0.member.id) },
      .field("role", "the member's role") { $0.household.details.role(of: $0.member.id) },
      .field("member_type", "whether a parent acts for the member") { $0.member.type },
      .field("parent_member_id", "the parent of a managed member; otherwise null") { $0.member.parentID },
      .field("content_rating_ceiling", "`PG` for a managed member; otherwise null, because preferences are private") {
        $0.member.type.fixedCeiling
      },
      .field("joined_at", "the time of joining") { $0.member.joinedAt },
    ])

  /// The member `token`, a secret that is shown only once.
  private static func secret<Value>(_ get: @escaping @Sendable (Value) -> String?) -> ResultMembers<Value> {
    .field(
      "token", as: .text(.secret(what: "a token")),
      "the token, shown only once; null if the command was resent without a `secret`",
      get)
  }

  private static let tokenEntry = ResultObject<TokensQuery.Entry>(
    "TokenEntry", "A token, without its secret.", identityKey: "token_id",
    [
      .field("token_id", "the token's id") { $0.token.id },
      .field("member_id", "the token's member") { $0.token.memberID },
      .field(
        "label", as: .text(.name(HouseholdLimits.tokenLabel)), "the token's purpose; null after its member was erased"
      ) { $0.label },
      .field("issued_at", "the time of issue") { $0.token.issuedAt },
      .field("revoked_at", "the time at which it stopped working; null while it works") { $0.token.revokedAt },
    ])

  static let tokens = ResultObject<[TokensQuery.Entry]>(
    "TokenList", "A list of tokens.",
    [
      .list(
        "tokens", of: tokenEntry,
        "in order of issue; includes the last 50 of each member that ended in the last 30 days"
      ) { $0 }
    ])

  static let invite = ResultObject<InviteView>(
    "Invite", "An invite into a household.", identityKey: "invite_id",
    [
      .field("invite_id", "the invite's id") { $0.invite.id },
      .field(
        "invite_token", as: .text(.secret(what: "an invite's token")),
        "the secret to pass on: `mi_` and 86 characters; null except in the first result of `invites.create`"
      ) { $0.token },
      .field("status", "whether it can be used") { $0.status },
      .field("created_at", "the time of creation") { $0.invite.createdAt },
      .field("expires_at", "the time of expiry") { $0.invite.expiresAt },
    ])

  static let invites = ResultObject<[InviteView]>(
    "InviteList", "The household's invites.",
    [
      .list(
        "invites", of: invite, "oldest first; includes the last 50 of each creator that ended in the last 30 days"
      ) { $0 }
    ])

  static let preferences = ResultObject<PreferencesView>(
    "Preferences", "A member's preferences.", identityKey: "member_id",
    [
      .field("member_id", "the member's id") { $0.member },
      .field("genre_likes", "the TMDb ids of liked genres, ascending; empty until set") {
        $0.preferences?.genreLikes ?? []
      },
      .field("genre_dislikes", "the TMDb ids of disliked genres, ascending; empty until set") {
        $0.preferences?.genreDislikes ?? []
      },
      .field("max_content_rating", "the highest content rating for the member; null until set") { $0.maxContentRating },
      .field("updated_at", "the time of the last change; null until set") { $0.preferences?.updatedAt },
    ])

  static let households = ResultObject<HouseholdsQuery.Shown>(
    "HouseholdPage", "A page of households.",
    [
      .list("households", of: household, "as in `households.get`") { $0.households },
      .field("next_cursor", "the `cursor` for the next page; null on the last page") { $0.next },
    ])

  // MARK: Statistics

  private static let month = ResultObject<(month: Int, nights: Int)>(
    "MonthStatistics", "A month's movie nights.",
    [
      .field("month", as: .integer(1...12), "the month, from 1 for January") { $0.month },
      .field("nights", "the number of rounds watched in the month") { $0.nights },
    ])

  private static let memberStatistics = ResultObject<StatisticsQuery.Member>(
    "MemberStatistics", "A member's part in the movie nights of a year.", identityKey: "member_id",
    [
      .members(namedPerson) { $0.person },
      .field("proposed", "the number of movies that the member proposed during voting, without withdrawn ones") {
        $0.tally.proposed
      },
      .field("picked", "the number of these movies that became the pick") { $0.tally.picked },
      .field("loved", "the number of `loved` ratings that the member gave") { $0.tally.loved },
      .field("liked", "the number of `liked` ratings that the member gave") { $0.tally.liked },
      .field("did_not_like", "the number of `did_not_like` ratings that the member gave") { $0.tally.didNotLike },
    ])

  static let statistics = ResultObject<StatisticsQuery.Shown>(
    "HouseholdStatistics", "A household's movie nights in a year.",
    [
      .field("year", "the year") { $0.year },
      .field("nights", "the number of rounds watched in the year") { $0.watched?.nightCount ?? 0 },
      .field("movies_watched", "the number of different movies that were watched in rounds or marked as watched") {
        $0.watched?.movieCount ?? 0
      },
      .list("months", of: month, "the twelve months, January first") { shown in
        (1...12).map { (month: $0, nights: shown.watched?.nights[$0 - 1] ?? 0) }
      },
      .list(
        "members", of: memberStatistics,
        "the members in order of joining, then the former members with proposals or ratings"
      ) { $0.members },
    ])

  // MARK: Results of commands

  static let founded = ResultObject<(household: HouseholdShown, token: String?)>(
    "CreatedHousehold", "The new household and its creator's first token.",
    [.object("household", household, "as in `households.get`") { $0.household }, secret { $0.token }])

  static let changed = ResultObject<HouseholdShown>(
    "UpdatedHousehold", "The updated household.",
    [.object("household", household, "as in `households.get`") { $0 }])

  static let changedMember = ResultObject<MemberView>(
    "UpdatedMember", "The updated member.", [.object("member", member, "as in `households.get`") { $0 }])

  static let addedMember = ResultObject<MemberView>(
    "AddedMember", "The new member.",
    [
      changedMember.members,
      .field("child_profile_disclosure", "a notice for the parent about the profile's visibility and removal") { _ in
        childProfileDisclosure
      },
    ])

  static let childProfileDisclosure = """
    This profile has no login: you act for it. Only your household sees its name, avatar, votes and ratings. You or \
    the creator can remove it at any time.
    """

  static let memberGone = ResultObject<MemberID>(
    "MemberGone", "The former member.", [.field("member_id", "the former member's id") { $0 }])

  static let issuedToken = ResultObject<NewAccess>(
    "IssuedToken", "The new token.", [secret { $0.token }, .field("token_id", "the token's id") { $0.tokenID }])

  static let revokedToken = ResultObject<TokenID>(
    "RevokedToken", "The revoked token.", [.field("token_id", "the revoked token's id") { $0 }])

  static let joined = ResultObject<NewAccess>(
    "JoinedHousehold", "The new member and their token.",
    [
      .field("household_id", "the household's id") { $0.household },
      .field("member_id", "the new member's id") { $0.member },
      secret { $0.token },
    ])
}

extension Role: ResultEnum {}
extension MemberType: ResultEnum {}
