import Domain
import MovieNightPrimitives
import ProtocolSchema

package enum HouseholdParameters {
  package static let household = Parameter<HouseholdID?>.optional(
    "household_id", .id("household"), "which household; your own where it is missing, an administrator must say")
  static let cursor = Parameter<HouseholdID?>.optional(
    "cursor", .id("household"), "what `next_cursor` said; the first page where it is missing")
  static let name = Parameter<String>.required(
    "name", .name(HouseholdLimits.name), "what the household is called; \(trimmed)", isPersonal: true)
  static let newName = Parameter<String?>.optional(
    "name", .name(HouseholdLimits.name),
    "what the household is called; \(trimmed); it stays where it is missing", isPersonal: true)
  static let streamingServices = Parameter<[String]?>.optional(
    "streaming_services", .list(.name(HouseholdLimits.streamingService), atMost: 100),
    "all that the household has, 20 different ones at most; they stay where it is missing"
  ).ruled
  static let settings = Parameter<JSONValue?>.optional(
    "settings",
    .object(
      "ChangedSettings", "Settings that change.", [votingExpiryHours, selectedExpiryDays, ratingDays, country]),
    "those that change; what is missing stays")
  static let votingExpiryHours = Parameter<Int?>.optional(
    "voting_expiry_hours", .integer(HouseholdLimits.votingExpiryHours),
    "how long voting is open, in hours; it stays where it is missing")
  static let selectedExpiryDays = Parameter<Int?>.optional(
    "selected_expiry_days", .integer(HouseholdLimits.selectedExpiryDays),
    "how long a pick waits to be watched, in days; it stays where it is missing")
  static let ratingDays = Parameter<Int?>.optional(
    "rating_days", .integer(HouseholdLimits.ratingDays),
    "how long ratings are waited for, in days; it stays where it is missing")
  static let country = Parameter<String?>.optional(
    "country", .country,
    "where the household watches: the code in ISO 3166-1, as `DE`; it stays where it is missing")

  // MARK: Members

  static let creator = Parameter<JSONValue>.required(
    "creator", .object("NewMember", "Who founds a household.", [displayName, avatarKey]), "who founds it",
    isPersonal: true)
  static let displayName = Parameter<String>.required(
    "display_name", .name(HouseholdLimits.displayName), "what the member is called; \(trimmed)", isPersonal: true)
  static let avatarKey = Parameter<String>.optional(
    "avatar_key", .name(HouseholdLimits.avatarKey), or: HouseholdLimits.defaultAvatarKey,
    "which picture the client shows", isPersonal: true)
  static let newDisplayName = Parameter<String?>.optional(
    "display_name", .name(HouseholdLimits.displayName),
    "what the member is called; \(trimmed); it stays where it is missing", isPersonal: true)
  static let newAvatarKey = Parameter<String?>.optional(
    "avatar_key", .name(HouseholdLimits.avatarKey),
    "which picture the client shows; it stays where it is missing, whoever changes it meanwhile",
    isPersonal: true)
  static let member = Parameter<MemberID>.required("member_id", .id("member"), "who it is about")
  static let memberOrSelf = Parameter<MemberID?>.optional(
    "member_id", .id("member"), "who it is about; yourself where it is missing")
  static let erasedMember = Parameter<MemberID?>.optional(
    "member_id", .id("member"), "who is erased; yourself where it is missing, an administrator must say")
  static let tokenHolder = Parameter<MemberID?>.optional(
    "member_id", .id("member"),
    "who authenticates with it; yourself where it is missing, an administrator must say")
  static let confirm = Parameter<String>.required(
    "confirm", WireValue(.enumeration(EnumType("Confirmation", ["DELETE"]))) { $0.isText("DELETE") ? "DELETE" : nil },
    "the word `DELETE`")

  // MARK: Tokens and invites

  static let secret = Parameter<String?>.optional(
    "secret", .text(.secret(what: "32 random bytes as base64url, 43 characters")),
    "32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then the same command sent again gives the token again; the server makes them where it is missing"
  )
  static let label = Parameter<String>.required(
    "label", .name(HouseholdLimits.tokenLabel), "what the token is for; \(trimmed)", isPersonal: true)
  static let token = Parameter<TokenID>.required("token_id", .id("token"), "which token")
  static let invite = Parameter<InviteID>.required("invite_id", .id("invite"), "which invite")
  static let inviteToken = Parameter<String>.required(
    "invite_token", .text(.secret(what: "as `invites.create` gave it")),
    "as `invites.create` gave it: `mi_` and 86 characters")

  // MARK: Preferences

  static let genreLikes = Parameter<[Int]>.required(
    "genre_likes", .list(.integer(), atLeast: HouseholdLimits.genreLikes.lowerBound, atMost: 100),
    "TMDb's ids of 2 to 20 different genres"
  ).ruled
  static let genreDislikes = Parameter<[Int]>.list(
    "genre_dislikes", .integer(), atMost: 100, "TMDb's ids of at most 20 genres, none of them liked"
  ).ruled
  static let maxContentRating = Parameter<ContentRating?>.optional(
    "max_content_rating",
    WireValue(.enumeration(EnumType("PreferredRating", ContentRating.ceilings.map(\.rawValue)))) { json in
      json.word.flatMap(ContentRating.init).flatMap { ContentRating.ceilings.contains($0) ? $0 : nil }
    },
    "up to which rating; of an independent member it has to be there, of a managed one it is `PG`, also where it is missing"
  ).ruled

  private static let trimmed = "white space at both ends is cut"
}
