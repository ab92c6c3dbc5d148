import Domain
import MovieNightPrimitives

/// A command on a household. Ids and digests are made before, so that deciding needs no randomness.
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

/// A household to be founded, with its first member, who is its creator, and that member's first token.
public struct NewHousehold: Equatable, Sendable {
  public var name: String
  public var creator: NewMember
  /// The creator's token, whatever its `memberID` says.
  public var token: NewToken

  public init(name: String, creator: NewMember, token: NewToken) {
    self.name = name
    self.creator = creator
    self.token = token
  }
}

/// A person who joins. Deciding trims the texts and checks their lengths (`HouseholdLimits`).
public struct NewMember: Equatable, Sendable {
  public var id: MemberID
  public var displayName: String
  /// Nil for `HouseholdLimits.defaultAvatarKey`.
  public var avatarKey: String?

  public init(id: MemberID, displayName: String, avatarKey: String?) {
    self.id = id
    self.displayName = displayName
    self.avatarKey = avatarKey
  }
}

/// Changes to a member; nil leaves a value as it is.
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

/// A token to be issued. Only the digest of its secret is decided on and recorded.
public struct NewToken: Equatable, Sendable {
  public var id: TokenID
  /// In the format of crypt(3), with its setting.
  public var digest: String
  /// A personal text, 1-40 characters after trimming (`docs/rules.md`, "Households and members").
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

/// Changes to a household; nil leaves a value as it is.
public struct HouseholdUpdate: Equatable, Sendable {
  public var name: String?
  /// The complete list: what is left out is removed.
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

/// A member's liked and disliked genres, and the highest rating for them.
public struct Preferences: Equatable, Sendable {
  /// TMDb genre ids.
  public var genreLikes: [Int]
  /// TMDb genre ids. One that is liked too is refused (`docs/rules.md`, "Preferences").
  public var genreDislikes: [Int]
  /// Nil if it was not given: for a managed member it is fixed.
  public var maxContentRating: ContentRating?

  public init(genreLikes: [Int], genreDislikes: [Int], maxContentRating: ContentRating?) {
    self.genreLikes = genreLikes
    self.genreDislikes = genreDislikes
    self.maxContentRating = maxContentRating
  }
}
