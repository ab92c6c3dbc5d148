import Domain
import EventStore
import MovieNightPrimitives

/// The tokens, members and households whose access has just ended. Their open connections lose their access at once.
struct EndedAccess: Equatable, Sendable {
  private var tokens: Set<TokenID> = []
  private var members: Set<MemberID> = []
  private var households: Set<HouseholdID> = []

  var isEmpty: Bool { tokens.isEmpty && members.isEmpty && households.isEmpty }

  mutating func note(_ event: RecordedEvent) {
    switch event.type {
    case TokenRevoked.type: if let id: TokenID = event.id("token_id") { tokens.insert(id) } else { endAll(in: event) }
    case MemberLeft.type: if let id: MemberID = event.id("member_id") { members.insert(id) } else { endAll(in: event) }
    case HouseholdClosed.type: households.insert(HouseholdID(event.owner))
    default: break
    }
  }

  /// Adds a damaged event. It may have ended any access, so all members of its household must authenticate again. Both
  /// the event's owner and its stream name the household, and both are added, because one of them may be damaged.
  mutating func note(_ event: DamagedEvent) {
    if let owner = event.owner { households.insert(HouseholdID(owner)) }
    if let stream = event.stream, stream.category == HouseholdEvent.category {
      households.insert(HouseholdID(stream.id))
    }
  }

  /// Ends the access of all members of the event's household, because this program cannot read whose access it ended.
  private mutating func endAll(in event: RecordedEvent) { households.insert(HouseholdID(event.owner)) }

  mutating func formUnion(_ other: EndedAccess) {
    tokens.formUnion(other.tokens)
    members.formUnion(other.members)
    households.formUnion(other.households)
  }

  func ends(_ identity: Identity) -> Bool {
    guard case .member(let member, let household, let token) = identity else { return false }
    return tokens.contains(token) || members.contains(member) || households.contains(household)
  }
}

extension RecordedEvent {
  fileprivate func id<Kind>(_ name: StaticString) -> Identifier<Kind>? {
    (try? JSONDocument(stored: data).root)?[name]?.identifier()
  }
}
