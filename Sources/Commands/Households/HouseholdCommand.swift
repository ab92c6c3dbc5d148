import Domain

/// What can be asked of a household. Ids and digests are made before, so that deciding needs no randomness.
public enum HouseholdCommand: Equatable, Sendable {
  case found(FoundHousehold)
  case addManaged(NewMember)
  case issueToken(NewToken)
  case revokeToken(TokenID)
}

public struct FoundHousehold: Equatable, Sendable {
  public var name: String
  public var creator: NewMember
  public var token: NewToken

  public init(name: String, creator: NewMember, token: NewToken) {
    self.name = name
    self.creator = creator
    self.token = token
  }
}

public struct NewMember: Equatable, Sendable {
  public var id: MemberID
  public var displayName: String
  public var avatarKey: String?

  public init(id: MemberID, displayName: String, avatarKey: String?) {
    self.id = id
    self.displayName = displayName
    self.avatarKey = avatarKey
  }
}

public struct NewToken: Equatable, Sendable {
  public var id: TokenID
  public var digest: String
  public var label: String
  /// Whose it is; nil for who asks.
  public var memberID: MemberID?

  public init(id: TokenID, digest: String, label: String, memberID: MemberID? = nil) {
    self.id = id
    self.digest = digest
    self.label = label
    self.memberID = memberID
  }
}
