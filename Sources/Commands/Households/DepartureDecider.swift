import Domain
import EventStore
import MovieNightPrimitives

extension HouseholdState {
  /// Returns the members who may leave because of a command, or be erased after they have left.
  func leaving(by command: HouseholdCommand, _ sender: Sender) -> [MemberID] {
    switch command {
    case .leave: if case .member(let id, _) = sender { [id] } else { [] }
    case .remove(let id): [id]
    // If the last independent member is erased, all other members leave and are erased as well.
    case .erase(let id, _): member(id).map(isLastIndependent) ?? false ? members.map(\.id) + formerMembers : [id]
    default: []
    }
  }

  func leave(_ context: HouseholdContext) throws(Refusal) -> Decision {
    var departure = Departure(from: self, context)
    departure.depart(try independentMember(context.sender), .left, by: nil)
    return departure.decision
  }

  func remove(_ memberID: MemberID, _ context: HouseholdContext) throws(Refusal) -> Decision {
    let sender = try independentMember(context.sender)
    guard let member = member(memberID) else { throw .unknownMember }
    guard member.id != creator else { throw .creatorStays }
    switch member.type {
    case .managed: guard member.parent == sender || creator == sender else { throw .parentOrCreatorOnly }
    case .independent: guard creator == sender else { throw .creatorOnly }
    }
    var departure = Departure(from: self, context)
    departure.depart(memberID, .removed, by: sender)
    // A removed member must not be able to return with an old invite.
    if member.type == .independent { departure.revokeOpenInvites(by: sender) }
    return departure.decision
  }

  func erase(_ memberID: MemberID, _ confirmation: String, _ context: HouseholdContext) throws(Refusal) -> Decision {
    let eraser = try eraser(of: memberID, context.sender)
    guard confirmation == "DELETE" else { throw .badParameter("confirm", "must be DELETE") }
    guard !erasedMembers.contains(memberID) else { return Decision() }
    var departure = Departure(from: self, context)
    if let member = member(memberID) {
      // All other members leave first, because after the last independent member has left, no member could erase them.
      if isLastIndependent(member) {
        for child in members where child.id != memberID { departure.depart(child.id, .erased, by: eraser) }
      }
      departure.depart(memberID, .erased, by: eraser)
    }
    let closes = departure.household.isClosed && !isClosed
    for former in closes ? departure.household.formerMembers : [memberID] { departure.forget(former, by: eraser) }
    return departure.decision
  }

  /// Returns the member who erases `memberID`, if that is allowed. Independent members may erase only themselves; a
  /// managed member may be erased by its parent or the creator. The result is nil for an administrator, who may erase
  /// anyone. Only administrators may erase former members.
  private func eraser(of memberID: MemberID, _ sender: Sender) throws(Refusal) -> MemberID? {
    if sender == .administrator {
      let isGone = formerMembers.contains(memberID) || erasedMembers.contains(memberID)
      guard isGone || member(memberID) != nil else { throw .unknownMember }
      return nil
    }
    let sender = try independentMember(sender)
    guard let member = member(memberID) else { throw .unknownMember }
    switch member.type {
    case .independent: guard member.id == sender else { throw .cannotActAs }
    case .managed: guard member.parent == sender || creator == sender else { throw .parentOrCreatorOnly }
    }
    return sender
  }

  private func isLastIndependent(_ member: Member) -> Bool {
    members.filter { $0.type == .independent }.map(\.id) == [member.id]
  }
}

/// The departures of one or more members in one commit. Each is decided on the household after the ones before it.
private struct Departure {
  private(set) var household: HouseholdState
  private(set) var decision = Decision()
  private var effects: [any DepartureEffects]
  private let now: Timestamp

  init(from household: HouseholdState, _ context: HouseholdContext) {
    self.household = household
    effects = context.departures
    now = context.now
  }

  /// Records that a member leaves, and what follows from it: a new creator, new parents of the member's children or the
  /// closing of the household, and the effects on other areas.
  mutating func depart(_ memberID: MemberID, _ reason: DepartureReason, by sender: MemberID?) {
    let wasCreator = household.creator == memberID
    record(.memberLeft(MemberLeft(memberID: memberID, reason: reason, removedBy: sender == memberID ? nil : sender)))
    if let heir = household.members.first(where: { $0.type == .independent }) {
      if wasCreator { record(.creatorChanged(CreatorChanged(memberID: heir.id))) }
      let parent = household.creator ?? heir.id
      for child in household.members where child.parent == memberID {
        record(.parentChanged(ParentChanged(memberID: child.id, parentMemberID: parent)))
      }
    } else if !household.isClosed {
      record(.closed(HouseholdClosed()))
    }
    for index in effects.indices { decision.add(effects[index].memberLeft(memberID, from: &household, at: now)) }
  }

  mutating func revokeOpenInvites(by sender: MemberID) {
    for invite in household.access.openInvites(at: now) {
      record(.inviteRevoked(InviteRevoked(inviteID: invite.id, revokedBy: sender)))
    }
  }

  /// Erases a member who has left: deletes their texts and, with the last member of a closed household, its name.
  mutating func forget(_ memberID: MemberID, by eraser: MemberID?) {
    let owner = OwnerID(household.id)
    let tokens = household.labelledTokens[memberID] ?? []
    record(.memberErased(MemberErased(memberID: memberID, erasedBy: eraser)))
    decision.texts.append(.delete(TextID(memberID), owner: owner))
    for token in tokens { decision.texts.append(.delete(TextID(token), owner: owner)) }
    if household.isForgotten {
      decision.texts.append(.delete(TextID(household.id), owner: owner))
    }
    for index in effects.indices { decision.add(effects[index].memberErased(memberID)) }
  }

  private mutating func record(_ event: HouseholdEvent) {
    decision.record(event, in: household.id)
    household.evolve(event, at: now)
  }
}

/// The effects of departing members on an area's streams in their household.
package protocol DepartureEffects {
  /// Applies a member's departure. If several members leave, each call sees the effects of the previous ones.
  /// `household` no longer includes the member. The function must apply the decision's household events to it.
  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision
  /// Applies the erasure of a former member, and deletes the area's texts about them.
  mutating func memberErased(_ id: MemberID) -> Decision
}

extension DepartureEffects {
  package mutating func memberErased(_ id: MemberID) -> Decision { Decision() }
}
