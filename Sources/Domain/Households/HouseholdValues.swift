import MovieNightPrimitives

/// A member acts for themself, or is acted for.
public enum MemberType: String, FieldValue, CaseIterable, Sendable {
  /// Has tokens and acts for themself.
  case independent
  /// A profile without login (a child), run by its parent.
  case managed

  /// The content ceiling of all members of this type; nil where each sets their own.
  public var fixedCeiling: ContentRating? { self == .managed ? .pg : nil }
}

extension MemberID {
  /// Whether what is `member`'s alone is theirs to see and to set: they are that member, or its parent.
  public func speaks(for member: MemberID, parent: MemberID?) -> Bool { self == member || self == parent }
}

/// Whether a member may do what is the creator's alone (`docs/rules.md`, "Households and members").
public enum Role: String, CaseIterable, Sendable {
  /// The one elevated role; exactly one independent member holds it.
  case creator
  case member
}

/// Why a member is no longer in the household.
public enum DepartureReason: String, FieldValue, CaseIterable, Sendable {
  case left, removed, erased
}

/// How long a round may rest in each state, and where the household watches.
public struct HouseholdSettings: FieldObject, Equatable, Sendable {
  /// From the last event of a round in draft or voting until it expires.
  public var votingExpiryHours: Int
  /// From the pick until the round expires; where somebody has rated, until it counts as watched.
  public var selectedExpiryDays: Int
  /// From watched until the round is rated, whoever has not rated yet.
  public var ratingDays: Int
  /// Whose services and ratings count (`Country`).
  public var country: String

  /// Without arguments, those of a new household.
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
  /// Independent and managed ones together.
  public static let members = 8
  public static let name = 1...40
  public static let displayName = 1...30
  public static let avatarKey = 1...40
  public static let tokenLabel = 1...40
  /// How many different ones; `streamingService` is the length of each.
  public static let streamingServices = 20
  public static let streamingService = 1...50
  /// Of the settings; the rules only say that there are such times.
  public static let votingExpiryHours = 1...8760
  public static let selectedExpiryDays = 1...365
  public static let ratingDays = 1...365
  /// How long an invite lets somebody in: at exactly this time it is expired.
  public static let inviteSeconds = 7 * Timestamp.secondsPerDay
  /// Those of one member that work.
  public static let tokens = 50
  /// Those that are neither revoked nor expired.
  public static let openInvites = 20
  /// How long what has ended, a token or an invite, is still shown: at exactly this time it is forgotten.
  public static let endedSeconds = 30 * Timestamp.secondsPerDay
  /// So many of one member are kept, those that ended last: of tokens, and of invites. All who went count as one.
  public static let ended = 50
  /// How many different ones, of likes and of dislikes.
  public static let genreLikes = 2...20
  public static let genreDislikes = 0...20
  /// Of who joins without one.
  public static let defaultAvatarKey = "avatar_bear"
}
