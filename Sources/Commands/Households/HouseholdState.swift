import Domain
import EventStore
import MovieNightPrimitives

/// The state of a household, on which commands are decided.
public struct HouseholdState: Equatable, Sendable {
  public let id: HouseholdID
  /// The member with the creator's role; nil before the household is founded.
  public private(set) var creator: MemberID?
  /// The members in the order in which they joined.
  public private(set) var members: [Member] = []
  /// The members who have left but were not erased, in the order in which they left.
  public private(set) var formerMembers: [MemberID] = []
  /// The erased members. They are no longer among the former members.
  public private(set) var erasedMembers: Set<MemberID> = []
  /// Whether the household is closed, because its last independent member has left.
  public private(set) var isClosed = false
  public private(set) var access = HouseholdAccess()
  /// Each member's labelled tokens, even unusable ones and ones that `access` forgot, because erasures delete labels.
  private(set) var labelledTokens: [MemberID: [TokenID]] = [:]
  private var labelCount = 0
  /// The preferences that members have set. They are removed when the member leaves.
  public private(set) var preferences: [MemberID: Preferences] = [:]
  public private(set) var streamingServices: [String] = []
  public private(set) var settings = HouseholdSettings()
  /// The round in draft or voting; nil if there is none. There is never more than one.
  public private(set) var activeRound: RoundID?
  /// The rounds that have a pick and are not over, in the order of their picks.
  public private(set) var awaitedRounds: [RoundID] = []
  /// The revision of the last event; `noRevision` before the household is founded.
  public private(set) var revision: Revision = noRevision

  /// A current member.
  public struct Member: Equatable, Sendable {
    public let id: MemberID
    public let type: MemberType
    /// The parent, who manages the profile; nil for an independent member.
    public internal(set) var parent: MemberID?
  }

  public init(id: HouseholdID) { self.id = id }

  /// Applies the next event of the household's stream, which happened at `time`.
  public mutating func evolve(_ event: HouseholdEvent, at time: Timestamp) {
    revision += 1
    switch event {
    case .founded(let event): creator = event.createdBy
    case .renamed, .memberProfileChanged, .inviteCreated, .inviteRevoked, .tokenRevoked: break
    case .streamingServicesSet(let event): streamingServices = event.services
    case .settingsSet(let event): settings = event.settings
    case .closed: isClosed = true
    case .memberJoined(let event):
      members.append(Member(id: event.memberID, type: event.memberType, parent: event.parentMemberID))
    case .memberLeft(let event): remove(event.memberID)
    case .memberErased(let event):
      formerMembers.removeAll { $0 == event.memberID }
      erasedMembers.insert(event.memberID)
      labelCount -= labelledTokens.removeValue(forKey: event.memberID)?.count ?? 0
    case .creatorChanged(let event): creator = event.memberID
    case .parentChanged(let event):
      if let index = members.firstIndex(where: { $0.id == event.memberID }) {
        members[index].parent = event.parentMemberID
      }
    case .preferencesSet(let event):
      preferences[event.memberID] = Preferences(
        genreLikes: event.genreLikes, genreDislikes: event.genreDislikes, maxContentRating: event.maxContentRating)
    case .tokenIssued(let event):
      labelledTokens[event.memberID, default: []].append(event.tokenID)
      labelCount += 1
    case .activeRoundStarted(let event): activeRound = event.roundID
    case .activeRoundEnded(let event):
      if activeRound == event.roundID { activeRound = nil }
      awaitedRounds.append(event.roundID)
    case .roundFinished(let event): awaitedRounds.removeAll { $0 == event.roundID }
    }
    access.fold(event, at: time, members: members.map(\.id))
  }

  /// Whether deciders could have recorded `event` as the next event, as far as a fold depends on it.
  package func admits(_ event: HouseholdEvent) -> Bool {
    switch event {
    case .founded: revision == noRevision
    case .memberJoined(let event): member(event.memberID) == nil
    case .memberLeft(let event): member(event.memberID) != nil
    default: creator != nil
    }
  }

  private mutating func remove(_ member: MemberID) {
    members.removeAll { $0.id == member }
    formerMembers.append(member)
    preferences[member] = nil
  }

  package var byteCount: Int {
    MemoryLayout<Self>.size + members.allocatedBytes + formerMembers.allocatedBytes + erasedMembers.allocatedBytes
      + access.byteCount + labelledTokens.allocatedBytes + labelCount * MemoryLayout<TokenID>.size
      + preferences.count * Self.preferencesBytes + streamingServices.heldBytes + awaitedRounds.allocatedBytes
  }

  private static let preferencesBytes = 512

  /// The rounds that have deadlines.
  package var roundsWithDeadlines: [RoundID] { awaitedRounds + (activeRound.map { [$0] } ?? []) }

  /// Returns the current member with this id; nil if there is none, as for a former member.
  public func member(_ id: MemberID) -> Member? { members.first { $0.id == id } }
}

extension HouseholdState {
  /// Whether the household is closed and all members, even former ones, are erased. Its name is then erased as well.
  var isForgotten: Bool { isClosed && members.isEmpty && formerMembers.isEmpty }

  public var namedTexts: [TextID] {
    guard creator != nil else { return [] }
    let name = isForgotten ? [] : [TextID(id)]
    let people = members.map(\.id) + formerMembers
    return name + people.map { TextID($0) } + labelledTokens.values.joined().map { TextID($0) }
  }

  /// Returns the member who acts when `sender` sends a command for `actingAs` (`docs/rules.md`, "Acting as"). `allowed`
  /// is whether a parent may send this command for a managed member.
  package func actor(sender: MemberID, actingAs: MemberID?, allowed: Bool) throws(Refusal) -> MemberID {
    guard let sender = member(sender), sender.type == .independent else { throw .memberIsGone }
    guard let actingAs, actingAs != sender.id else { return sender.id }
    guard allowed, let managed = member(actingAs), managed.type == .managed, managed.parent == sender.id else {
      throw .cannotActAs
    }
    return managed.id
  }

  func ceiling(of attendees: [MemberID]) -> ContentRating {
    .lowestCeiling(of: attendees.map { (member($0)?.type, preferences[$0]?.maxContentRating) })
  }
}
