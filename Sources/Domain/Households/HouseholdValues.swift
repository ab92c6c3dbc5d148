import Primitives

/// A member acts for themself, or is acted for.
public enum MemberType: String, CaseIterable, Sendable {
  /// Has tokens and acts for themself.
  case independent
  /// A profile without login (a child), run by its parent.
  case managed
}

public enum Role: String, CaseIterable, Sendable {
  /// The one elevated role; exactly one independent member holds it.
  case creator
  case member
}

/// Why a member is no longer in the household.
public enum DepartureReason: String, CaseIterable, Sendable {
  case left, removed, erased
}

/// How long a round may rest in each state.
public struct HouseholdSettings: Equatable, Sendable {
  public var votingExpiryHours = 72
  public var selectedExpiryDays = 30
  public var ratingDays = 14

  public init() {}

  public init(json: JSONValue) throws(JSONError) {
    votingExpiryHours = try json.integer("voting_expiry_hours")
    selectedExpiryDays = try json.integer("selected_expiry_days")
    ratingDays = try json.integer("rating_days")
  }

  public func writeMembers(to json: inout JSONWriter) {
    json.field("voting_expiry_hours", votingExpiryHours)
    json.field("selected_expiry_days", selectedExpiryDays)
    json.field("rating_days", ratingDays)
  }
}

/// The limits of a household (`docs/rules.md`, "Households and members"); lengths in characters after trimming.
public enum HouseholdLimits {
  public static let members = 8
  public static let name = 1...40
  public static let displayName = 1...30
  public static let avatarKey = 1...40
  public static let tokenLabel = 1...40
  public static let streamingServices = 20
  public static let streamingService = 1...50
  /// Of the settings; the rules only say that there are such times.
  public static let votingExpiryHours = 1...8760
  public static let selectedExpiryDays = 1...365
  public static let ratingDays = 1...365
  public static let inviteSeconds = 7 * Timestamp.secondsPerDay
  public static let genreLikes = 2...20
  public static let genreDislikes = 0...20
  public static let defaultAvatarKey = "avatar_bear"
}
