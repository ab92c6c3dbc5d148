import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Joining by invite: its validity, its limits and its refusals.
@Suite struct InviteTests {
  private let invite = InviteID(high: 3, low: 1)
  private let week = 7 * Timestamp.secondsPerDay

  private func nightWithInvite() -> Night {
    var night = Night(members: [Cast.creator, Cast.ann])
    night.send(.createInvite(invite, digest: "digest"), by: .member(Cast.creator))
    return night
  }

  private func accept(
    _ number: Int, _ invite: InviteID? = nil, digest: String = "digest", name: String = "Ben", label: String = "phone"
  ) -> HouseholdCommand {
    .acceptInvite(
      invite ?? self.invite, digest: digest,
      NewMember(id: Cast.member(number), displayName: name, avatarKey: nil),
      NewToken(id: TokenID(high: 4, low: UInt64(number)), digest: "token", label: label))
  }

  @Test func inviteIsReusableForSevenDays() {
    var night = nightWithInvite()
    #expect(night.household.access.invite(invite)?.expiresAt == Cast.evening.advanced(bySeconds: week))
    #expect(night.send(accept(20), by: .unauthenticated).types == ["MemberJoined", "TokenIssued"])
    night.wait(until: Timestamp(microseconds: Cast.evening.advanced(bySeconds: week).microseconds - 1))
    #expect(night.send(accept(21), by: .unauthenticated).refused == nil)
    night.wait(until: Cast.evening.advanced(bySeconds: week))
    #expect(night.send(accept(22), by: .unauthenticated).refused == "410 invite_expired")
    #expect(night.household.members.map(\.id) == [Cast.creator, Cast.ann, Cast.member(20), Cast.member(21)])
    #expect(night.household.member(Cast.member(20))?.type == .independent)
    #expect(night.household.access.token(TokenID(high: 4, low: 20))?.memberID == Cast.member(20))
  }

  @Test func joiningStoresProfileAndTokenLabel() throws {
    var night = nightWithInvite()
    let decision = try night.send(accept(20, name: " Ben "), by: .unauthenticated).get()
    let joined = MemberJoined(memberID: Cast.member(20), memberType: .independent, inviteID: invite)
    #expect(decision.appends.first?.events.first == .household(.memberJoined(joined)))
    let texts = decision.texts.compactMap { change in
      if case .put(let text) = change { String(decoding: text.value, as: UTF8.self) } else { nil }
    }
    #expect(texts == [#"{"display_name":"Ben","avatar_key":"avatar_bear"}"#, #"{"label":"phone"}"#])
  }

  @Test func unknownInviteOrWrongDigestIsRefused() {
    var night = nightWithInvite()
    #expect(night.send(accept(20, InviteID(high: 3, low: 9)), by: .unauthenticated).refused == "404 unknown_invite")
    for digest in ["digesT", "", "digest2", "igest"] {
      #expect(night.send(accept(20, digest: digest), by: .unauthenticated).refused == "404 unknown_invite")
    }
    // Change every character of the digest to every other one, with and without changing the first.
    for place in 0..<6 {
      for character in UInt8(ascii: "!")...UInt8(ascii: "~") {
        var digest = Array("digest".utf8)
        guard digest[place] != character else { continue }
        digest[place] = character
        for first in [digest[0], UInt8(ascii: "x")] {
          digest[0] = first
          let command = accept(20, digest: String(decoding: digest, as: UTF8.self))
          #expect(night.send(command, by: .unauthenticated).refused == "404 unknown_invite")
        }
      }
    }
    let unknown = HouseholdCommand.revokeInvite(InviteID(high: 3, low: 9))
    #expect(night.send(unknown, by: .member(Cast.creator)).refused == "404 unknown_invite")
  }

  @Test func revokedInviteIsRefusedAtOnce() {
    var night = nightWithInvite()
    #expect(night.send(.revokeInvite(invite), by: .member(Cast.creator)).types == ["InviteRevoked"])
    #expect(night.send(accept(20), by: .unauthenticated).refused == "410 invite_revoked")
    #expect(night.send(.revokeInvite(invite), by: .member(Cast.creator)) == .success(Decision()))
    night.wait(until: Cast.evening.advanced(bySeconds: week))
    #expect(night.send(accept(20), by: .unauthenticated).refused == "410 invite_revoked")
  }

  @Test func ninthMemberIsRefused() {
    var night = nightWithInvite()
    for number in 20...25 { #expect(night.send(accept(number), by: .unauthenticated).refused == nil) }
    let ninth = night.send(accept(26), by: .unauthenticated)
    #expect(ninth.refused == "409 household_full" && ninth.refusal?.data == [.limit(8)])
    // A departure makes room for another member.
    night.send(.leave, by: .member(Cast.member(25)))
    #expect(night.send(accept(26), by: .unauthenticated).refused == nil)
  }

  @Test func invalidNameOrLabelIsRefusedOnJoining() {
    var night = nightWithInvite()
    let name = night.send(accept(20, name: " "), by: .unauthenticated)
    #expect(name.refused == "-32602 bad_parameters" && name.fields == ["display_name"])
    let label = night.send(accept(20, label: ""), by: .unauthenticated)
    #expect(label.refused == "-32602 bad_parameters" && label.fields == ["label"])
    #expect(night.household.members.count == 2)
  }

  @Test func twentyFirstOpenInviteIsRefused() {
    var night = Night()
    func create(_ number: Int) -> Result<Decision, Refusal> {
      night.send(.createInvite(InviteID(high: 3, low: UInt64(number)), digest: "d"), by: .member(Cast.creator))
    }
    for number in 1...20 { #expect(create(number).refused == nil) }
    #expect(create(21).refused == "422 too_many_invites" && create(21).refusal?.data == [.limit(20)])
    night.send(.revokeInvite(InviteID(high: 3, low: 5)), by: .member(Cast.creator))
    #expect(create(21).refused == nil && create(22).refused == "422 too_many_invites")
    night.wait(until: Cast.evening.advanced(bySeconds: week))
    #expect(create(22).refused == nil, "all have expired")
  }

  @Test func joiningClosedHouseholdIsRefused() {
    var night = nightWithInvite()
    night.send(.leave, by: .member(Cast.ann))
    night.send(.leave, by: .member(Cast.creator))
    #expect(night.send(accept(20), by: .unauthenticated).refused == "410 invite_revoked")
    #expect(night.household.members.isEmpty)
  }

  @Test func newMemberVotesInRoundForEveryone() {
    var night = nightWithInvite()
    night.send(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true)), by: Cast.ann)
    night.send(accept(20), by: .unauthenticated)
    #expect(night.send(.vote(1, .up), by: Cast.member(20)).refusal == nil)
  }
}
