import Domain
import MovieNightPrimitives

/// A command on a household. It already contains the ids and digests, so that deciding needs no randomness.
public enum HouseholdCommand: Equatable, Sendable {
  case found(NewHousehold)
  case update(HouseholdUpdate)
  case addManaged(NewMember)
  case updateProfile(ProfileUpdate)
  case remove(MemberID)
  case leave
  /// `confirmation` must be the word DELETE.
  case erase(MemberID, confirmation: String)
  case createInvite(InviteID, digest: String)
  case revokeInvite(InviteID)
  case acceptInvite(InviteID, digest: String, NewMember, NewToken)
  case setPreferences(MemberID, Preferences)
  case issueToken(NewToken)
  case revokeToken(TokenID)
}

/// A household to be founded, with its creator, who is its first member, and the creator's first token.
public struct NewHousehold: Equatable, Sendable {
  public var name: String
  public var creator: NewMember
  /// The creator's token. Its `memberID` is ignored.
  public var token: NewToken

  public init(name: String, creator: NewMember, token: NewToken) {
    self.name = name
    self.creator = creator
    self.token = token
  }
}

/// A person who joins. The decider trims the texts and checks their lengths against `HouseholdLimits`.
public struct NewMember: Equatable, Sendable {
  public var id: MemberID
  public var displayName: String
  /// The key of the avatar; nil for `HouseholdLimits.defaultAvatarKey`.
  public var avatarKey: String?

  public init(id: MemberID, displayName: String, avatarKey: String?) {
    self.id = id
    self.displayName = displayName
    self.avatarKey = avatarKey
  }
}

/// Changes to a member's profile. A property that is nil leaves the current value unchanged.
public struct ProfileUpdate: Equatable, Sendable {
  public var memberID: MemberID
  public var displayName: String?
  public var avatarKey: String?

  public init(memberID: MemberID, displayName: String? = nil, avatarKey: String? = nil) {
    self.memberID = memberID
    self.displayName = displayName
    self.avatarKey = avatarKey
  }
}

/// A token to be issued, with the digest of its secret instead of the secret itself.
public struct NewToken: Equatable, Sendable {
  public var id: TokenID
  /// The digest of the secret in crypt(3) format, with its setting.
  public var digest: String
  /// The label, a personal text of 1 to 40 characters after trimming (`docs/rules.md`, "Households and members").
  public var label: String
  /// The token's member; nil for the sender.
  public var memberID: MemberID?

  public init(id: TokenID, digest: String, label: String, memberID: MemberID? = nil) {
    self.id = id
    self.digest = digest
    self.label = label
    self.memberID = memberID
  }
}

/// Changes to a household. A property that is nil leaves the current value unchanged.
public struct HouseholdUpdate: Equatable, Sendable {
  public var name: String?
  /// The complete list of services. A service that is not in it is removed.
  public var streamingServices: [String]?
  public var votingExpiryHours: Int?
  public var selectedExpiryDays: Int?
  public var ratingDays: Int?
  public var country: String?

  public init(
    name: String? = nil, streamingServices: [String]? = nil, votingExpiryHours: Int? = nil,
    selectedExpiryDays: Int? = nil, ratingDays: Int? = nil, country: String? = nil
  ) {
    self.name = name
    self.streamingServices = streamingServices
    self.votingExpiryHours = votingExpiryHours
    self.selectedExpiryDays = selectedExpiryDays
    self.ratingDays = ratingDays
    self.country = country
  }
}

/// A member's liked and disliked genres, and the highest content rating for the member.
public struct Preferences: Equatable, Sendable {
  /// The TMDb ids of liked genres; empty if only the ceiling is set.
  public var genreLikes: [Int]
  /// The TMDb ids of disliked genres. A genre that is also liked is refused (`docs/rules.md`, "Preferences").
  public var genreDislikes: [Int]
  /// The highest content rating; nil for none, which is allowed only for a managed member, whose ceiling is fixed.
  public var maxContentRating: ContentRating?

  public init(genreLikes: [Int], genreDislikes: [Int], maxContentRating: ContentRating?) {
    self.genreLikes = genreLikes
    self.genreDislikes = genreDislikes
    self.maxContentRating = maxContentRating
  }
}
