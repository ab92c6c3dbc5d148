import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Groups of one server on a shared store, while another server records.
@Suite struct GroupTests {
  private let store = ScriptedStore(isShared: true)

  @Test func lateCommandsJoinWaitingGroupInOrder() throws {
    let (first, _) = try store.serversInRound()
    store.whileNextGroupWaits {
      first.post(.round(.pick(1), by: Cast.creator))
      first.post(.round(.vote(2, .up)))
    }
    #expect(first.send(.round(.vote(1, .down)))?.recorded?.position == 14)
    #expect(first.takeOutcomes().map(\.summary) == ["recorded MoviePicked ActiveRoundEnded", "refused wrong_state"])
    #expect(store.groups.last == 2, "in one group")
  }

  @Test(arguments: [false, true]) func decisionAccountsForEventsRecordedMeanwhile(isRefused: Bool) throws {
    let (first, second) = try store.serversInRound()
    // A command that would have been refused before may be valid now, and the other way round.
    let before: RoundCommand = isRefused ? .markWatched : .vote(2, .up)
    store.whileNextGroupWaits { _ = second.send(.round(.pick(1), by: Cast.creator)) }
    let outcome = first.send(.round(before))?.summary
    #expect(outcome == (isRefused ? "recorded RoundWatched MovieWatched" : "refused wrong_state"))
    #expect(first.reports.isEmpty && !store.groupIsOpen)
  }

  @Test func newEventsAreFoldedWithoutReread() throws {
    let (first, second) = try store.serversInRound()
    let reads = store.streamReads
    store.whileNextGroupWaits { _ = second.send(.round(.vote(2, .down), by: Cast.starter)) }
    let both = [Submission.round(.vote(2, .up), id: 1), .round(.vote(2, .down), id: 2)]
    #expect(first.send(both).map(\.summary) == ["recorded VoteCast", "recorded VoteCast"])
    #expect(store.events.suffix(3).map(\.revision) == [5, 6, 7])
    #expect(store.streamReads == reads, "its states are those of before, with the news")
  }

  @Test func groupThatCannotBeginChangesNothing() throws {
    let (first, _) = try store.serversInRound()
    store.whileNextGroupWaits { [store] in store.readsFail = true }
    #expect(first.send(.round(.pick(1), by: Cast.creator))?.summary == "failed unavailable")
    store.readsFail = false
    #expect(first.send(.round(.vote(2, .up)))?.recorded != nil, "nothing was picked")
  }

  @Test func failedGroupIsRolledBackWithoutReread() throws {
    // `second` has nothing in memory. Its next group reuses the states that were replayed for the failed group.
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    store.faults = [.unavailable]
    #expect(second.send(.round(.pick(1), by: Cast.creator))?.summary == "failed unavailable")
    let reads = store.streamReads
    #expect(second.send(.round(.vote(2, .up)))?.recorded != nil, "nothing was picked")
    #expect(store.streamReads == reads)
  }

  @Test(arguments: [5_000, 5_000_000])
  func decisionTimeIsNotBeforeLatestRecordedEvent(microseconds: Int64) throws {
    let (first, second) = try store.serversInRound()
    let later = Timestamp(microseconds: first.now.microseconds + microseconds)
    store.whileNextGroupWaits {
      // Another server records an event in an unrelated household.
      second.now = later
      store.appendBehindCommitter(
        NewEvent(.household(Cast.founding[0])), in: .household(HouseholdID(high: 9, low: 9)),
        owner: OwnerID(high: 9, low: 9), at: later)
    }
    let recorded = first.send(.round(.vote(2, .up)))?.recorded
    #expect(recorded?.events.map(\.recordedAt) == [later])
  }

  @Test func commandIsRefusedIfDeadlinePassesWhileGroupWaits() throws {
    let (first, second) = try store.serversInRound()
    store.whileNextGroupWaits {
      second.now = Cast.evening.advanced(bySeconds: 72 * 3600)
      first.now = second.now
      second.tick()
    }
    first.now = Cast.evening.advanced(bySeconds: 72 * 3600 - 1)
    #expect(first.send(.round(.vote(2, .up)))?.summary == "refused wrong_state")
  }

  /// The server has the other household's state in memory but cannot read that household's new event.
  @Test func unreadableEventOfOtherHouseholdDoesNotBlockGroup() throws {
    let (first, _) = try store.serversInRound()
    let other = HouseholdID(high: 9, low: 9)
    let unreadable = NewEvent(type: "FromTheFuture", version: 1, data: Array("{}".utf8))
    func appendBehindCommitter(_ event: NewEvent) {
      store.appendBehindCommitter(event, in: .household(other), owner: Identifier(other), at: Cast.evening)
    }
    appendBehindCommitter(NewEvent(.household(Cast.founding[0])))
    _ = first.send(Submission(command: AddressedHouseholdCommand(.leave, to: other), sender: .administrator))
    store.whileNextGroupWaits {
      appendBehindCommitter(unreadable)
      first.post(.round(.vote(2, .down)))
    }
    #expect(first.send(.round(.pick(1), by: Cast.creator))?.recorded != nil)
    #expect(first.takeOutcomes().map(\.summary) == ["refused wrong_state"])
    #expect(first.reports.isEmpty)
  }

  @Test func startWithRoundIDOfOtherHouseholdIsRefused() throws {
    let (first, _) = try store.serversInRound()
    let drafted = try #require(store.events.first { $0.type == RoundDrafted.type })
    #expect(first.send(.round(.discard, by: Cast.creator))?.recorded != nil)
    store.whileNextGroupWaits { [store] in
      store.appendBehindCommitter(
        NewEvent(type: drafted.type, version: drafted.version, data: drafted.data), in: .round(Cast.round(3)),
        owner: OwnerID(high: 9, low: 9), at: Cast.evening)
    }
    let outcome = first.send(.round(.startVoting, 3))?.summary
    #expect(outcome?.hasPrefix("refused") == true, "\(outcome ?? "")")
    #expect(first.reports.isEmpty)
  }

  @Test func allNewEventsAreReadBeforeDecision() throws {
    let (first, second) = try store.serversInRound()
    store.changesLimit = 1
    store.whileNextGroupWaits { [store] in
      // The first read returns only an unrelated event.
      store.appendBehindCommitter(
        NewEvent(.household(Cast.founding[0])), in: .household(HouseholdID(high: 9, low: 9)),
        owner: OwnerID(high: 9, low: 9), at: Cast.evening)
      _ = second.send([.round(.vote(2, .down)), .round(.pick(1), by: Cast.creator)])
    }
    #expect(first.send(.round(.vote(2, .up)))?.summary == "refused wrong_state")
    #expect(first.reports.isEmpty)
  }

  // MARK: Replay

  /// A group holds the lock, so commands must not read streams inside it.
  @Test func statesForLateCommandsAreReplayedOutsideGroup() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    let other = HouseholdID(high: 9, low: 9)
    store.appendBehindCommitter(
      NewEvent(.household(Cast.founding[0])), in: .household(other), owner: Identifier(other), at: Cast.evening)
    store.whileNextGroupWaits {
      second.post(.round(.vote(1, .up)))
      second.post(.round(.vote(2, .up)))
    }
    _ = second.send(Submission(command: AddressedHouseholdCommand(.leave, to: other), sender: .administrator))
    #expect(second.takeOutcomes().map(\.summary) == ["recorded VoteCast", "recorded VoteCast"])
    #expect(store.groups.last == 2 && store.streamReads > 0 && store.streamReadsInGroups == 0)
  }

  @Test func dueRoundIsReplayedOutsideGroup() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    let due = Cast.evening.advanced(bySeconds: 72 * 3600)
    second.dueTimes = [Cast.round(1): due]
    second.now = due
    second.schedule(Cast.round(1), at: due)
    second.tick()
    #expect(store.events.contains { $0.type == RoundExpired.type })
    #expect(store.streamReadsInGroups == 0)
  }

  // MARK: Receipts

  @Test func commandResentToOtherServerIsRecordedOnce() throws {
    let (first, second) = try store.servers()
    #expect(first.send(.round(.startVoting, id: 1))?.recorded?.position == 12)
    #expect(second.send(.round(.startVoting, id: 1))?.summary == "repeated 12")
    #expect(second.send(.round(.startVoting, id: 1, fingerprint: 2))?.summary == "refused command_id_reused")
    #expect(!store.groupIsOpen, "what records nothing ends its group too")
  }

  @Test func resentCommandIsAnsweredOnlyOnceConfirmed() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting, id: 1))
    #expect(store.confirmations == 0)
    store.faults = [.outcomeUnknown(isRecorded: true)]
    #expect(second.send(.round(.startVoting, id: 1))?.summary == "failed outcomeUnknown")
    #expect(second.send(.round(.startVoting, id: 1))?.summary == "repeated 12")
    #expect(store.confirmations == 2)
    // A commit also confirms the events before it. If it fails, the resent command gets no answer either.
    store.faults = [.outcomeUnknown(isRecorded: false)]
    let both = [Submission.round(.vote(1, .up), id: 2), .round(.startVoting, id: 1)]
    #expect(second.send(both).map(\.summary) == ["failed outcomeUnknown", "failed outcomeUnknown"])
    // Load the states of this household first, because a command that waits for states does not join a group with one
    // that does not.
    _ = second.send(.round(.startVoting, 2))
    #expect(second.send(both).map(\.summary) == ["recorded VoteCast", "repeated 12"])
    #expect(store.confirmations == 2)
  }

  @Test func groupWithResentCommandIsDecidedAgain() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting, id: 1))
    let outcomes = second.send([
      .round(.vote(1, .up), id: 2), .round(.startVoting, id: 1), .round(.vote(9, .up), id: 3),
      .round(.vote(1, .up), id: 2),
      .round(.vote(2, .up)),
    ])
    #expect(
      outcomes.map(\.summary) == [
        "recorded VoteCast", "repeated 12", "refused not_in_round", "repeated 13", "recorded VoteCast",
      ])
    #expect(store.events.count == 14 && !store.groupIsOpen)
    #expect(second.reports.isEmpty && !second.isFailing)
  }

  @Test func sameCommandIDOfOtherMemberIsNewCommand() throws {
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting, id: 1))
    #expect(second.send(.round(.vote(1, .up), by: Cast.starter, id: 1))?.recorded?.position == 13)
    #expect(second.reports.isEmpty)
  }

  @Test func receiptsAreReadFirstForOneSecondAfterResend() throws {
    let (first, _) = try store.servers()
    _ = first.send(.round(.startVoting, id: 1))
    #expect(store.assumptions == 1)
    for _ in 0..<3 { #expect(first.send(.round(.startVoting, id: 1))?.summary == "repeated 12") }
    #expect(store.assumptions == 2, "after the first repetition it asks first")
    first.now = first.now.advanced(bySeconds: 1)
    #expect(first.send(.round(.vote(1, .up), id: 2))?.recorded != nil)
    #expect(store.assumptions == 3, "a second later it goes on as before")
  }

  @Test func resentCommandIsAnsweredDespiteSlowLock() throws {
    let (first, _) = try store.servers()
    _ = first.send(.round(.startVoting, id: 1))
    var beginnings = 0
    store.onGroupBegin = {
      beginnings += 1
      if beginnings < 10 { first.now = first.now.advanced(bySeconds: 2) }
    }
    #expect(first.send(.round(.startVoting, id: 1))?.summary == "repeated 12")
    #expect(beginnings == 2, "it is decided anew once")
  }

  @Test func resentCommandRollsBackOnlyItsGroup() throws {
    let (first, _) = try store.servers()
    _ = first.send(.round(.startVoting, id: 1))
    _ = first.send(.round(.vote(1, .up), id: 2))
    let reads = store.streamReads
    #expect(first.send(.round(.startVoting, id: 1))?.summary == "repeated 12")
    #expect(store.streamReads == reads, "nothing of it was decided")
    first.now = first.now.advanced(bySeconds: 1)
    #expect(
      first.send([.round(.vote(2, .up), id: 3), .round(.vote(1, .up), id: 2)]).map(\.summary) == [
        "recorded VoteCast", "repeated 13",
      ])
    #expect(store.streamReads == reads, "nor is anything read again that was")
  }

  @Test func commandsKeepTheirOrderAroundWaitingJob() throws {
    let (first, _) = try store.servers()
    _ = first.send(.round(.startVoting))
    first.post(.round(.vote(1, .up)))
    first.perform {}
    first.post(.round(.vote(1, .down)))
    var isFirst = true
    store.onGroupBegin = {
      if isFirst { first.post(.round(.vote(2, .up))) }
      isFirst = false
    }
    first.tick()
    first.tick()
    let votes = first.takeOutcomes().compactMap(\.recorded).map(\.position)
    #expect(votes == [13, 14, 15], "in the order in which they came")
  }
}
