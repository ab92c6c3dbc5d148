import Domain
import MovieNightPrimitives
import ProtocolSchema

package enum HouseholdParameters {
  package static let household = Parameter<HouseholdID?>.optional(
    "household_id", .id("household"), "the household; default: your own; required for administrators")
  static let cursor = Parameter<HouseholdID?>.optional(
    "cursor", .id("household"), "`next_cursor` of the previous page; default: the first page")
  static let year = Parameter<Int?>.optional(
    "year", .integer(LibraryLimits.statisticsYears), "the year, in UTC; default: the current one")
  static let name = Parameter<String>.required(
    "name", .name(HouseholdLimits.name), "the household's name; \(trimmed)", isPersonal: true)
  static let newName = Parameter<String?>.optional(
    "name", .name(HouseholdLimits.name), "the household's new name; \(trimmed); \(unchanged)", isPersonal: true)
  static let streamingServices = Parameter<[String]?>.optional(
    "streaming_services", .list(.name(HouseholdLimits.streamingService), atMost: 100),
    "the complete list, with at most 20 different services; \(unchanged)"
  ).customValidated
  static let settings = Parameter<JSONValue?>.optional(
    "settings",
    .object(
      "ChangedSettings", "The settings to change.", [votingExpiryHours, selectedExpiryDays, ratingDays, country]),
    "the settings to change; they also apply to rounds that are not over")
  static let votingExpiryHours = Parameter<Int?>.optional(
    "voting_expiry_hours", .integer(HouseholdLimits.votingExpiryHours),
    "hours from the last event of a draft or voting round until it expires; \(unchanged)")
  static let selectedExpiryDays = Parameter<Int?>.optional(
    "selected_expiry_days", .integer(HouseholdLimits.selectedExpiryDays),
    "days from the pick until a round expires, or counts as watched if a member has rated it; \(unchanged)")
  static let ratingDays = Parameter<Int?>.optional(
    "rating_days", .integer(HouseholdLimits.ratingDays),
    "days from watching until ratings close; \(unchanged)")
  static let country = Parameter<String?>.optional(
    "country", .country, "the household's country as an ISO 3166-1 code, such as `DE`; \(unchanged)")

  // MARK: Members

  static let creator = Parameter<JSONValue>.required(
    "creator", .object("NewMember", "The creator of a household.", [displayName, avatarKey]), "the first member",
    isPersonal: true)
  static let displayName = Parameter<String>.required(
    "display_name", .name(HouseholdLimits.displayName), "the member's name; \(trimmed)", isPersonal: true)
  static let avatarKey = Parameter<String>.optional(
    "avatar_key", .name(HouseholdLimits.avatarKey), or: HouseholdLimits.defaultAvatarKey,
    "the key of the member's avatar", isPersonal: true)
  static let newDisplayName = Parameter<String?>.optional(
    "display_name", .name(HouseholdLimits.displayName), "the member's new name; \(trimmed); \(unchanged)",
    isPersonal: true)
  static let newAvatarKey = Parameter<String?>.optional(
    "avatar_key", .name(HouseholdLimits.avatarKey), "the key of the member's new avatar; \(unchanged)",
    isPersonal: true)
  static let member = Parameter<MemberID>.required("member_id", .id("member"), "the member to remove")
  static let memberOrSelf = Parameter<MemberID?>.optional(
    "member_id", .id("member"), "the member; default: yourself")
  static let erasedMember = Parameter<MemberID?>.optional(
    "member_id", .id("member"), "the member to erase; default: yourself; required for administrators")
  static let tokenHolder = Parameter<MemberID?>.optional(
    "member_id", .id("member"), "the token's member; default: yourself; required for administrators")
  static let confirm = Parameter<String>.required(
    "confirm", WireValue(.enumeration(EnumType("Confirmation", ["DELETE"]))) { $0.isText("DELETE") ? "DELETE" : nil },
    "must be `DELETE`")

  // MARK: Tokens and invites

  static let secret = Parameter<String?>.optional(
    "secret", .text(.secret(what: "32 random bytes in base64url (43 characters)")),
    "32 random bytes chosen by the client, in base64url (43 characters): the token contains them, so a resent command returns it again; default: chosen by the server"
  )
  static let label = Parameter<String>.required(
    "label", .name(HouseholdLimits.tokenLabel), "the token's purpose; \(trimmed)", isPersonal: true)
  static let token = Parameter<TokenID>.required("token_id", .id("token"), "the token to revoke")
  static let invite = Parameter<InviteID>.required("invite_id", .id("invite"), "the invite to revoke")
  static let inviteToken = Parameter<String>.required(
    "invite_token", .text(.secret(what: "an invite's token")),
    "the `invite_token` of the invite: `mi_` and 86 characters")

  // MARK: Preferences

  static let genreLikes = Parameter<[Int]>.required(
    "genre_likes", .list(.integer(), atMost: 100),
    "the TMDb ids of 2 to 20 different genres, or none if only the ceiling is set"
  ).customValidated
  static let genreDislikes = Parameter<[Int]>.list(
    "genre_dislikes", .integer(), atMost: 100, "the TMDb ids of at most 20 genres, none of them in `genre_likes`"
  ).customValidated
  static let maxContentRating = Parameter<ContentRating?>.optional(
    "max_content_rating",
    WireValue(.enumeration(EnumType("PreferredRating", ContentRating.ceilings.map(\.rawValue)))) { json in
      json.word.flatMap(ContentRating.init).flatMap { ContentRating.ceilings.contains($0) ? $0 : nil }
    },
    "the highest content rating for the member; required for independent members; `PG` or omitted for managed members"
  ).customValidated

  private static let trimmed = "surrounding white space is removed"
  private static let unchanged = "unchanged if omitted"
}
