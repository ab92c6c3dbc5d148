import MovieNightPrimitives

public enum MemberType: String, FieldValue, CaseIterable, Sendable {
  /// A member who has tokens and acts for themself.
  case independent
  /// A profile without a login, usually a child's, which a parent runs.
  case managed

  /// The content ceiling that applies to all members of this type; nil if each member sets their own.
  public var fixedCeiling: ContentRating? { self == .managed ? .pg : nil }
}

extension MemberID {
  /// Whether this member may see and set private data of `member`: as that member, or as its parent.
  public func isAuthorized(for member: MemberID, parent: MemberID?) -> Bool { self == member || self == parent }
}

/// The role of a member, which determines the creator's privileges (`docs/rules.md`, "Households and members").
public enum Role: String, CaseIterable, Sendable {
  /// The creator, who has the only elevated role. Exactly one independent member holds it.
  case creator
  case member
}

public enum DepartureReason: String, FieldValue, CaseIterable, Sendable {
  case left, removed, erased
}

/// The durations of a household's round deadlines, and its country.
public struct HouseholdSettings: FieldObject, Equatable, Sendable {
  /// The hours after which a round in draft or voting expires, counted from its last event.
  public var votingExpiryHours: Int
  /// The days for which an unwatched pick waits. The round then expires or, with ratings, becomes watched or rated.
  public var selectedExpiryDays: Int
  /// The days after which a watched round becomes rated, even if ratings are missing.
  public var ratingDays: Int
  /// The country whose streaming services and content ratings apply (`Country`).
  public var country: String

  /// Creates settings. The defaults are those of a new household.
  public init(
    votingExpiryHours: Int = 72, selectedExpiryDays: Int = 30, ratingDays: Int = 14, country: String = Country.standard
  ) {
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
  }

  public static let fields = Fields(
    Self.init(votingExpiryHours:selectedExpiryDays:ratingDays:country:),
    Field("voting_expiry_hours", \.votingExpiryHours, .integer(HouseholdLimits.votingExpiryHours)),
    Field("selected_expiry_days", \.selectedExpiryDays, .integer(HouseholdLimits.selectedExpiryDays)),
    Field("rating_days", \.ratingDays, .integer(HouseholdLimits.ratingDays)),
    Field("country", \.country, FieldBounds(.text(), "a country's code", Country.isKnown)))
}

/// The limits of a household (`docs/rules.md`, "Households and members"). Lengths are in characters after trimming.
public enum HouseholdLimits {
  /// The number of members, independent and managed ones together.
  public static let members = 8
  public static let name = 1...40
  public static let displayName = 1...30
  public static let avatarKey = 1...40
  public static let tokenLabel = 1...40
  /// The number of different services. The length of each is limited by `streamingService`.
  public static let streamingServices = 20
  public static let streamingService = 1...50
  /// The bounds of the three durations in `HouseholdSettings`. They are not defined by the rules.
  public static let votingExpiryHours = 1...8760
  public static let selectedExpiryDays = 1...365
  public static let ratingDays = 1...365
  /// The lifetime of an invite. The invite is expired from exactly this time on.
  public static let inviteSeconds = 7 * Timestamp.secondsPerDay
  /// The number of working tokens per member.
  public static let tokens = 50
  /// The number of invites that are neither revoked nor expired.
  public static let openInvites = 20
  /// The time for which lists still show an ended token or invite. The entry is forgotten from exactly this time on.
  public static let endedSeconds = 30 * Timestamp.secondsPerDay
  /// The number of the latest ended tokens, and of ended invites, kept per member. Former members count as one.
  public static let ended = 50
  /// The number of different genres that a member likes.
  public static let genreLikes = 2...20
  public static let genreDislikes = 0...20
  /// The avatar of a member who joins without choosing one.
  public static let defaultAvatarKey = "avatar_bear"
}
