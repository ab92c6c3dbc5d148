import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport

/// Leaving, removal and erasure: who inherits roles and children, and how open rounds change.
@Suite struct DepartureTests {
  private static let ways: [DepartureReason] = [.left, .removed, .erased]

  /// Sends the command by which an independent member departs.
  @discardableResult
  private func depart(_ member: MemberID, _ way: DepartureReason, _ night: inout Night) -> Result<Decision, Refusal> {
    switch way {
    case .left: night.send(.leave, by: .member(member))
    case .removed: night.send(.remove(member), by: .member(Cast.creator))
    case .erased: night.send(.erase(member, confirmation: "DELETE"), by: .member(member))
    }
  }

  // MARK: The household

  @Test(arguments: [DepartureReason.left, .erased])
  func creatorRolePassesToEarliestIndependentMember(way: DepartureReason) {
    var night = Night()
    let events = depart(Cast.creator, way, &night).events
    #expect(
      Array(events.prefix(3)) == [
        .household(.memberLeft(MemberLeft(memberID: Cast.creator, reason: way))),
        .household(.creatorChanged(CreatorChanged(memberID: Cast.starter))),
        .household(.parentChanged(ParentChanged(memberID: Cast.baby, parentMemberID: Cast.starter))),
      ])
    #expect(night.household.creator == Cast.starter)
    #expect(night.send(.update(HouseholdUpdate(name: "x")), by: .member(Cast.starter)).refused == nil)
    // When the starter departs, too, the next earliest member inherits the role and both children.
    depart(Cast.starter, way, &night)
    #expect(night.household.creator == Cast.ann)
    #expect(night.household.members.filter { $0.type == .managed }.map(\.parent) == [Cast.ann, Cast.ann])
  }

  @Test func managedMemberDoesNotInheritCreatorRole() {
    var night = Night(founding: [
      .founded(HouseholdFounded(createdBy: Cast.creator)), Cast.joined(Cast.creator, parent: nil),
      Cast.joined(Cast.baby, parent: Cast.creator), Cast.joined(Cast.ann, parent: nil),
    ])
    night.send(.leave, by: .member(Cast.creator))
    #expect(night.household.creator == Cast.ann && night.household.member(Cast.baby)?.parent == Cast.ann)
  }

  @Test(arguments: ways)
  func childrenOfDepartedMemberPassToCreator(way: DepartureReason) {
    var night = Night()
    let events = depart(Cast.ann, way, &night).events
    let removedBy = way == .removed ? Cast.creator : nil
    #expect(
      Array(events.prefix(2)) == [
        .household(.memberLeft(MemberLeft(memberID: Cast.ann, reason: way, removedBy: removedBy))),
        .household(.parentChanged(ParentChanged(memberID: Cast.child, parentMemberID: Cast.creator))),
      ])
    #expect(night.send(.setPreferences(Cast.child, Cast.tastes), by: .member(Cast.creator)).refused == nil)
  }

  @Test(arguments: [DepartureReason.left, .erased])
  func householdClosesWhenLastIndependentMemberGoes(way: DepartureReason) {
    var night = Night(founding: [
      .founded(HouseholdFounded(createdBy: Cast.creator)), Cast.joined(Cast.creator, parent: nil),
      Cast.joined(Cast.baby, parent: Cast.creator),
    ])
    night.send(.issueToken(Cast.token(1)), by: .member(Cast.creator))
    let types = depart(Cast.creator, way, &night).types
    #expect(
      types
        == (way == .left
          ? ["MemberLeft", "HouseholdClosed"]
          : ["MemberLeft", "MemberLeft", "HouseholdClosed", "MemberErased", "MemberErased"]))
    #expect(night.household.access.tokens.map { $0.revokedAt != nil } == [true])
    #expect(night.send(.leave, by: .member(Cast.creator)).refused == "401 not_authenticated")
    #expect(
      night.send(.issueToken(Cast.token(2, for: Cast.baby)), by: .administrator).refused
        == (way == .left ? "422 managed_member" : "404 unknown_member"))
    #expect(
      night.send(.issueToken(Cast.token(2, for: Cast.creator)), by: .administrator).refused == "404 unknown_member")
    let anew = NewHousehold(
      name: "x", creator: NewMember(id: Cast.ann, displayName: "Ann", avatarKey: nil), token: Cast.token(3))
    #expect(night.send(.found(anew), by: .unauthenticated).refused == "409 household_exists")
  }

  @Test(arguments: ways)
  func departureRevokesOnlyOwnTokens(way: DepartureReason) {
    var night = Night()
    for (number, member) in [Cast.ann, Cast.ann, Cast.starter].enumerated() {
      night.send(.issueToken(Cast.token(number + 1)), by: .member(member))
    }
    depart(Cast.ann, way, &night)
    #expect((1...3).map { night.household.access.isLive(Cast.token($0).id) } == [false, false, true])
    #expect(night.send(.issueToken(Cast.token(4)), by: .member(Cast.ann)).refused == "401 not_authenticated")
    #expect(night.send(.vote(1, .up), by: Cast.ann).refusal?.name == "401 not_authenticated")
    #expect(night.send(.vote(1, .up), by: Cast.ann, as: Cast.child).refusal?.name == "401 not_authenticated")
  }

  // MARK: Removal

  @Test func unauthorizedOrUnknownRemovalIsRefused() {
    var night = Night()
    func remove(_ member: MemberID, by sender: MemberID) -> String? {
      night.send(.remove(member), by: .member(sender)).refused
    }
    #expect(remove(Cast.creator, by: Cast.ann) == "403 creator_stays")
    #expect(remove(Cast.creator, by: Cast.creator) == "403 creator_stays")
    #expect(remove(Cast.starter, by: Cast.ann) == "403 creator_only")
    #expect(remove(Cast.baby, by: Cast.ann) == "403 parent_or_creator_only")
    #expect(remove(Cast.nonMember, by: Cast.creator) == "404 unknown_member")
    #expect(remove(Cast.child, by: Cast.ann) == nil, "its parent")
    #expect(remove(Cast.child, by: Cast.ann) == "404 unknown_member", "who is gone is gone")
  }

  @Test func creatorRemovesAnotherMembersChild() {
    var night = Night()
    let left = MemberLeft(memberID: Cast.child, reason: .removed, removedBy: Cast.creator)
    #expect(night.send(.remove(Cast.child), by: .member(Cast.creator)).events == [.household(.memberLeft(left))])
  }

  /// A removed member must not come back by an old invite. Leaving and self-erasure revoke no invites.
  @Test func removingIndependentMemberRevokesOpenInvites() {
    func invite(_ number: Int) -> InviteID { InviteID(high: 3, low: UInt64(number)) }
    var night = Night()
    func create(_ number: Int) { night.send(.createInvite(invite(number), digest: "d"), by: .member(Cast.creator)) }
    create(1)
    night.wait(until: Cast.evening.advanced(bySeconds: HouseholdLimits.inviteSeconds))
    for number in 2...4 { create(number) }
    night.send(.revokeInvite(invite(3)), by: .member(Cast.creator))
    let before = night.log.count
    night.send(.remove(Cast.child), by: .member(Cast.creator))
    night.send(.leave, by: .member(Cast.outsider))
    night.send(.erase(Cast.ann, confirmation: "DELETE"), by: .member(Cast.ann))
    #expect(
      !night.log.dropFirst(before).contains {
        if case HouseholdEvent.inviteRevoked? = $0.event.domainEvent as? HouseholdEvent { true } else { false }
      })

    let revoked = [2, 4].map {
      Event.household(.inviteRevoked(InviteRevoked(inviteID: invite($0), revokedBy: Cast.creator)))
    }
    let left = MemberLeft(memberID: Cast.starter, reason: .removed, removedBy: Cast.creator)
    #expect(
      night.send(.remove(Cast.starter), by: .member(Cast.creator)).events == [.household(.memberLeft(left))] + revoked)
  }

  @Test func leavingOrRemovalDeletesNoTexts() throws {
    var night = Night()
    #expect(try night.send(.leave, by: .member(Cast.ann)).get().texts.isEmpty)
    #expect(try night.send(.remove(Cast.child), by: .member(Cast.creator)).get().texts.isEmpty)
  }

  @Test func commandNamesMembersWhoMayLeave() {
    func leaving(_ command: HouseholdCommand, from night: Night = Night()) -> [MemberID] {
      night.household.leaving(by: command, .member(Cast.ann))
    }
    #expect(leaving(.leave) == [Cast.ann])
    #expect(leaving(.remove(Cast.child)) == [Cast.child])
    #expect(leaving(.erase(Cast.ann, confirmation: "DELETE")) == [Cast.ann])
    #expect(leaving(.revokeInvite(InviteID(high: 3, low: 1))).isEmpty)

    var alone = Night(members: [Cast.ann, Cast.starter])
    alone.send(.addManaged(NewMember(id: Cast.child, displayName: "Kim", avatarKey: nil)), by: .member(Cast.ann))
    alone.send(.leave, by: .member(Cast.starter))
    let all = [Cast.ann, Cast.child, Cast.starter]
    #expect(leaving(.erase(Cast.ann, confirmation: "DELETE"), from: alone) == all, "the last who could act for others")
  }

  // MARK: Open rounds

  @Test(arguments: ways, [Stage.draft, .open, .closed])
  func departedAttendeeIsDroppedFromRoundWithoutPick(way: DepartureReason, stage: Stage) {
    var night = Night.at(stage)
    if stage == .open { night.send(.doneVoting, by: Cast.ann) }
    #expect(depart(Cast.ann, way, &night).types?.contains("AttendeeDropped") == true)
    #expect(night.round().attendees == .fixed([Cast.creator, Cast.starter, Cast.child]))
    #expect(night.round().movies.allSatisfy { $0.votes[Cast.ann] == nil } && night.round().done.isEmpty)
    #expect(night.round().stage == stage, "the others go on")
    if stage != .draft { #expect(night.round().movies.first?.votes.count == 3, "their votes stay") }
    #expect(night.round().movies.contains { $0.proposedBy == Cast.ann } == (stage != .draft), "what she proposed too")
  }

  @Test func departureOfNonAttendeeLeavesRoundUnchanged() {
    var night = Night.at(.open)
    let before = night.round()
    #expect(night.send(.leave, by: .member(Cast.outsider)).types == ["MemberLeft"])
    #expect(night.round() == before)
  }

  @Test(arguments: ways)
  func votingClosesWhenLastUnfinishedAttendeeGoes(way: DepartureReason) throws {
    var night = Night.at(.open)
    for member in [Cast.creator, Cast.starter] { night.send(.doneVoting, by: member) }
    night.send(.doneVoting, by: Cast.ann, as: Cast.child)
    #expect(night.round().stage == .open, "Ann is waited for")
    let events = depart(Cast.ann, way, &night).events
    let closed = VotingClosed(closedBy: nil, attendees: [Cast.creator, Cast.starter, Cast.child])
    #expect(events.contains(.round(.votingClosed(closed))))
    #expect(night.round().stage == .closed)
  }

  @Test func departedMemberIsDroppedFromRoundForEveryone() {
    var night = Night(members: [Cast.creator, Cast.ann, Cast.starter])
    night.send(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true)), by: Cast.ann)
    for member in [Cast.creator, Cast.ann] {
      night.send(.vote(1, .up), by: member)
      night.send(.doneVoting, by: member)
    }
    let events = night.send(.leave, by: .member(Cast.starter)).events
    #expect(events.contains(.round(.attendeeDropped(AttendeeDropped(memberID: Cast.starter)))))
    let closed = VotingClosed(closedBy: nil, attendees: [Cast.creator, Cast.ann])
    #expect(events.contains(.round(.votingClosed(closed))))
  }

  @Test(arguments: ways)
  func departedAttendeeStaysListedButUnawaitedAfterPick(way: DepartureReason) {
    var night = Night.at(.selected)
    let listed = night.round().attendees
    #expect(depart(Cast.ann, way, &night).types?.contains("AttendeeDropped") == false)
    #expect(night.round().attendees == listed && night.round().stage == .selected)
    for member in [Cast.creator, Cast.starter] { night.send(.rate(.liked), by: member) }
    night.send(.rate(.liked), by: Cast.creator, as: Cast.child)
    #expect(night.send(.markWatched, by: Cast.starter).types?.contains("RoundRated") == true)
  }

  @Test(arguments: ways)
  func watchedRoundIsRatedWhenLastUnratedAttendeeGoes(way: DepartureReason) {
    var night = Night.at(.watched)
    for member in [Cast.creator, Cast.starter] { night.send(.rate(.liked), by: member) }
    night.send(.rate(.loved), by: Cast.ann, as: Cast.child)
    let listed = night.round().attendees
    let types = depart(Cast.ann, way, &night).types ?? []
    #expect(types.contains("RoundRated") && types.contains("RoundFinished"))
    #expect(night.round().stage == .rated && night.round().attendees == listed)
    #expect(night.household.awaitedRounds.isEmpty)
  }

  @Test func ratingOfDepartedMemberIsKept() {
    var night = Night.at(.watched)
    night.send(.rate(.loved), by: Cast.ann)
    night.send(.leave, by: .member(Cast.ann))
    #expect(night.round().ratings == [Cast.ann: .loved] && night.round().stage == .watched)
  }

  @Test func departureUpdatesSeveralRoundsInOneCommit() {
    var night = Night.at(.watched)
    night.send(.rate(.liked), by: Cast.creator)
    night.send(.rate(.liked), by: Cast.starter)
    night.send(.rate(.liked), by: Cast.ann, as: Cast.child)
    night.send(.start(StartRound(movies: Cast.movies(7...8))), to: Cast.round(2), by: Cast.starter)
    let events = night.send(.leave, by: .member(Cast.ann)).events
    #expect(events.contains(.round(.rated(RoundRated(reason: .allRated)))))
    #expect(events.contains(.round(.attendeeDropped(AttendeeDropped(memberID: Cast.ann)))))
    #expect(night.household.activeRound == Cast.round(2))
  }
}
