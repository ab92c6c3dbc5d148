import Domain
import EventStore
import Primitives
import TestSupport
import Testing

@testable import Commands

/// Two committers on one store, as two servers on one database.
@Suite struct SharedStoreTests {
  private let store = ScriptedStore(isShared: true)
  private let start = RoundCommand.start(StartRound(movies: Cast.movies(1...2), opensVoting: true))

  private func servers() throws -> (WritePath, WritePath) {
    (try WritePath(store), try WritePath(store, founding: []))
  }

  private func household(_ command: HouseholdCommand, by sender: Sender) -> Submission {
    Submission(command: .household(Cast.household, command), sender: sender, tag: 0)
  }

  private func newMember(_ number: Int) -> NewMember {
    NewMember(id: Cast.member(number), displayName: "Member \(number)", avatarKey: nil)
  }

  // MARK: Races

  @Test func ofTwoStartsOneWins() throws {
    let (first, second) = try servers()
    #expect(first.send(.round(start, 1))?.recorded != nil)
    #expect(second.send(.round(start, 2))?.summary == "refused active_round_exists")
    #expect(!store.groupIsOpen)
  }

  @Test func ofTwoPicksOneWins() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start))
    #expect(second.send(.round(.vote(1, .up)))?.recorded != nil, "it has heard of the round")
    #expect(first.send(.round(.pick(1), by: Cast.creator))?.recorded != nil)
    #expect(second.send(.round(.pick(2), by: Cast.creator))?.summary == "refused wrong_state")
  }

  @Test func theLastRatingEndsTheRoundOnce() throws {
    let (first, second) = try servers()
    let attendees = Attendees.fixed([Cast.starter, Cast.ann])
    _ = first.send(
      .round(.start(StartRound(attendees: attendees, movies: Cast.movies(1...2), opensVoting: true))))
    _ = second.send([.round(.pick(1), by: Cast.creator), .round(.markWatched)])
    #expect(first.send(.round(.rate(.liked), by: Cast.starter))?.summary == "recorded RatingGiven")
    #expect(
      second.send(.round(.rate(.loved), by: Cast.ann))?.summary == "recorded RatingGiven RoundRated RoundFinished")
    #expect(first.send(.round(.rate(.loved), by: Cast.starter))?.summary == "refused wrong_state")
  }

  @Test func whoLeavesLastIsSucceededByNobodyTwice() throws {
    let (first, second) = try servers()
    _ = second.send(.round(start))
    let leave = HouseholdCommand.leave
    #expect(first.send(household(leave, by: .member(Cast.creator, actingAs: nil)))?.recorded != nil)
    #expect(second.send(household(leave, by: .member(Cast.starter, actingAs: nil)))?.recorded != nil)
    let creators = store.events.filter { $0.type == CreatorChanged.type }
    #expect(creators.count == 2 && Set(creators.map(\.data)).count == 2, "first the starter, then Ann")
    #expect(
      first.send(household(leave, by: .member(Cast.creator, actingAs: nil)))?.summary == "refused not_authenticated")
  }

  @Test func aFullHouseholdTakesNobodyElse() throws {
    let (first, second) = try servers()
    let ann = Sender.member(Cast.ann, actingAs: nil)
    #expect(first.send(household(.addManaged(newMember(7)), by: ann))?.recorded != nil)
    #expect(second.send(household(.addManaged(newMember(8)), by: ann))?.recorded != nil)
    #expect(first.send(household(.addManaged(newMember(9)), by: ann))?.summary == "refused household_full")
  }

  // MARK: Deciding ahead

  /// What is in memory, so that only a decision that is made anew could be another one.
  private func serversInRound() throws -> (WritePath, WritePath) {
    let (first, second) = try servers()
    _ = first.send(.round(start))
    _ = second.send(.round(.vote(1, .up)))
    first.lookForNews()
    return (first, second)
  }

  /// Lets `body` happen once, when the next group has decided and still waits for its turn.
  private func whileNextGroupWaits(_ body: @escaping () -> Void) {
    store.whileGroupBegins = { [store] in
      store.whileGroupBegins = {}
      body()
    }
  }

  @Test func whatWaitsIsDecidedWhileOthersAreWaitedFor() throws {
    let (first, _) = try serversInRound()
    let asked = first.now
    whileNextGroupWaits { first.now = asked.advanced(bySeconds: 1) }
    #expect(first.send(.round(.vote(1, .down)))?.recorded?.events.map(\.recordedAt) == [asked])
  }

  @Test func whatComesMeanwhileIsDecidedInItsTurn() throws {
    let (first, _) = try serversInRound()
    whileNextGroupWaits {
      first.post(.round(.pick(1), by: Cast.creator))
      first.post(.round(.vote(2, .up)))
    }
    #expect(first.send(.round(.vote(1, .down)))?.recorded?.position == 14)
    #expect(first.takeOutcomes().map(\.summary) == ["recorded MoviePicked ActiveRoundEnded", "refused wrong_state"])
    #expect(store.groups.last == 2, "in one group")
  }

  @Test(arguments: [false, true]) func aDecisionThatTheNewsContradictIsMadeAnew(isRefused: Bool) throws {
    let (first, second) = try serversInRound()
    // What was refused may be right by now, and the other way round.
    let before: RoundCommand = isRefused ? .markWatched : .vote(2, .up)
    whileNextGroupWaits { _ = second.send(.round(.pick(1), by: Cast.creator)) }
    let outcome = first.send(.round(before))?.summary
    #expect(outcome == (isRefused ? "recorded RoundWatched MovieWatched" : "refused wrong_state"))
    #expect(first.reports.isEmpty && !store.groupIsOpen)
  }

  @Test func aContradictedGroupIsAsIfItHadNotBeenDecided() throws {
    let (first, second) = try serversInRound()
    let reads = store.streamReads
    whileNextGroupWaits { _ = second.send(.round(.vote(2, .down), by: Cast.starter)) }
    let both = [Submission.round(.vote(2, .up), id: 1), .round(.vote(2, .down), id: 2)]
    #expect(first.send(both).map(\.summary) == ["recorded VoteCast", "recorded VoteCast"])
    #expect(store.events.suffix(3).map(\.revision) == [5, 6, 7])
    #expect(store.streamReads == reads, "its states are those of before, with the news")
  }

  @Test func aGroupThatDoesNotBeginIsAsIfItHadNotBeenDecided() throws {
    let (first, _) = try serversInRound()
    whileNextGroupWaits { [store] in store.readsFail = true }
    #expect(first.send(.round(.pick(1), by: Cast.creator))?.summary == "failed unavailable")
    store.readsFail = false
    #expect(first.send(.round(.vote(2, .up)))?.recorded != nil, "nothing was picked")
  }

  @Test func aGroupThatIsNotTakenIsAsIfItHadNotBeenDecided() throws {
    // This server has nothing in memory: what it replays for the group that fails, the next one finds there.
    let (first, second) = try servers()
    _ = first.send(.round(start))
    store.faults = [.unavailable]
    #expect(second.send(.round(.pick(1), by: Cast.creator))?.summary == "failed unavailable")
    let reads = store.streamReads
    #expect(second.send(.round(.vote(2, .up)))?.recorded != nil, "nothing was picked")
    #expect(store.streamReads == reads)
  }

  @Test(arguments: [5_000, 5_000_000])
  func aDecisionIsNotOlderThanWhatWasRecordedBefore(microseconds: Int64) throws {
    let (first, second) = try serversInRound()
    let later = Timestamp(microseconds: first.now.microseconds + microseconds)
    whileNextGroupWaits {
      // Of a household that has nothing to do with it.
      second.now = later
      store.smuggle(
        NewEvent(.household(Cast.founding[0])), in: .household(HouseholdID(high: 9, low: 9)),
        owner: OwnerID(high: 9, low: 9), at: later)
    }
    let recorded = first.send(.round(.vote(2, .up)))?.recorded
    #expect(recorded?.events.map(\.recordedAt) == [later])
  }

  @Test func aDeadlineThatPassesWhileOthersAreWaitedForHasPassedForTheirNews() throws {
    let (first, second) = try serversInRound()
    whileNextGroupWaits {
      second.now = Cast.evening.advanced(bySeconds: 72 * 3600)
      first.now = second.now
      second.tick()
    }
    first.now = Cast.evening.advanced(bySeconds: 72 * 3600 - 1)
    #expect(first.send(.round(.vote(2, .up)))?.summary == "refused wrong_state")
  }

  @Test func whatComesLaterThanAMomentIsDecidedAtItsOwnTime() throws {
    let (first, _) = try serversInRound()
    let asked = first.now
    for (milliseconds, isSame, vote) in [(9, true, Vote.down), (10, false, .up)] {
      whileNextGroupWaits {
        first.now = Timestamp(microseconds: asked.microseconds + Int64(milliseconds) * 1000)
        first.post(.round(.vote(2, vote)))
      }
      first.now = asked
      let votes = first.send([.round(.vote(1, vote))]) + first.takeOutcomes()
      let times = votes.compactMap(\.recorded).flatMap(\.events).map(\.recordedAt)
      #expect(times == [asked, isSame ? asked : first.now])
    }
  }

  /// Of the other household this server knows the state, and cannot read on.
  @Test func newsThatCannotBeReadTakeNothingFromWhatIsDecided() throws {
    let (first, _) = try serversInRound()
    let other = HouseholdID(high: 9, low: 9)
    let unreadable = NewEvent(type: "FromTheFuture", version: 1, data: Array("{}".utf8))
    func smuggle(_ event: NewEvent) {
      store.smuggle(event, in: .household(other), owner: Identifier(other), at: Cast.evening)
    }
    smuggle(NewEvent(.household(Cast.founding[0])))
    _ = first.send(Submission(command: .household(other, .leave), sender: .administrator, tag: 0))
    whileNextGroupWaits {
      smuggle(unreadable)
      first.post(.round(.vote(2, .down)))
    }
    #expect(first.send(.round(.pick(1), by: Cast.creator))?.recorded != nil)
    #expect(first.takeOutcomes().map(\.summary) == ["refused wrong_state"])
    #expect(first.reports.isEmpty)
  }

  @Test func ofTwoHouseholdsThatBeginARoundUnderOneIDOneWins() throws {
    let (first, _) = try serversInRound()
    let drafted = try #require(store.events.first { $0.type == RoundDrafted.type })
    #expect(first.send(.round(.discard, by: Cast.creator))?.recorded != nil)
    whileNextGroupWaits { [store] in
      store.smuggle(
        NewEvent(type: drafted.type, version: drafted.version, data: drafted.data), in: .round(Cast.round(3)),
        owner: OwnerID(high: 9, low: 9), at: Cast.evening)
    }
    let outcome = first.send(.round(start, 3))?.summary
    #expect(outcome?.hasPrefix("refused") == true, "\(outcome ?? "")")
    #expect(first.reports.isEmpty)
  }

  @Test func afterMuchNewsAllIsDecidedAnew() throws {
    let (first, second) = try serversInRound()
    store.newsLimit = 1
    whileNextGroupWaits { [store] in
      // The first look sees nothing that contradicts.
      store.smuggle(
        NewEvent(.household(Cast.founding[0])), in: .household(HouseholdID(high: 9, low: 9)),
        owner: OwnerID(high: 9, low: 9), at: Cast.evening)
      _ = second.send([.round(.vote(2, .down)), .round(.pick(1), by: Cast.creator)])
    }
    #expect(first.send(.round(.vote(2, .up)))?.summary == "refused wrong_state")
    #expect(first.reports.isEmpty)
  }

  // MARK: Receipts

  @Test func aCommandSentAgainToTheOtherServerIsRecordedOnce() throws {
    let (first, second) = try servers()
    #expect(first.send(.round(start, id: 1))?.recorded?.position == 12)
    #expect(second.send(.round(start, id: 1))?.summary == "repeated 12")
    #expect(second.send(.round(start, id: 1, fingerprint: 2))?.summary == "refused command_id_reused")
    #expect(!store.groupIsOpen, "what records nothing ends its group too")
  }

  @Test func whatWasCarriedOutBeforeIsAnsweredWhenItIsSafe() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start, id: 1))
    #expect(store.confirmations == 0)
    store.faults = [.outcomeUnknown(isRecorded: true)]
    #expect(second.send(.round(start, id: 1))?.summary == "failed outcomeUnknown")
    #expect(second.send(.round(start, id: 1))?.summary == "repeated 12")
    #expect(store.confirmations == 2)
    // A commit of its own tells as much; where that fails, neither is answered.
    store.faults = [.outcomeUnknown(isRecorded: false)]
    let both = [Submission.round(.vote(1, .up), id: 2), .round(start, id: 1)]
    #expect(second.send(both).map(\.summary) == ["failed outcomeUnknown", "failed outcomeUnknown"])
    #expect(second.send(both).map(\.summary) == ["recorded VoteCast", "repeated 12"])
    #expect(store.confirmations == 2)
  }

  @Test func aGroupWithACommandSentAgainIsDecidedAnew() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start, id: 1))
    let outcomes = second.send([
      .round(.vote(1, .up), id: 2), .round(start, id: 1), .round(.vote(9, .up), id: 3), .round(.vote(1, .up), id: 2),
      .round(.vote(2, .up)),
    ])
    #expect(
      outcomes.map(\.summary) == [
        "recorded VoteCast", "repeated 12", "refused not_in_round", "repeated 13", "recorded VoteCast",
      ])
    #expect(store.events.count == 14 && !store.groupIsOpen)
    #expect(second.reports.isEmpty && !second.isFailing)
  }

  @Test func aCommandWithSomebodyElsesIdIsANewOne() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start, id: 1))
    #expect(second.send(.round(.vote(1, .up), by: Cast.starter, id: 1))?.recorded?.position == 13)
    #expect(second.reports.isEmpty)
  }

  @Test func whoSendsAgainAndAgainDoesNotMakeEachGroupBeDecidedTwice() throws {
    let (first, _) = try servers()
    _ = first.send(.round(start, id: 1))
    #expect(store.suppositions == 1)
    for _ in 0..<3 { #expect(first.send(.round(start, id: 1))?.summary == "repeated 12") }
    #expect(store.suppositions == 2, "after the first repetition it asks first")
    first.now = first.now.advanced(bySeconds: 1)
    #expect(first.send(.round(.vote(1, .up), id: 2))?.recorded != nil)
    #expect(store.suppositions == 3, "a second later it goes on as before")
  }

  @Test func aSlowLockDoesNotKeepARepetitionFromItsAnswer() throws {
    let (first, _) = try servers()
    _ = first.send(.round(start, id: 1))
    var beginnings = 0
    store.whileGroupBegins = {
      beginnings += 1
      if beginnings < 10 { first.now = first.now.advanced(bySeconds: 2) }
    }
    #expect(first.send(.round(start, id: 1))?.summary == "repeated 12")
    #expect(beginnings == 2, "it is decided anew once")
  }

  @Test func aRepetitionTakesBackOnlyWhatItsGroupChanged() throws {
    let (first, _) = try servers()
    _ = first.send(.round(start, id: 1))
    _ = first.send(.round(.vote(1, .up), id: 2))
    let reads = store.streamReads
    #expect(first.send(.round(start, id: 1))?.summary == "repeated 12")
    #expect(store.streamReads == reads, "nothing of it was decided")
    first.now = first.now.advanced(bySeconds: 1)
    #expect(
      first.send([.round(.vote(2, .up), id: 3), .round(.vote(1, .up), id: 2)]).map(\.summary) == [
        "recorded VoteCast", "repeated 13",
      ])
    #expect(store.streamReads == reads, "nor is anything read again that was")
  }

  @Test func whatComesWhileAJobWaitsDoesNotOvertakeWhatCameBefore() throws {
    let (first, _) = try servers()
    _ = first.send(.round(start))
    first.post(.round(.vote(1, .up)))
    first.perform {}
    first.post(.round(.vote(1, .down)))
    var isFirst = true
    store.whileGroupBegins = {
      if isFirst { first.post(.round(.vote(2, .up))) }
      isFirst = false
    }
    first.tick()
    first.tick()
    let votes = first.takeOutcomes().compactMap(\.recorded).map(\.position)
    #expect(votes == [13, 14, 15], "in the order in which they came")
  }

  // MARK: News

  @Test func whatWasRecordedWhileAServerStartedIsNews() throws {
    let (first, _) = try servers()
    let known = store.events.count
    _ = first.send(.round(start))
    let second = try WritePath(store, founding: [], after: known)
    second.lookForNews()
    #expect(second.followedEvents.map(\.position) == Array(known + 1...store.events.count))
  }

  @Test func whatOthersRecordedIsToldInOrderOnce() throws {
    let (first, second) = try servers()
    _ = first.send([.round(start), .round(.vote(1, .up)), .round(.vote(2, .up))])
    second.lookForNews()
    _ = first.send(.round(.vote(1, .down)))
    _ = second.send(.round(.vote(1, .up), by: Cast.ann))
    second.lookForNews()
    #expect(second.followedEvents.map(\.position) == Array(8...15))
    #expect(first.followedEvents.isEmpty, "its own are no news")
    first.lookForNews()
    #expect(first.followedEvents.map(\.position) == [16])
  }

  @Test func muchNewsIsReadBeforeOthersAreKeptWaiting() throws {
    let (first, second) = try servers()
    _ = first.send([.round(start), .round(.vote(1, .up)), .round(.vote(2, .up)), .round(.vote(1, .down))])
    store.newsLimit = 2
    #expect(second.send(.round(.vote(1, .up), by: Cast.ann))?.recorded?.position == 16)
    #expect(second.followedEvents.map(\.position) == Array(8...15))
  }

  @Test func withoutNewsNothingIsDecided() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start))
    store.readsFail = true
    #expect(second.send(.round(.vote(1, .up)))?.summary == "failed unavailable")
    store.readsFail = false
    #expect(second.send(.round(.vote(1, .up)))?.recorded != nil)
  }

  @Test func aJobsCommitInDoubtIsFoundOut() throws {
    let (first, _) = try servers()
    store.loseCommitOfJob()
    #expect(first.send(.round(start))?.summary == "failed unavailable")
    #expect(store.reopenings == 1)
    #expect(first.send(.round(start))?.recorded != nil)
  }

  @Test func aDatabaseThatHasLostEventsIsRefused() throws {
    let (first, _) = try servers()
    _ = first.send(.round(start))
    store.loseEvents(after: 9)
    #expect(first.send(.round(.vote(1, .up)))?.summary == "failed unavailable")
    #expect(!store.groupIsOpen && store.events.count == 9)
  }

  /// - Parameter isCutOff: whether the server could not look while others went on from the restored state.
  @Test(arguments: [false, true])
  func aHistoryThatOthersHaveGoneOnFromIsNoticed(isCutOff: Bool) throws {
    let (first, second) = try servers()
    _ = first.send([.round(start), .round(.vote(1, .up))])
    second.lookForNews()
    let idle = try WritePath(store, founding: [], after: store.events.count)
    let history = store.events
    if isCutOff {
      store.readsFail = true
      for server in [second, idle] { server.lookForNews() }
      store.readsFail = false
    }
    store.loseEvents(after: 12)
    let third = try WritePath(store, founding: [])
    for _ in 0..<4 { _ = third.send([.round(.vote(1, .down)), .round(.vote(1, .up))]) }
    #expect(store.events.count > history.count)
    for server in [second, idle] {
      for _ in 0..<2 {
        server.lookForNews()
        #expect(server.send(.round(.vote(2, .up)))?.summary == "failed unavailable")
      }
      #expect(server.lostHistories > 0 && server.isFailing && !store.groupIsOpen)
      #expect(server.followedEvents.last.map { $0.position <= history.count } ?? true)
    }
    // The right copy is back.
    store.replaceEvents(history)
    for server in [second, idle] { #expect(server.send(.round(.vote(2, .up)))?.recorded != nil) }
  }

  @Test func aLostStoreIsReportedOnce() throws {
    let (_, second) = try servers()
    store.readsFail = true
    second.lookForNews()
    second.lookForNews()
    #expect(second.reports.count == 1)
    store.readsFail = false
    second.lookForNews()
    store.readsFail = true
    second.lookForNews()
    #expect(second.reports.count == 2, "it had come back")
  }

  // MARK: A damaged event of another server

  @Test(arguments: [Int.max, 1]) func whatDoesNotRestOnADamagedEventGoesOn(newsLimit: Int) throws {
    let (first, second) = try serversInRound()
    let other = HouseholdID(high: 9, low: 9)
    _ = first.send(.round(.vote(1, .down)))
    store.damaged = [store.events.count]
    _ = first.send(.round(.vote(2, .down)))
    store.smuggle(
      NewEvent(.household(Cast.founding[0])), in: .household(other), owner: Identifier(other), at: Cast.evening)
    store.newsLimit = newsLimit
    let outcome = second.send(Submission(command: .household(other, .leave), sender: .administrator, tag: 0))
    #expect(outcome?.summary.hasPrefix("refused") == true, "it is decided: \(String(describing: outcome))")
    #expect(second.followedDamage == Array(store.damaged) && second.followedEvents.last == store.events.last)
    #expect(second.send(.round(.vote(1, .up)))?.damaged == store.damaged.first)
    #expect(second.reports.isEmpty)
  }

  /// It is heard of when the group begins: what was decided on what was known before is decided anew.
  @Test func noDecisionRestsOnADamagedEvent() throws {
    let (first, second) = try serversInRound()
    whileNextGroupWaits { [store] in
      _ = second.send(.round(.vote(1, .down)))
      store.damaged = [store.events.count]
    }
    #expect(first.send(.round(.vote(2, .up)))?.damaged == store.events.count)
  }

  // MARK: The clock

  @Test func theClocksWorkIsDoneOnce() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start))
    second.lookForNews()
    for server in [first, second] { server.now = Cast.evening.advanced(bySeconds: 72 * 3600) }
    first.tick()
    second.tick()
    first.tick()
    #expect(store.events.filter { $0.type == RoundExpired.type }.count == 1)
  }

  @Test func aServerWatchesTheRoundsOfOneThatEnded() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start))
    second.lookForNews()
    for hour in 1...72 {
      second.now = Cast.evening.advanced(bySeconds: Int64(hour) * 3600)
      second.tick()
      #expect(store.events.contains { $0.type == RoundExpired.type } == (hour == 72))
    }
  }

  @Test func shorterSettingsOfAnotherServerAreHeardOf() throws {
    let (first, second) = try servers()
    _ = first.send(.round(start))
    second.lookForNews()
    for server in [first, second] { server.now = Cast.evening.advanced(bySeconds: 5 * 3600) }
    second.tick()
    let update = HouseholdCommand.update(HouseholdUpdate(votingExpiryHours: 5))
    #expect(first.send(household(update, by: .member(Cast.creator, actingAs: nil)))?.recorded != nil)
    second.lookForNews()
    #expect(store.events.last?.type == ActiveRoundEnded.type || store.events.last?.type == RoundFinished.type)
  }

  // MARK: Any interleaving

  @Test(arguments: 0..<20 as Range<UInt64>) func manyServersDecideAsOneWould(seed: UInt64) throws {
    var randomness = SeededGenerator(seed: seed)
    let servers = [try WritePath(store), try WritePath(store, founding: []), try WritePath(store, founding: [])]
    let alone = try WritePath()
    for _ in 0..<60 {
      let order = servers.shuffled(using: &randomness)
      let submissions = [submission(&randomness), submission(&randomness)]
      var overtaking: SubmissionOutcome?
      let isOvertaken = Bool.random(using: &randomness)
      if isOvertaken { whileNextGroupWaits { overtaking = order[1].send(submissions[1]) } }
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
      start, .vote(1, .up), .vote(2, .down), .retract(1), .doneVoting, .closeVoting, .pick(1), .markWatched,
      .rate(.liked), .closeRatings, .discard,
    ]
    let senders = [Cast.creator, Cast.starter, Cast.ann]
    return Submission.round(
      commands.randomElement(using: &randomness)!, Int.random(in: 1...3, using: &randomness),
      by: senders.randomElement(using: &randomness)!, id: UInt64.random(in: 1...60, using: &randomness),
      fingerprint: UInt64.random(in: 1...2, using: &randomness))
  }
}
