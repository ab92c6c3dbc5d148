import Domain
import Primitives
import WireProtocol

/// What methods about households and members take.
enum HouseholdParameters {
  static let household = Parameter<HouseholdID?>.optional(
    "household_id", .id("household"), "your own where it is missing; an administrator must say")
  static let cursor = Parameter<HouseholdID?>.optional(
    "cursor", .id("household"), "what `next_cursor` said; the first page where it is missing")
  static let name = Parameter<String>.required(
    "name", .name(HouseholdLimits.name), characters(HouseholdLimits.name), isPersonal: true)
  static let newName = Parameter<String?>.optional(
    "name", .name(HouseholdLimits.name), "\(characters(HouseholdLimits.name)); it stays where it is missing",
    isPersonal: true)
  static let streamingServices = Parameter<[String]?>.optional(
    "streaming_services", .list(.name(HouseholdLimits.streamingService), atMost: 100),
    "all of them: at most 20 different ones of 1 to 50 characters; they stay where it is missing")
  static let settings = Parameter<JSONValue?>.optional(
    "settings",
    .object(
      "ChangedSettings", "Settings that change.", [votingExpiryHours, selectedExpiryDays, ratingDays, country]),
    "those that change")
  static let votingExpiryHours = Parameter<Int?>.optional(
    "voting_expiry_hours", .integer(HouseholdLimits.votingExpiryHours), "how long voting is open, in hours")
  static let selectedExpiryDays = Parameter<Int?>.optional(
    "selected_expiry_days", .integer(HouseholdLimits.selectedExpiryDays), "how long a pick waits to be watched, in days"
  )
  static let ratingDays = Parameter<Int?>.optional(
    "rating_days", .integer(HouseholdLimits.ratingDays), "how long ratings are waited for, in days")
  static let country = Parameter<String?>.optional(
    "country", .text(.opaque(what: "a country's code in ISO 3166-1")), "its code in ISO 3166-1, as `DE`")

  // MARK: Members

  static let creator = Parameter<JSONValue>.required(
    "creator", .object("NewMember", "Who founds a household.", [displayName, avatarKey]), "who founds it",
    isPersonal: true)
  static let displayName = Parameter<String>.required(
    "display_name", .name(HouseholdLimits.displayName), characters(HouseholdLimits.displayName), isPersonal: true)
  static let avatarKey = Parameter<String?>.optional(
    "avatar_key", .name(HouseholdLimits.avatarKey),
    "\(characters(HouseholdLimits.avatarKey)); `\(HouseholdLimits.defaultAvatarKey)` where it is missing",
    isPersonal: true)
  static let newDisplayName = Parameter<String?>.optional(
    "display_name", .name(HouseholdLimits.displayName),
    "\(characters(HouseholdLimits.displayName)); it stays where it is missing", isPersonal: true)
  static let newAvatarKey = Parameter<String?>.optional(
    "avatar_key", .name(HouseholdLimits.avatarKey),
    "\(characters(HouseholdLimits.avatarKey)); it stays where it is missing, whoever changes it meanwhile",
    isPersonal: true)
  static let member = Parameter<MemberID>.required("member_id", .id("member"), "who it is about")
  static let memberOrSelf = Parameter<MemberID?>.optional(
    "member_id", .id("member"), "yourself where it is missing; an administrator must say")
  static let confirm = Parameter<String>.required(
    "confirm", WireValue(.choice(Choice("Confirmation", ["DELETE"]))) { $0.string == "DELETE" ? "DELETE" : nil },
    "the word `DELETE`")

  // MARK: Tokens and invites

  static let secret = Parameter<String?>.optional(
    "secret", .text(.opaque(what: "32 random bytes as base64url, 43 characters")),
    "32 random bytes of the client's making as base64url, 43 characters, of which the token is made: then the same command sent again gives the token again"
  )
  static let label = Parameter<String>.required(
    "label", .name(HouseholdLimits.tokenLabel), "\(characters(HouseholdLimits.tokenLabel)): what it is for",
    isPersonal: true)
  static let token = Parameter<TokenID>.required("token_id", .id("token"), "which one")
  static let invite = Parameter<InviteID>.required("invite_id", .id("invite"), "which one")
  static let inviteToken = Parameter<String>.required(
    "invite_token", .text(.opaque(what: "as `invites.create` gave it")),
    "as `invites.create` gave it: `mi_` and 86 characters")

  // MARK: Preferences

  static let genreLikes = Parameter<[Int]>.required(
    "genre_likes", .list(.integer(), atLeast: HouseholdLimits.genreLikes.lowerBound, atMost: 100),
    "2 to 20 different ids of TMDb's genres")
  static let genreDislikes = Parameter<[Int]>.optional(
    "genre_dislikes", .list(.integer(), atMost: 100), or: [],
    "at most 20, none of them liked; none where it is missing")
  static let maxContentRating = Parameter<ContentRating?>.optional(
    "max_content_rating",
    WireValue(.choice(Choice("PreferredRating", ContentRating.ceilings.map(\.rawValue)))) { json in
      json.string.flatMap(ContentRating.init).flatMap { ContentRating.ceilings.contains($0) ? $0 : nil }
    },
    "`G`, `PG`, `PG-13` or `R`; of a managed member `PG`, which it is where it is missing")

  private static func characters(_ count: ClosedRange<Int>) -> String {
    "\(count.lowerBound) to \(count.upperBound) characters after white space at both ends is cut"
  }
}
