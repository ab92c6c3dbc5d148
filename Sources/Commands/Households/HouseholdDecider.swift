import Domain
import EventStore
import Primitives

extension HouseholdState {
  /// Decides a command of `sender` by the rules "Households and members".
  public func decide(_ command: HouseholdCommand, by sender: Sender) throws(Refusal) -> Decision {
    if case .found(let founding) = command { return try found(founding) }
    guard creator != nil else { throw .unknownHousehold }
    switch command {
    case .found: return Decision()
    case .addManaged(let member): return try addManaged(member, by: try independentMember(sender))
    case .issueToken(let token): return try issue(token, by: sender)
    case .revokeToken(let id): return try revokeToken(id, by: sender)
    }
  }

  private func found(_ founding: FoundHousehold) throws(Refusal) -> Decision {
    guard creator == nil else { throw .householdExists }
    let name = try PersonalTexts.trimmed(founding.name, HouseholdLimits.name, field: "name")
    let creator = founding.creator.id
    var decision = Decision()
    decision.texts.append(.put(PersonalTexts.householdName(name, of: id)))
    decision.texts.append(.put(try PersonalTexts.profile(of: founding.creator, in: id, field: "creator.display_name")))
    decision.record(.founded(HouseholdFounded(createdBy: creator)), in: id)
    decision.record(
      .memberJoined(MemberJoined(memberID: creator, memberType: .independent, parentMemberID: nil)), in: id)
    try record(founding.token, for: creator, in: &decision)
    return decision
  }

  private func addManaged(_ member: NewMember, by parent: MemberID) throws(Refusal) -> Decision {
    guard members.count < HouseholdLimits.members else { throw .householdFull }
    var decision = Decision()
    decision.texts.append(.put(try PersonalTexts.profile(of: member, in: id, field: "display_name")))
    decision.record(
      .memberJoined(MemberJoined(memberID: member.id, memberType: .managed, parentMemberID: parent)), in: id)
    return decision
  }

  private func issue(_ token: NewToken, by sender: Sender) throws(Refusal) -> Decision {
    let memberID: MemberID
    if sender == .administrator {
      guard let id = token.memberID else {
        throw .badParameter("member_id", "an administrator says for whom the token is")
      }
      memberID = id
    } else {
      memberID = try independentMember(sender)
      if let wanted = token.memberID, wanted != memberID { throw .notYourToken }
    }
    guard let member = member(memberID) else { throw .unknownMember }
    guard member.type == .independent else { throw .managedMember }
    var decision = Decision()
    try record(token, for: memberID, in: &decision)
    return decision
  }

  private func revokeToken(_ tokenID: TokenID, by sender: Sender) throws(Refusal) -> Decision {
    let token = tokens[tokenID]
    if sender != .administrator {
      let memberID = try independentMember(sender)
      // Another member's token is as unknown as one that never was.
      guard token?.member == memberID else { throw .unknownToken }
    }
    guard let token else { throw .unknownToken }
    var decision = Decision()
    if !token.isRevoked { decision.record(.tokenRevoked(TokenRevoked(tokenID: tokenID)), in: id) }
    return decision
  }

  private func record(_ token: NewToken, for member: MemberID, in decision: inout Decision) throws(Refusal) {
    let label = try PersonalTexts.trimmed(token.label, HouseholdLimits.tokenLabel, field: "label")
    decision.texts.append(.put(PersonalTexts.tokenLabel(label, of: token.id, member: member, in: id)))
    decision.record(
      .tokenIssued(TokenIssued(tokenID: token.id, memberID: member, digest: token.digest)), in: id)
  }

  /// The member that sends; nothing here can be done for someone else.
  private func independentMember(_ sender: Sender) throws(Refusal) -> MemberID {
    guard case .member(let id, let actingAs) = sender else { throw .memberIsGone }
    return try actor(sender: id, actingAs: actingAs, allowed: false)
  }
}
