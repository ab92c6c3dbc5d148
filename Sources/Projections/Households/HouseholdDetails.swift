import Domain
import EventStore
import Primitives

/// A household with its members, their tokens and tastes, and its invites. Names and avatars are personal texts beside it.
public struct HouseholdDetails: Equatable, Sendable {
  public let id: HouseholdID
  public internal(set) var revision: Revision
  /// Who holds the creator's role; at first who founded it.
  public internal(set) var createdBy: MemberID
  public let createdAt: Timestamp
  public internal(set) var settings: HouseholdSettings
  public internal(set) var streamingServices: [String]
  /// In the order in which they joined.
  public internal(set) var members: [Member]
  /// In the order in which they went: history still shows their names, unless they were erased.
  public internal(set) var formerMemberIDs: [MemberID]
  /// In the order in which they were issued, revoked ones too.
  public internal(set) var tokens: [Token]
  /// In the order in which they were created, revoked and expired ones too.
  public internal(set) var invites: [Invite]
  /// Of those who have set them, in the order in which they first did.
  public internal(set) var preferences: [MemberPreferences]
  /// The round in draft or voting.
  public internal(set) var activeRoundID: RoundID?
  /// The rounds that have a pick and are not over, in the order of their picks.
  public internal(set) var awaitedRoundIDs: [RoundID]
  /// When the last independent member went.
  public internal(set) var closedAt: Timestamp?

  /// Someone who is in the household now.
  public struct Member: Equatable, Sendable {
    public let id: MemberID
    public let type: MemberType
    /// Who runs the profile; nil for an independent member.
    public internal(set) var parentID: MemberID?
    public let joinedAt: Timestamp
  }

  /// A token, of whose secret only the digest is known.
  public struct Token: Equatable, Sendable {
    public let id: TokenID
    public let memberID: MemberID
    /// As crypt(3) writes it, with its setting.
    public let digest: String
    public let issuedAt: Timestamp
    /// Also when its member went, or the household closed; nil while it works.
    public internal(set) var revokedAt: Timestamp?
  }

  /// An invite, of whose secret only the digest is known.
  public struct Invite: Equatable, Sendable {
    public let id: InviteID
    public let createdBy: MemberID
    /// As crypt(3) writes it, with its setting.
    public let digest: String
    public let createdAt: Timestamp
    /// At exactly this moment it is expired.
    public let expiresAt: Timestamp
    /// Also when the household closed; nil before, expired or not.
    public internal(set) var revokedAt: Timestamp?
  }

  /// What a member likes, and up to which rating they may see. It ends with the membership.
  public struct MemberPreferences: Equatable, Sendable {
    public let memberID: MemberID
    /// TMDb genre ids, ascending.
    public let genreLikes: [Int]
    /// TMDb genre ids, ascending, none of them liked.
    public let genreDislikes: [Int]
    /// Nil for a managed member, whose ceiling is fixed.
    public let maxContentRating: ContentRating?
    public let updatedAt: Timestamp
  }

  public var memberIDs: [MemberID] { members.map(\.id) }

  /// Nil for whoever is not a member now, former ones too.
  public func member(_ id: MemberID) -> Member? {
    members.first { $0.id == id }
  }

  public func invite(_ id: InviteID) -> Invite? {
    invites.first { $0.id == id }
  }

  /// Nil before the member has set them.
  public func preferences(of member: MemberID) -> MemberPreferences? {
    preferences.first { $0.memberID == member }
  }

  /// `member` for everybody but the creator, also for who is no member at all.
  public func role(of member: MemberID) -> Role {
    member == createdBy ? .creator : .member
  }
}

extension HouseholdDetails: Projection {
  public static let name = "households"
  public static let version = 2
  public static let isEnumerated = true

  public var key: RowKey { RowKey(id) }
  public var owner: OwnerID { OwnerID(id) }
  public var order: Int64 { createdAt.microseconds }

  // Every event, because `revision` is the stream's.
  public static func reads(_ fact: HouseholdEvent) -> Bool { true }

  public init(first fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .founded(let founded) = fact else { throw .outOfPlace }
    id = HouseholdID(envelope.stream.id)
    revision = envelope.revision
    createdBy = founded.createdBy
    createdAt = envelope.recordedAt
    settings = HouseholdSettings()
    streamingServices = []
    members = []
    formerMemberIDs = []
    tokens = []
    invites = []
    preferences = []
    awaitedRoundIDs = []
  }

  public mutating func fold(_ fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    let time = envelope.recordedAt
    switch fact {
    case .founded: throw .outOfPlace
    case .renamed, .memberProfileChanged, .memberErased: break
    case .streamingServicesSet(let set): streamingServices = set.services
    case .settingsSet(let set): settings = set.settings
    case .closed: close(at: time)
    case .memberJoined(let joined):
      members.append(
        Member(id: joined.memberID, type: joined.memberType, parentID: joined.parentMemberID, joinedAt: time))
    case .memberLeft(let left): removeMember(left.memberID, at: time)
    case .creatorChanged(let changed): createdBy = changed.memberID
    case .parentChanged(let changed):
      guard let index = members.firstIndex(where: { $0.id == changed.memberID }) else {
        throw .unknownMember(changed.memberID)
      }
      members[index].parentID = changed.parentMemberID
    case .preferencesSet(let set): setPreferences(set, at: time)
    case .inviteCreated(let created):
      invites.append(
        Invite(
          id: created.inviteID, createdBy: created.createdBy, digest: created.digest, createdAt: time,
          expiresAt: created.expiresAt, revokedAt: nil))
    case .inviteRevoked(let revoked):
      guard let index = invites.firstIndex(where: { $0.id == revoked.inviteID }) else {
        throw .unknownInvite(revoked.inviteID)
      }
      invites[index].revokedAt = time
    case .tokenIssued(let issued):
      tokens.append(
        Token(id: issued.tokenID, memberID: issued.memberID, digest: issued.digest, issuedAt: time, revokedAt: nil))
    case .tokenRevoked(let revoked):
      guard let index = tokens.firstIndex(where: { $0.id == revoked.tokenID }) else {
        throw .unknownToken(revoked.tokenID)
      }
      tokens[index].revokedAt = time
    case .activeRoundStarted(let started): activeRoundID = started.roundID
    case .activeRoundEnded(let ended):
      if activeRoundID == ended.roundID { activeRoundID = nil }
      awaitedRoundIDs.append(ended.roundID)
    case .roundFinished(let finished): awaitedRoundIDs.removeAll { $0 == finished.roundID }
    }
    revision = envelope.revision
  }

  private mutating func removeMember(_ member: MemberID, at time: Timestamp) {
    members.removeAll { $0.id == member }
    formerMemberIDs.append(member)
    preferences.removeAll { $0.memberID == member }
    revokeTokens(at: time) { $0.memberID == member }
  }

  private mutating func close(at time: Timestamp) {
    closedAt = time
    revokeTokens(at: time) { _ in true }
    for index in invites.indices where invites[index].revokedAt == nil { invites[index].revokedAt = time }
  }

  private mutating func revokeTokens(at time: Timestamp, where isMeant: (Token) -> Bool) {
    for index in tokens.indices where tokens[index].revokedAt == nil && isMeant(tokens[index]) {
      tokens[index].revokedAt = time
    }
  }

  private mutating func setPreferences(_ set: PreferencesSet, at time: Timestamp) {
    let wanted = MemberPreferences(
      memberID: set.memberID, genreLikes: set.genreLikes, genreDislikes: set.genreDislikes,
      maxContentRating: set.maxContentRating, updatedAt: time)
    if let index = preferences.firstIndex(where: { $0.memberID == set.memberID }) {
      preferences[index] = wanted
    } else {
      preferences.append(wanted)
    }
  }
}
