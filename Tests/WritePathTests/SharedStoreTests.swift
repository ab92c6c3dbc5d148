import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Two committers on one store, as two servers on one database. `GroupTests` covers what they do while one waits for
/// the other's lock.
@Suite struct SharedStoreTests {
  private let store = ScriptedStore(isShared: true)

  private func household(_ command: HouseholdCommand, by sender: Sender) -> Submission {
    Submission(command: AddressedHouseholdCommand(command, to: Cast.household), sender: sender)
  }

  private func newMember(_ number: Int) -> NewMember {
    NewMember(id: Cast.member(number), displayName: "Member \(number)", avatarKey: nil)
  }

  // MARK: Races

  @Test func secondStartOnOtherServerIsRefused() throws {
    let (first, second) = try store.servers()
    #expect(first.send(.round(.startVoting, 1))?.recorded != nil)
    #expect(second.send(.round(.startVoting, 2))?.summary == "refused active_round_exists")
    #expect(!store.groupIsOpen)
  }

  @Test func secondPickOnOtherServerIsRefused() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    #expect(second.send(.round(.vote(1, .up)))?.recorded != nil, "it has heard of the round")
    #expect(first.send(.round(.pick(1), by: Cast.creator))?.recorded != nil)
    #expect(second.send(.round(.pick(2), by: Cast.creator))?.summary == "refused wrong_state")
  }

  @Test func ratingsOnTwoServersCompleteRoundOnce() throws {
    let (first, second) = try store.servers()
    let attendees = Attendees.fixed([Cast.starter, Cast.ann])
    _ = first.send(
      .round(.start(StartRound(attendees: attendees, movies: Cast.movies(1...2), opensVoting: true))))
    _ = second.send([.round(.pick(1), by: Cast.creator), .round(.markWatched)])
    #expect(first.send(.round(.rate(.liked), by: Cast.starter))?.summary == "recorded RatingGiven")
    #expect(
      second.send(.round(.rate(.loved), by: Cast.ann))?.summary == "recorded RatingGiven RoundRated RoundFinished")
    #expect(first.send(.round(.rate(.loved), by: Cast.starter))?.summary == "refused wrong_state")
  }

  @Test func creatorRolePassesOnOncePerDeparture() throws {
    let (first, second) = try store.servers()
    _ = second.send(.round(.startVoting))
    let leave = HouseholdCommand.leave
    #expect(first.send(household(leave, by: .member(Cast.creator, actingAs: nil)))?.recorded != nil)
    #expect(second.send(household(leave, by: .member(Cast.starter, actingAs: nil)))?.recorded != nil)
    let creators = store.events.filter { $0.type == CreatorChanged.type }
    #expect(creators.count == 2 && Set(creators.map(\.data)).count == 2, "first the starter, then Ann")
    #expect(
      first.send(household(leave, by: .member(Cast.creator, actingAs: nil)))?.summary == "refused not_authenticated")
  }

  @Test func ninthMemberOnOtherServerIsRefused() throws {
    let (first, second) = try store.servers()
    let ann = Sender.member(Cast.ann, actingAs: nil)
    #expect(first.send(household(.addManaged(newMember(7)), by: ann))?.recorded != nil)
    #expect(second.send(household(.addManaged(newMember(8)), by: ann))?.recorded != nil)
    #expect(first.send(household(.addManaged(newMember(9)), by: ann))?.summary == "refused household_full")
  }

  // MARK: Events of other servers

  @Test func eventsRecordedDuringStartupAreFollowed() throws {
    let (first, _) = try store.servers()
    let known = store.events.count
    _ = first.send(.round(.startVoting))
    let second = try ScriptedCommitter(store, founding: [], after: known)
    second.checkForChanges()
    #expect(second.followedEvents.map(\.position) == Array(known + 1...store.events.count))
  }

  @Test func eventsOfOtherServerAreFollowedOnceInOrder() throws {
    let (first, second) = try store.servers()
    _ = first.send([.round(.startVoting), .round(.vote(1, .up)), .round(.vote(2, .up))])
    second.checkForChanges()
    _ = first.send(.round(.vote(1, .down)))
    _ = second.send(.round(.vote(1, .up), by: Cast.ann))
    second.checkForChanges()
    #expect(second.followedEvents.map(\.position) == Array(8...15))
    #expect(first.followedEvents.isEmpty, "its own are no news")
    first.checkForChanges()
    #expect(first.followedEvents.map(\.position) == [16])
  }

  @Test func eventsOverReadLimitAreAllFollowed() throws {
    let (first, second) = try store.servers()
    _ = first.send([.round(.startVoting), .round(.vote(1, .up)), .round(.vote(2, .up)), .round(.vote(1, .down))])
    store.changesLimit = 2
    #expect(second.send(.round(.vote(1, .up), by: Cast.ann))?.recorded?.position == 16)
    #expect(second.followedEvents.map(\.position) == Array(8...15))
  }

  @Test func commandFailsWhenNewEventsCannotBeRead() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    store.readsFail = true
    #expect(second.send(.round(.vote(1, .up)))?.summary == "failed unavailable")
    store.readsFail = false
    #expect(second.send(.round(.vote(1, .up)))?.recorded != nil)
  }

  @Test func jobCommitInDoubtReopensStore() throws {
    let (first, _) = try store.servers()
    store.loseCommitOfJob()
    #expect(first.send(.round(.startVoting))?.summary == "failed unavailable")
    #expect(store.reopenings == 1)
    #expect(first.send(.round(.startVoting))?.recorded != nil)
  }

  @Test func databaseThatLostEventsIsRefused() throws {
    let (first, _) = try store.servers()
    _ = first.send(.round(.startVoting))
    store.loseEvents(after: 9)
    #expect(first.send(.round(.vote(1, .up)))?.summary == "failed unavailable")
    #expect(!store.groupIsOpen && store.events.count == 9)
  }

  /// - Parameter isUnreachable: Whether the server was disconnected while others continued from the restored state.
  @Test(arguments: [false, true])
  func divergedHistoryIsDetected(isUnreachable: Bool) throws {
    let (first, second) = try store.servers()
    _ = first.send([.round(.startVoting), .round(.vote(1, .up))])
    second.checkForChanges()
    let idle = try ScriptedCommitter(store, founding: [], after: store.events.count)
    let history = store.events
    if isUnreachable {
      store.readsFail = true
      for server in [second, idle] { server.checkForChanges() }
      store.readsFail = false
    }
    store.loseEvents(after: 12)
    let third = try ScriptedCommitter(store, founding: [])
    for _ in 0..<4 { _ = third.send([.round(.vote(1, .down)), .round(.vote(1, .up))]) }
    #expect(store.events.count > history.count)
    for server in [second, idle] {
      for _ in 0..<2 {
        server.checkForChanges()
        #expect(server.send(.round(.vote(2, .up)))?.summary == "failed unavailable")
      }
      #expect(server.lostHistories > 0 && server.isFailing && !store.groupIsOpen)
      #expect(server.followedEvents.last.map { $0.position <= history.count } ?? true)
    }
    // The original history is back.
    store.replaceEvents(history)
    for server in [second, idle] { #expect(server.send(.round(.vote(2, .up)))?.recorded != nil) }
  }

  @Test func lostStoreIsReportedOncePerOutage() throws {
    let (_, second) = try store.servers()
    store.readsFail = true
    second.checkForChanges()
    second.checkForChanges()
    #expect(second.reports.count == 1)
    store.readsFail = false
    second.checkForChanges()
    store.readsFail = true
    second.checkForChanges()
    #expect(second.reports.count == 2, "it had come back")
  }

  // MARK: A damaged event of another server

  @Test(arguments: [Int.max, 1]) func damagedEventFailsOnlyDependentCommands(changesLimit: Int) throws {
    let (first, second) = try store.serversInRound()
    let other = HouseholdID(high: 9, low: 9)
    _ = first.send(.round(.vote(1, .down)))
    store.damaged = [store.events.count]
    _ = first.send(.round(.vote(2, .down)))
    store.appendBehindCommitter(
      NewEvent(.household(Cast.founding[0])), in: .household(other), owner: Identifier(other), at: Cast.evening)
    store.changesLimit = changesLimit
    let outcome = second.send(Submission(command: AddressedHouseholdCommand(.leave, to: other), sender: .administrator))
    #expect(outcome?.summary.hasPrefix("refused") == true, "it is decided: \(String(describing: outcome))")
    #expect(second.followedDamage == Array(store.damaged) && second.followedEvents.last == store.events.last)
    #expect(second.send(.round(.vote(1, .up)))?.damaged == store.damaged.first)
    #expect(second.reports.isEmpty)
  }

  /// The damage becomes visible when the group begins.
  @Test func commandDependingOnDamagedEventFails() throws {
    let (first, second) = try store.serversInRound()
    store.whileNextGroupWaits { [store] in
      _ = second.send(.round(.vote(1, .down)))
      store.damaged = [store.events.count]
    }
    #expect(first.send(.round(.vote(2, .up)))?.damaged == store.events.count)
  }

  // MARK: Deadlines

  @Test func dueRoundExpiresOnceOnTwoServers() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    second.checkForChanges()
    for server in [first, second] { server.now = Cast.evening.advanced(bySeconds: 72 * 3600) }
    first.tick()
    second.tick()
    first.tick()
    #expect(store.events.filter { $0.type == RoundExpired.type }.count == 1)
  }

  @Test func serverExpiresRoundsOfStoppedServer() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    second.checkForChanges()
    for hour in 1...72 {
      second.now = Cast.evening.advanced(bySeconds: Int64(hour) * 3600)
      second.tick()
      #expect(store.events.contains { $0.type == RoundExpired.type } == (hour == 72))
    }
  }

  @Test func shorterDeadlineSetOnOtherServerApplies() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    second.checkForChanges()
    for server in [first, second] { server.now = Cast.evening.advanced(bySeconds: 5 * 3600) }
    second.tick()
    let update = HouseholdCommand.update(HouseholdUpdate(votingExpiryHours: 5))
    #expect(first.send(household(update, by: .member(Cast.creator, actingAs: nil)))?.recorded != nil)
    second.checkForChanges()
    #expect(store.events.last?.type == ActiveRoundEnded.type || store.events.last?.type == RoundFinished.type)
  }

  // MARK: Any interleaving

  @Test(arguments: 0..<20 as Range<UInt64>) func threeServersDecideLikeOne(seed: UInt64) throws {
    var randomness = SeededGenerator(seed: seed)
    let servers = [
      try ScriptedCommitter(store), try ScriptedCommitter(store, founding: []),
      try ScriptedCommitter(store, founding: []),
    ]
    let alone = try ScriptedCommitter()
    for _ in 0..<60 {
      let order = servers.shuffled(using: &randomness)
      let submissions = [submission(&randomness), submission(&randomness)]
      var overtaking: SubmissionOutcome?
      let isOvertaken = Bool.random(using: &randomness)
      if isOvertaken { store.whileNextGroupWaits { overtaking = order[1].send(submissions[1]) } }
      let outcome = order[0].send(submissions[0])
      if isOvertaken { #expect(overtaking?.summary == alone.send(submissions[1])?.summary, "seed \(seed)") }
      #expect(outcome?.summary == alone.send(submissions[0])?.summary, "seed \(seed)")
    }
    let types = store.events.map(\.type) == alone.store.events.map(\.type)
    let data = store.events.map(\.data) == alone.store.events.map(\.data)
    #expect(types && data, "seed \(seed)")
    #expect(servers.flatMap(\.reports).isEmpty)
  }

  private func submission(_ randomness: inout SeededGenerator) -> Submission {
    let commands: [RoundCommand] = [
      .startVoting, .vote(1, .up), .vote(2, .down), .retract(1), .doneVoting, .closeVoting, .pick(1), .markWatched,
      .rate(.liked), .closeRatings, .discard,
    ]
    let senders = [Cast.creator, Cast.starter, Cast.ann]
    return Submission.round(
      commands.randomElement(using: &randomness)!, Int.random(in: 1...3, using: &randomness),
      by: senders.randomElement(using: &randomness)!, id: UInt64.random(in: 1...60, using: &randomness),
      fingerprint: UInt64.random(in: 1...2, using: &randomness))
  }
}
