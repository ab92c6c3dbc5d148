import Domain

/// Decides commands on tokens. Members can issue and revoke only their own, administrators those of all members.
extension HouseholdState {
  func issue(_ token: NewToken, by sender: Sender) throws(Refusal) -> Decision {
    let memberID: MemberID
    if sender == .administrator {
      guard let id = token.memberID else {
        throw .badParameter("member_id", "is required for administrators")
      }
      memberID = id
    } else {
      memberID = try independentMember(sender)
      if let wanted = token.memberID, wanted != memberID { throw .notYourToken }
    }
    guard let member = member(memberID) else { throw .unknownMember }
    guard member.type == .independent else { throw .managedMember }
    guard access.liveTokens(of: memberID).count < HouseholdLimits.tokens else { throw .tooManyTokens }
    var decision = Decision()
    try record(token, for: memberID, in: &decision)
    return decision
  }

  func revokeToken(_ tokenID: TokenID, by sender: Sender) throws(Refusal) -> Decision {
    let token = access.token(tokenID)
    if sender != .administrator {
      let memberID = try independentMember(sender)
      // Another member's token is refused like an unknown one.
      guard token?.memberID == memberID else { throw .unknownToken }
    }
    guard let token else { throw .unknownToken }
    return token.revokedAt == nil ? Decision(.tokenRevoked(TokenRevoked(tokenID: tokenID)), in: id) : Decision()
  }

  /// Refuses a command whose token has been revoked since the command was sent.
  package func requireUnrevoked(_ token: TokenID?) throws(Refusal) {
    if let token, !access.isLive(token) { throw .memberIsGone }
  }

  func record(_ token: NewToken, for member: MemberID, in decision: inout Decision) throws(Refusal) {
    let label = try PersonalTexts.trimmed(token.label, HouseholdLimits.tokenLabel, field: "label")
    decision.texts.append(.put(PersonalTexts.tokenLabel(label, of: token.id, member: member, in: id)))
    decision.record(
      .tokenIssued(TokenIssued(tokenID: token.id, memberID: member, digest: token.digest)), in: id)
  }
}
