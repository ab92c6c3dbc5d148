import Domain
import Primitives
import WireProtocol

/// What answers say of households, members, tokens, invites and preferences.
enum HouseholdTypes {
  static let household = ObjectType(
    "Household", "A household with its members.", toldBy: "household_id",
    [
      .field("household_id", .id(of: "household"), "which it is"),
      .field("name", .text(.name(HouseholdLimits.name)), "what it is called today"),
      .field("created_by", .id(of: "member"), "who is the creator today"),
      .field("created_at", .time, "when it was founded"),
      .field(
        "streaming_services", .list(of: .text(.name(HouseholdLimits.streamingService))),
        "the services that it has, as it calls them"),
      .field("settings", .object(settings), "what goes for its rounds, and where it watches"),
      .field("members", .list(of: .object(member)), "in the order in which they joined"),
      .field("revision", .integer(), "of the household, to be sent as `expected_revision`"),
      .field(
        "library_revision", .integer(), "of its lists; -1 while nothing was ever on the watchlist or the watched list"),
    ])

  private static let settings = ObjectType(
    "HouseholdSettings", "What goes for a household's rounds, and where it watches.",
    [
      .field(
        "voting_expiry_hours", .integer(HouseholdLimits.votingExpiryHours), "how long voting is open", unit: .hours),
      .field(
        "selected_expiry_days", .integer(HouseholdLimits.selectedExpiryDays), "how long a pick waits to be watched",
        unit: .days),
      .field("rating_days", .integer(HouseholdLimits.ratingDays), "how long ratings are waited for", unit: .days),
      .field("country", .text(), "where it watches: the code in ISO 3166-1, as `DE`"),
    ])

  /// The members of an object that say who somebody is.
  static let profile: [WireField] = [
    .field("member_id", .id(of: "member"), "who it is"),
    .field(
      "display_name", .text(.name(HouseholdLimits.displayName)),
      "what they are called today; `[Deleted member]` of who was erased"),
    .nullable("avatar_key", .text(.name(HouseholdLimits.avatarKey)), "their picture today; null of who was erased"),
  ]

  static let member = ObjectType(
    "Member", "A member of a household.", toldBy: "member_id",
    profile + [
      .field("role", .choice(Choice("Role", of: Role.self)), "what they are in the household"),
      .field(
        "member_type", .choice(Choice("MemberType", of: MemberType.self)),
        "whether they act for themselves, or a parent does"),
      .nullable("parent_member_id", .id(of: "member"), "who acts for a managed member; else null"),
      .nullable(
        "content_rating_ceiling", .choice(ratings), "`PG` for a managed member, else null: preferences are private"),
      .field("joined_at", .time, "when they joined"),
    ])

  static let ratings = Choice("ContentRating", of: ContentRating.self)

  /// A secret that is shown once.
  static let token = WireField.nullable(
    "token", .text(.secret(what: "a token")),
    "to authenticate with, shown this once; null where the command was sent again without a secret of the client's")

  static let tokenEntry = ObjectType(
    "TokenEntry", "A token, without its secret.", toldBy: "token_id",
    [
      .field("token_id", .id(of: "token"), "which it is"),
      .field("member_id", .id(of: "member"), "whose it is"),
      .nullable("label", .text(.name(HouseholdLimits.tokenLabel)), "what it is for; null of who was erased"),
      .field("issued_at", .time, "when it was made"),
      .nullable("revoked_at", .time, "when it stopped working; null while it works"),
    ])

  static let invite = ObjectType(
    "Invite", "An invite into a household.", toldBy: "invite_id",
    [
      .field("invite_id", .id(of: "invite"), "which it is"),
      .nullable(
        "invite_token", .text(.secret(what: "an invite's token")),
        "to be given on: `mi_` and 86 characters; null but in the first answer of `invites.create`"),
      .field(
        "status", .choice(Choice("InviteStatus", ["active", "expired", "revoked"])), "whether it lets somebody in"),
      .field("created_at", .time, "when it was made"),
      .field("expires_at", .time, "from then on it lets nobody in"),
    ])

  static let preferences = ObjectType(
    "Preferences", "What somebody likes.", toldBy: "member_id",
    [
      .field("member_id", .id(of: "member"), "whose they are"),
      .field("genre_likes", .list(of: .integer()), "TMDb's ids of genres, ascending; empty before they are set"),
      .field("genre_dislikes", .list(of: .integer()), "TMDb's ids of genres, ascending; empty before they are set"),
      .nullable("max_content_rating", .choice(ratings), "up to which rating; null before they are set"),
      .nullable("updated_at", .time, "when they were set; null before that"),
    ])

  /// Results of commands that show one thing.
  static let householdShown = ObjectType(
    "HouseholdShown", "The household as it is now.", [.field("household", .object(household), "as in `households.get`")]
  )
  static let memberShown = ObjectType(
    "MemberShown", "The member as they are now.", [.field("member", .object(member), "as in `households.get`")])
  static let memberGone = ObjectType(
    "MemberGone", "Who is gone.", [.field("member_id", .id(of: "member"), "who is gone")])
}
