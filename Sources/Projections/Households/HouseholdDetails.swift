import Domain
import EventStore
import MovieNightPrimitives

/// A household with its members and their tastes. Names and avatars are personal texts beside it; tokens and invites have a
/// row of their own.
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
  public func member(_ id: MemberID) -> Member? { members.first { $0.id == id } }

  /// Nil before the member has set them.
  public func preferences(of member: MemberID) -> MemberPreferences? {
    preferences.first { $0.memberID == member }
  }

  /// `member` for everybody but the creator, also for who is no member at all.
  public func role(of member: MemberID) -> Role { member == createdBy ? .creator : .member }
}

extension HouseholdDetails: StreamProjection {
  public typealias Fact = HouseholdEvent

  public static let name = "households"
  public static let version = 6
  public static let isEnumerated = true

  public var key: RowKey { RowKey(id) }
  public var owner: OwnerID { OwnerID(id) }
  public var heldBytes: Int {
    preferences.reduce(preferences.allocatedBytes) {
      $0 + $1.genreLikes.allocatedBytes + $1.genreDislikes.allocatedBytes
    } + members.allocatedBytes + formerMemberIDs.allocatedBytes + awaitedRoundIDs.allocatedBytes
      + streamingServices.heldBytes
  }

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
    preferences = []
    awaitedRoundIDs = []
  }

  public mutating func fold(_ fact: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    let time = envelope.recordedAt
    switch fact {
    case .founded: throw .outOfPlace
    case .renamed, .memberProfileChanged, .memberErased, .inviteCreated, .inviteRevoked, .tokenIssued, .tokenRevoked:
      break
    case .streamingServicesSet(let set): streamingServices = set.services
    case .settingsSet(let set): settings = set.settings
    case .closed: closedAt = time
    case .memberJoined(let joined):
      members.append(
        Member(id: joined.memberID, type: joined.memberType, parentID: joined.parentMemberID, joinedAt: time))
    case .memberLeft(let left): removeMember(left.memberID)
    case .creatorChanged(let changed): createdBy = changed.memberID
    case .parentChanged(let changed):
      guard let index = members.firstIndex(where: { $0.id == changed.memberID }) else {
        throw .unknownMember(changed.memberID)
      }
      members[index].parentID = changed.parentMemberID
    case .preferencesSet(let set): setPreferences(set, at: time)
    case .activeRoundStarted(let started): activeRoundID = started.roundID
    case .activeRoundEnded(let ended):
      if activeRoundID == ended.roundID { activeRoundID = nil }
      awaitedRoundIDs.append(ended.roundID)
    case .roundFinished(let finished): awaitedRoundIDs.removeAll { $0 == finished.roundID }
    }
    revision = envelope.revision
  }

  private mutating func removeMember(_ member: MemberID) {
    members.removeAll { $0.id == member }
    formerMemberIDs.append(member)
    preferences.removeAll { $0.memberID == member }
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
