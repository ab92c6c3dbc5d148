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

/// How long a round may rest in each state.
public struct HouseholdSettings: Equatable, Sendable {
  public var votingExpiryHours = 72
  public var selectedExpiryDays = 30
  public var ratingDays = 14

  public init() {}
}

/// The limits of a household (`docs/rules.md`, "Households and members"); lengths in characters after trimming.
public enum HouseholdLimits {
  public static let members = 8
  public static let name = 1...40
  public static let displayName = 1...30
  public static let avatarKey = 1...40
  public static let tokenLabel = 1...40
  public static let defaultAvatarKey = "avatar_bear"
}
