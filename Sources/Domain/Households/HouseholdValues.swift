import MovieNightPrimitives

/// The two kinds of members: those who act for themselves, and managed ones.
public enum MemberType: String, FieldValue, CaseIterable, Sendable {
  /// Has tokens and acts for themself.
  case independent
  /// A profile without login (a child), run by its parent.
  case managed

  /// The content ceiling of all members of this type; nil if each sets their own.
  public var fixedCeiling: ContentRating? { self == .managed ? .pg : nil }
}

extension MemberID {
  /// Whether this member may see and set private data of `member`, as that member or as its parent.
  public func isAuthorized(for member: MemberID, parent: MemberID?) -> Bool { self == member || self == parent }
}

/// The role of a member, which decides about the creator's privileges (`docs/rules.md`, "Households and members").
public enum Role: String, CaseIterable, Sendable {
  /// The only elevated role; exactly one independent member holds it.
  case creator
  case member
}

/// The reason why a member is no longer in the household.
public enum DepartureReason: String, FieldValue, CaseIterable, Sendable {
  case left, removed, erased
}

/// The deadlines of rounds, and the household's country.
public struct HouseholdSettings: FieldObject, Equatable, Sendable {
  /// From the last event of a round in draft or voting until it expires.
  public var votingExpiryHours: Int
  /// From the pick until the round expires, or counts as watched if somebody has rated.
  public var selectedExpiryDays: Int
  /// From watched until the round is rated, even with ratings missing.
  public var ratingDays: Int
  /// The country whose services and ratings count (`Country`).
  public var country: String

  /// Creates settings; the defaults are those of a new household.
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

/// The limits of a household (`docs/rules.md`, "Households and members"); lengths in characters after trimming.
public enum HouseholdLimits {
  /// Independent and managed members together.
  public static let members = 8
  public static let name = 1...40
  public static let displayName = 1...30
  public static let avatarKey = 1...40
  public static let tokenLabel = 1...40
  /// The number of different services; `streamingService` is the length of each.
  public static let streamingServices = 20
  public static let streamingService = 1...50
  /// The bounds of the settings; the rules do not define them.
  public static let votingExpiryHours = 1...8760
  public static let selectedExpiryDays = 1...365
  public static let ratingDays = 1...365
  /// The lifetime of an invite. At exactly this time it is expired.
  public static let inviteSeconds = 7 * Timestamp.secondsPerDay
  /// The number of working tokens of a member.
  public static let tokens = 50
  /// The number of invites that are neither revoked nor expired.
  public static let openInvites = 20
  /// The time for which an ended token or invite is still shown. At exactly this time it is forgotten.
  public static let endedSeconds = 30 * Timestamp.secondsPerDay
  /// The number of ended tokens, and of ended invites, kept per member, the latest ones. All former members count as one.
  public static let ended = 50
  /// The number of different genres.
  public static let genreLikes = 2...20
  public static let genreDislikes = 0...20
  /// The avatar of a member who joins without one.
  public static let defaultAvatarKey = "avatar_bear"
}
