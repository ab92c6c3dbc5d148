import Domain
import EventStore
import MovieNightPrimitives

/// The rules of leaving, removing and erasing.
extension HouseholdState {
  /// Who may go by a command, or be erased after they went.
  func leaving(by command: HouseholdCommand, _ sender: Sender) -> [MemberID] {
    switch command {
    case .leave: if case .member(let id, _) = sender { [id] } else { [] }
    case .remove(let id): [id]
    // With the last who could act for them go all others, and everybody is erased.
    case .erase(let id, _): member(id).map(isLastIndependent) ?? false ? members.map(\.id) + formerMembers : [id]
    default: []
    }
  }

  func leave(_ context: HouseholdContext) throws(Refusal) -> Decision {
    var departure = Departure(from: self, context)
    departure.go(try independentMember(context.sender), .left, by: nil)
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
    departure.go(memberID, .removed, by: sender)
    // Who was sent away does not come back by an old link.
    if member.type == .independent { departure.revokeOpenInvites(by: sender) }
    return departure.decision
  }

  func erase(_ memberID: MemberID, _ confirmation: String, _ context: HouseholdContext) throws(Refusal) -> Decision {
    let eraser = try eraser(of: memberID, context.sender)
    guard confirmation == "DELETE" else { throw .badParameter("confirm", "must be the word DELETE") }
    guard !erasedMembers.contains(memberID) else { return Decision() }
    var departure = Departure(from: self, context)
    if let member = member(memberID) {
      // Once the last who could act for them has gone, nobody in the household could erase them.
      if isLastIndependent(member) {
        for child in members where child.id != memberID { departure.go(child.id, .erased, by: eraser) }
      }
      departure.go(memberID, .erased, by: eraser)
    }
    let closes = departure.household.isClosed && !isClosed
    for former in closes ? departure.household.formerMembers : [memberID] { departure.forget(former, by: eraser) }
    return departure.decision
  }

  /// Who erases: the member, or for a managed one its parent or the creator; nil for an administrator, who may erase
  /// everybody, and alone reaches who is gone.
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

/// Members who go in one commit, one after the other: each leaves what those before left behind.
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

  /// A member goes: succession, the children they run, and what it means for other areas.
  mutating func go(_ memberID: MemberID, _ reason: DepartureReason, by sender: MemberID?) {
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

  /// The texts of somebody who is gone go too, and with the last of a closed household its name.
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

/// What the going of members changes in an area's streams of their household.
package protocol DepartureEffects {
  /// Takes in that a member has gone. Members may go one after the other: each meets what those before left behind.
  ///
  /// - Parameter household: the one that they left; it takes in what of the decision is its own.
  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision
  /// Takes in that a member who has gone is erased, and deletes the area's texts about them.
  mutating func memberErased(_ id: MemberID) -> Decision
}

extension DepartureEffects {
  package mutating func memberErased(_ id: MemberID) -> Decision { Decision() }
}
