import MovieNightPrimitives
import Testing

@testable import Domain

/// Ended tokens and invites are kept for a limited time and number, so that they do not accumulate.
@Suite struct HouseholdAccessTests {
  private let start = Timestamp(microseconds: 1_771_099_200_000_000)
  private let member = MemberID(high: 1, low: 1)
  private let other = MemberID(high: 1, low: 2)
  private var members: [MemberID] { [member, other] }

  private func time(_ seconds: Int64) -> Timestamp { start.advanced(bySeconds: seconds) }
  private func token(_ number: Int) -> TokenID { TokenID(high: 4, low: UInt64(number)) }
  private func invite(_ number: Int) -> InviteID { InviteID(high: 3, low: UInt64(number)) }

  private func issue(_ number: Int, _ access: inout HouseholdAccess, at seconds: Int64 = 0) {
    issue(number, to: member, &access, at: seconds)
  }

  private func issue(_ number: Int, to member: MemberID, _ access: inout HouseholdAccess, at seconds: Int64) {
    let issued = TokenIssued(tokenID: token(number), memberID: member, digest: "d")
    access.fold(.tokenIssued(issued), at: time(seconds), members: members)
  }

  private func revoke(_ number: Int, _ access: inout HouseholdAccess, at seconds: Int64 = 0) {
    access.fold(.tokenRevoked(TokenRevoked(tokenID: token(number))), at: time(seconds), members: members)
  }

  /// Checks that an unrelated event does not prune. Then triggers pruning by revoking an unknown token, which ends
  /// nothing.
  private func triggerPruning(_ access: inout HouseholdAccess, at seconds: Int64) {
    let before = access
    access.fold(.renamed(HouseholdRenamed(renamedBy: member)), at: time(seconds), members: members)
    #expect(access == before, "of no meaning for them")
    revoke(9999, &access, at: seconds)
  }

  @Test func revokedTokenIsForgottenAfterThirtyDays() {
    let month = 30 * Timestamp.secondsPerDay
    var access = HouseholdAccess()
    for number in 1...2 { issue(number, &access) }
    revoke(1, &access, at: 10)
    triggerPruning(&access, at: month + 9)
    #expect(access.tokens.map(\.id) == [token(1), token(2)])
    #expect(access.listedTokens(at: time(month + 9)).map(\.id) == [token(1), token(2)])
    #expect(access.listedTokens(at: time(month + 10)).map(\.id) == [token(2)], "before any event")
    triggerPruning(&access, at: month + 10)
    #expect(access.tokens.map(\.id) == [token(2)])
    #expect(!access.isLive(token(1)) && access.isLive(token(2)))
    #expect(!access.isLive(token(3)), "one that never was does not work either")
  }

  @Test func expiredOrRevokedInviteIsForgottenAfterThirtyDays() {
    let (week, month) = (HouseholdLimits.inviteSeconds, 30 * Timestamp.secondsPerDay)
    var access = HouseholdAccess()
    for number in 1...3 {
      access.fold(
        .inviteCreated(
          InviteCreated(inviteID: invite(number), createdBy: member, digest: "d", expiresAt: time(week))), at: start,
        members: members)
    }
    access.fold(.inviteRevoked(InviteRevoked(inviteID: invite(1), revokedBy: member)), at: start, members: members)
    #expect(access.openInvites(at: time(week - 1)).map(\.id) == [invite(2), invite(3)])
    #expect(access.openInvites(at: time(week)).isEmpty)
    #expect(access.invites.map { $0.status(at: time(week - 1)) } == [.revoked, .active, .active])
    #expect(access.invites.map { $0.status(at: time(week)) } == [.revoked, .expired, .expired])
    // An invite revoked after it expired counts as ended from the revocation.
    access.fold(
      .inviteRevoked(InviteRevoked(inviteID: invite(3), revokedBy: member)), at: time(week + 5), members: members)
    triggerPruning(&access, at: month)
    #expect(access.invites.map(\.id) == [invite(2), invite(3)])
    #expect(access.listedInvites(at: time(week + month)).map(\.id) == [invite(3)])
    triggerPruning(&access, at: week + month)
    #expect(access.invites.map(\.id) == [invite(3)])
  }

  @Test func onlyLastFiftyRevokedTokensAreKept() {
    var access = HouseholdAccess()
    issue(0, &access)
    for number in 1...1000 {
      issue(number, &access)
      revoke(number, &access, at: Int64(number))
    }
    #expect(access.tokens.map(\.id) == [token(0)] + (951...1000).map(token))
    #expect(access.isLive(token(0)))
  }

  /// The limit is per member, so that one member cannot push out another's entries.
  @Test func manyEndedEntriesDoNotPushOutOtherMembers() {
    var access = HouseholdAccess()
    issue(0, to: other, &access, at: 0)
    revoke(0, &access, at: 0)
    access.fold(
      .inviteCreated(InviteCreated(inviteID: invite(0), createdBy: other, digest: "d", expiresAt: time(1))), at: start,
      members: members)
    for number in 1...100 {
      issue(number, &access)
      revoke(number, &access, at: Int64(number))
      access.fold(
        .inviteCreated(InviteCreated(inviteID: invite(number), createdBy: member, digest: "d", expiresAt: time(1))),
        at: start, members: members)
    }
    #expect(access.tokens.map(\.id) == [token(0)] + (51...100).map(token))
    triggerPruning(&access, at: 101)
    #expect(access.invites.map(\.id) == [invite(0)] + (51...100).map(invite))
  }

  /// All former members together have the limit of one member.
  @Test func tokensOfFormerMembersShareOneLimit() {
    var access = HouseholdAccess()
    issue(0, &access)
    revoke(0, &access)
    for number in 1...100 {
      let guest = MemberID(high: 2, low: UInt64(number))
      for token in 0..<3 { issue(number * 3 + token, to: guest, &access, at: Int64(number)) }
      access.fold(.memberLeft(MemberLeft(memberID: guest, reason: .left)), at: time(Int64(number)), members: members)
    }
    #expect(access.tokens.map(\.id) == [token(0)] + (253...302).map(token))
  }

  /// A member may hold more tokens than the limit, issued before the limit was introduced.
  @Test func leavingRevokesTokensBeyondTheLimit() {
    var access = HouseholdAccess()
    issue(0, &access)
    for number in 1...120 { issue(number, to: other, &access, at: Int64(number)) }
    #expect(access.liveTokens(of: other).count == 120)
    access.fold(.memberLeft(MemberLeft(memberID: other, reason: .left)), at: time(200), members: [member])
    #expect(access.liveTokens(of: other).isEmpty)
    #expect((1...120).allSatisfy { !access.isLive(token($0)) } && access.isLive(token(0)))
    #expect(access.listedTokens(at: time(200)).map(\.id) == [token(0)] + (71...120).map(token))
  }

  @Test func accessRebuiltFromStoredListsIsEqual() {
    var access = HouseholdAccess()
    for number in 1...3 { issue(number, &access) }
    revoke(2, &access, at: 5)
    #expect(HouseholdAccess(tokens: access.tokens, invites: access.invites) == access)
  }
}
