import Domain
import EventStore
import MovieNightPrimitives

/// A household with its members and preferences. Names and avatars are texts; `AccessDetails` has tokens and invites.
public struct HouseholdDetails: Equatable, Sendable {
  public let id: HouseholdID
  public internal(set) var revision: Revision
  /// The member with the creator's role, who is initially the founder.
  public internal(set) var createdBy: MemberID
  public let createdAt: Timestamp
  public internal(set) var settings: HouseholdSettings
  public internal(set) var streamingServices: [String]
  /// The members in the order in which they joined.
  public internal(set) var members: [Member]
  /// The former members in the order in which they left. History still shows their names, unless they were erased.
  public internal(set) var formerMemberIDs: [MemberID]
  /// The members' preferences, in the order in which they first set them.
  public internal(set) var preferences: [MemberPreferences]
  /// The round in draft or voting; nil if there is none.
  public internal(set) var activeRoundID: RoundID?
  /// The rounds that have a pick and are not over, in the order of their picks.
  public internal(set) var awaitedRoundIDs: [RoundID]
  /// The time at which the last independent member left; nil while the household is open.
  public internal(set) var closedAt: Timestamp?

  /// A current member.
  public struct Member: Equatable, Sendable {
    public let id: MemberID
    public let type: MemberType
    /// The member who manages the profile; nil for an independent member.
    public internal(set) var parentID: MemberID?
    public let joinedAt: Timestamp
  }

  /// A member's liked and disliked genres and ceiling. They are removed when the member leaves.
  public struct MemberPreferences: Equatable, Sendable {
    public let memberID: MemberID
    /// The TMDb ids of liked genres in ascending order.
    public let genreLikes: [Int]
    /// The TMDb ids of disliked genres in ascending order. None of them is among the liked ones.
    public let genreDislikes: [Int]
    /// The ceiling; nil for a managed member, whose ceiling is fixed.
    public let maxContentRating: ContentRating?
    public let updatedAt: Timestamp
  }

  public var memberIDs: [MemberID] { members.map(\.id) }

  /// Returns the current member with this id; nil if there is none.
  public func member(_ id: MemberID) -> Member? { members.first { $0.id == id } }

  /// Returns a member's preferences; nil before the member has set them.
  public func preferences(of member: MemberID) -> MemberPreferences? {
    preferences.first { $0.memberID == member }
  }

  /// Returns `creator` for the creator, and `member` for everyone else, even for non-members.
  public func role(of member: MemberID) -> Role { member == createdBy ? .creator : .member }
}

extension HouseholdDetails: StreamProjection {
  public typealias DomainEvent = HouseholdEvent

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

  // Every event changes the row, because `revision` is that of the stream.
  public static func reads(_ domainEvent: HouseholdEvent) -> Bool { true }

  public init(first domainEvent: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    guard case .founded(let founded) = domainEvent else { throw .outOfPlace }
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

  public mutating func fold(_ domainEvent: HouseholdEvent, _ envelope: EventEnvelope) throws(FoldError) {
    let time = envelope.recordedAt
    switch domainEvent {
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
