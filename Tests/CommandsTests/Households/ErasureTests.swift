import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// The right to be forgotten: who may erase whom, which texts are deleted, and when the household closes.
@Suite struct ErasureTests {
  /// Ann is the last independent member, with her own child and an inherited one. The starter left before.
  private static let lastNight: Night = {
    var night = Night()
    for (number, member) in [Cast.starter, Cast.ann].enumerated() {
      night.send(.issueToken(Cast.token(number + 1)), by: .member(member))
    }
    for member in [Cast.creator, Cast.outsider, Cast.starter] { night.send(.leave, by: .member(member)) }
    return night
  }()

  @discardableResult
  private func erase(_ member: MemberID, _ word: String = "DELETE", by sender: Sender, in night: inout Night)
    -> Result<Decision, Refusal>
  {
    night.send(.erase(member, confirmation: word), by: sender)
  }

  private func erased(_ member: MemberID, by eraser: MemberID?) -> Event {
    .household(.memberErased(MemberErased(memberID: member, erasedBy: eraser)))
  }

  // MARK: Permission

  @Test func unauthorizedOrUnconfirmedErasureIsRefused() {
    var night = Night()
    func erase(_ member: MemberID, _ word: String = "DELETE", by sender: MemberID) -> Result<Decision, Refusal> {
      self.erase(member, word, by: .member(sender), in: &night)
    }
    #expect(erase(Cast.ann, by: Cast.creator).refused == "403 cannot_act_as", "only she can")
    #expect(erase(Cast.creator, by: Cast.ann).refused == "403 cannot_act_as")
    #expect(erase(Cast.baby, by: Cast.ann).refused == "403 parent_or_creator_only")
    #expect(erase(Cast.nonMember, by: Cast.creator).refused == "404 unknown_member")
    for word in ["", "delete", "DELETE ", "yes"] {
      let refused = erase(Cast.ann, word, by: Cast.ann)
      #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["confirm"])
    }
    #expect(night.household.members.count == 6)
    #expect(erase(Cast.child, by: Cast.creator).refused == nil, "the creator, for a managed member")
    #expect(erase(Cast.child, by: Cast.creator).refused == "404 unknown_member", "who is gone is gone")
  }

  /// The state forgets an ended token; its label is kept until the member is erased.
  @Test func erasureDeletesLabelsOfForgottenTokens() {
    var night = Night()
    let token = Cast.token(1)
    night.send(.issueToken(token), by: .member(Cast.ann))
    night.send(.revokeToken(token.id), by: .member(Cast.ann))
    night.wait(until: night.now.advanced(bySeconds: HouseholdLimits.endedSeconds))
    night.send(.issueToken(Cast.token(2)), by: .member(Cast.ann))
    #expect(night.household.access.token(token.id) == nil && night.texts[TextID(token.id)] != nil)
    erase(Cast.ann, by: .member(Cast.ann), in: &night)
    #expect(night.texts[TextID(token.id)] == nil && night.texts[TextID(Cast.token(2).id)] == nil)
  }

  @Test func invalidErasureChangesNothing() {
    var night = Night()
    night.send(.leave, by: .member(Cast.ann))
    let before = night
    #expect(erase(Cast.nonMember, by: .administrator, in: &night).refused == "404 unknown_member")
    for member in [Cast.creator, Cast.ann] {
      let refused = erase(member, "delete", by: .administrator, in: &night)
      #expect(refused.refused == "-32602 bad_parameters" && refused.fields == ["confirm"])
    }
    #expect(erase(Cast.ann, by: .member(Cast.creator), in: &night).refused == "404 unknown_member", "no member can")
    #expect(erase(Cast.ann, by: .member(Cast.ann), in: &night).refused == "401 not_authenticated")
    #expect(erase(Cast.ann, by: .unauthenticated, in: &night).refused == "401 not_authenticated")
    #expect(night.log == before.log && night.texts == before.texts)
    var nothing = Night(founding: [])
    #expect(erase(Cast.ann, by: .administrator, in: &nothing).refused == "404 unknown_household")
  }

  // MARK: Deleted texts

  @Test func erasureDeletesTextsOfMemberAndTokens() throws {
    var night = Night()
    for number in 1...2 { night.send(.issueToken(Cast.token(number)), by: .member(Cast.ann)) }
    night.send(.issueToken(Cast.token(3)), by: .member(Cast.starter))
    night.send(.revokeToken(Cast.token(1).id), by: .member(Cast.ann))
    let decision = try erase(Cast.ann, by: .member(Cast.ann), in: &night).get()
    let owner = OwnerID(Cast.household)
    #expect(
      decision.texts == [
        .delete(TextID(Cast.ann), owner: owner), .delete(TextID(Cast.token(1).id), owner: owner),
        .delete(TextID(Cast.token(2).id), owner: owner),
      ])
    #expect(decision.appends.flatMap(\.events).last == erased(Cast.ann, by: Cast.ann))
  }

  /// Erasure by the administrator differs from the member's own only in the event's `erased_by`.
  @Test(arguments: [Cast.creator, Cast.ann, Cast.outsider], [Stage.open, .watched])
  func administratorErasureHasSameEffectAsOwn(member: MemberID, stage: Stage) throws {
    var (own, administrators) = (Night.at(stage), Night.at(stage))
    let expected = try erase(member, by: .member(member), in: &own).get()
    let decision = try erase(member, by: .administrator, in: &administrators).get()
    #expect(decision.texts == expected.texts)
    let events = expected.appends.flatMap(\.events)
    #expect(
      decision.appends.flatMap(\.events)
        == events.map { $0 == erased(member, by: member) ? erased(member, by: nil) : $0 })
    #expect(events.contains(erased(member, by: member)))
    #expect(administrators.hasSameStates(as: own))
  }

  @Test func administratorErasesManagedMember() {
    var night = Night()
    #expect(
      erase(Cast.child, by: .administrator, in: &night).events == [
        .household(.memberLeft(MemberLeft(memberID: Cast.child, reason: .erased))), erased(Cast.child, by: nil),
      ])
  }

  @Test(arguments: [false, true])
  func erasingFormerMemberAgainChangesNothing(removed: Bool) throws {
    var night = Night.at(.watched)
    night.send(.issueToken(Cast.token(1)), by: .member(Cast.ann))
    if removed {
      night.send(.remove(Cast.ann), by: .member(Cast.creator))
    } else {
      night.send(.leave, by: .member(Cast.ann))
    }
    let round = night.round()
    let decision = try erase(Cast.ann, by: .administrator, in: &night).get()
    #expect(decision.appends.flatMap(\.events) == [erased(Cast.ann, by: nil)])
    let owner = OwnerID(Cast.household)
    #expect(
      decision.texts == [
        .delete(TextID(Cast.ann), owner: owner), .delete(TextID(Cast.token(1).id), owner: owner),
      ])
    #expect(night.round() == round && night.household.members.count == 5)
    let again = try erase(Cast.ann, by: .administrator, in: &night).get()
    #expect(again == Decision(), "sent again, nothing changes")
  }

  // MARK: The last member

  @Test(arguments: [Sender.member(Cast.ann), .administrator])
  func erasingLastIndependentMemberErasesHousehold(sender: Sender) {
    var night = Self.lastNight
    let eraser = sender == .administrator ? nil : Cast.ann
    func leftEvent(_ member: MemberID) -> Event {
      let remover = member == eraser ? nil : eraser
      return .household(.memberLeft(MemberLeft(memberID: member, reason: .erased, removedBy: remover)))
    }
    let gone = [Cast.creator, Cast.outsider, Cast.starter]
    #expect(
      erase(Cast.ann, by: sender, in: &night).events
        == [leftEvent(Cast.child), leftEvent(Cast.baby), leftEvent(Cast.ann), .household(.closed(HouseholdClosed()))]
        + (gone + [Cast.child, Cast.baby, Cast.ann]).map { erased($0, by: eraser) })
    #expect(night.texts.isEmpty && night.household.members.isEmpty)
    #expect(night.household.access.tokens.allSatisfy { $0.revokedAt != nil })
  }

  @Test func erasingLastMemberUpdatesRoundsChildByChild() {
    var night = Night(founding: [
      .founded(HouseholdFounded(createdBy: Cast.creator)), Cast.joined(Cast.creator, parent: nil),
      Cast.joined(Cast.baby, parent: Cast.creator), Cast.joined(Cast.child, parent: Cast.creator),
    ])
    night.send(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true)), by: Cast.creator)
    for child in [nil, Cast.baby] {
      night.send(.vote(1, .up), by: Cast.creator, as: child)
      night.send(.doneVoting, by: Cast.creator, as: child)
    }
    let events = erase(Cast.creator, by: .member(Cast.creator), in: &night).events
    let closed = events.filter {
      if case RoundEvent.votingClosed? = $0.domainEvent as? RoundEvent { true } else { false }
    }
    // The baby is erased first, then the child whose vote was awaited.
    #expect(closed == [.round(.votingClosed(VotingClosed(closedBy: nil, attendees: [Cast.creator])))])
    #expect(night.round().attendees == .fixed([]) && night.texts.isEmpty)
  }

  /// Leaving is not a request for erasure, so the texts stay until someone requests it.
  @Test func administratorErasesClosedHouseholdMemberByMember() throws {
    var night = Self.lastNight
    #expect(night.send(.leave, by: .member(Cast.ann)).types == ["MemberLeft", "HouseholdClosed"])
    #expect(night.texts.count == 9)
    for member in [Cast.ann, Cast.child, Cast.starter, Cast.creator, Cast.outsider] {
      #expect(erase(member, by: .administrator, in: &night).types?.contains("HouseholdClosed") == false)
    }
    #expect(Set(night.texts.keys) == [TextID(Cast.household), TextID(Cast.baby)], "a child is there, and the name")
    #expect(erase(Cast.baby, by: .administrator, in: &night).types == ["MemberLeft", "MemberErased"])
    #expect(night.texts.isEmpty, "with the last of them the name of the household")
  }
}
