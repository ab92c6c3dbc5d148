import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Commands whose states are not in memory. They wait for a replay without delaying others.
@Suite struct LoadingTests {
  private static let neighbours = HouseholdID(high: 7, low: 2)

  /// Returns a committer with nothing in memory, on a store with an open round and a second household.
  private func unloadedCommitter(isShared: Bool = false) throws -> ScriptedCommitter {
    let path = try ScriptedCommitter(ScriptedStore(isShared: isShared))
    _ = path.send(.round(.startVoting))
    for event in Cast.founding {
      path.store.appendBehindCommitter(
        NewEvent(.household(event)), in: .household(Self.neighbours), owner: Identifier(Self.neighbours),
        at: path.now)
    }
    let cold = try ScriptedCommitter(path.store, founding: [])
    cold.loadsOnDemand = true
    return cold
  }

  private func ofNeighbours(_ command: LibraryCommand) -> Submission {
    Submission(command: AddressedLibraryCommand(command, to: Self.neighbours), sender: .member(Cast.ann, actingAs: nil))
  }

  private func summaries(_ path: ScriptedCommitter) -> [String] { path.takeOutcomes().map(\.summary) }

  @Test(arguments: [false, true])
  func commandsOfLoadedHouseholdOvertakeWaitingOne(isShared: Bool) throws {
    let path = try unloadedCommitter(isShared: isShared)
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(1))))
    path.tick()
    path.load()
    path.tick()
    #expect(summaries(path) == ["recorded MovieAddedToWatchlist"])
    path.post(.round(.vote(1, .up)))
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(2))))
    path.tick()
    #expect(summaries(path) == ["recorded MovieAddedToWatchlist"], "the vote waits")
    path.load()
    path.tick()
    #expect(summaries(path) == ["recorded VoteCast"])
    #expect(path.store.streamReadsInGroups == 0)
  }

  @Test(arguments: [false, true])
  func commandsOfHouseholdKeepTheirOrder(isShared: Bool) throws {
    let path = try unloadedCommitter(isShared: isShared)
    path.post(.round(.vote(1, .up)))
    path.tick()
    // The library command does not need the round, but waits for the earlier command of its household.
    path.post(
      Submission(
        command: AddressedLibraryCommand(.addToWatchlist(Cast.movie(5)), to: Cast.household),
        sender: .member(Cast.ann, actingAs: nil)))
    path.post(.round(.vote(1, .down)))
    path.tick()
    #expect(path.takeOutcomes().isEmpty)
    while path.load() { path.tick() }
    #expect(
      path.store.events.suffix(3).map(\.type) == ["VoteCast", "MovieAddedToWatchlist", "VoteCast"])
    #expect(try path.round().movies[0].votes[Cast.ann] == .down)
  }

  @Test func commandLoadsAllItsStreamsAtOnce() throws {
    let path = try unloadedCommitter()
    path.post(.round(.vote(1, .up)))
    path.tick()
    #expect(path.loadCount == 1)
    path.load()
    path.tick()
    #expect(path.takeOutcomes().count == 1 && path.loadCount == 0)
  }

  @Test func commandsFailWhileStreamIsDamagedAndThenRecover() throws {
    let path = try unloadedCommitter()
    let round = path.store.events.first { $0.stream == .round(Cast.round(1)) }!.position
    path.store.damaged = [round]
    path.post(.round(.vote(1, .up)))
    path.post(
      Submission(
        command: AddressedLibraryCommand(.addToWatchlist(Cast.movie(5)), to: Cast.household),
        sender: .member(Cast.ann, actingAs: nil)))
    path.post(.round(.vote(1, .up)))
    path.tick()
    while path.load() { path.tick() }
    let outcomes = path.takeOutcomes()
    #expect(outcomes.map(\.summary) == ["failed unavailable", "failed unavailable", "failed unavailable"])
    path.store.damaged = []
    path.post(.round(.vote(1, .up)))
    path.tick()
    while path.load() { path.tick() }
    #expect(summaries(path) == ["recorded VoteCast"])
  }

  @Test func damagedStreamIsNotReadForEachCommand() throws {
    let path = try unloadedCommitter()
    let round = path.store.events.first { $0.stream == .round(Cast.round(1)) }!.position
    path.store.damaged = [round]
    for _ in 1...20 { path.post(.round(.vote(1, .up))) }
    let reads = path.store.streamReads
    path.tick()
    while path.load() { path.tick() }
    #expect(path.takeOutcomes().count == 20)
    #expect(path.store.streamReads - reads <= 4, "not once for each vote")
  }

  @Test(arguments: [false, true])
  func loadingHouseholdDoesNotDelayLoadedOne(isShared: Bool) throws {
    let path = try unloadedCommitter(isShared: isShared)
    path.post(.round(.vote(1, .up)))
    path.tick()
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(1))))
    path.tick()
    path.load(1)
    path.tick()
    #expect(summaries(path) == ["recorded MovieAddedToWatchlist"])
    path.load()
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(2))))
    path.tick()
    #expect(summaries(path).sorted() == ["recorded MovieAddedToWatchlist", "recorded VoteCast"])
  }

  /// A failed group changes none of the states that are being loaded.
  @Test func failedGroupDoesNotRestartLoading() throws {
    let path = try unloadedCommitter()
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(1))))
    path.tick()
    path.load()
    path.tick()
    _ = path.takeOutcomes()
    path.post(.round(.vote(1, .up)))
    path.tick()
    path.store.faults = [.unavailable]
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(2))))
    path.tick()
    #expect(summaries(path) == ["failed unavailable"])
    path.load()
    path.tick()
    #expect(summaries(path) == ["recorded VoteCast"], "it is not loaded again")
  }

  @Test func stateReadBeforeForgettingIsLoadedAgain() throws {
    let path = try unloadedCommitter()
    path.post(.round(.vote(1, .up)))
    path.tick()
    path.load()
    // The replay has not read this event.
    path.store.appendBehindCommitter(
      NewEvent(.round(.voteCast(VoteCast(memberID: Cast.creator, tmdbMovieID: 2, vote: .up)))),
      in: .round(Cast.round(1)), owner: Identifier(Cast.household), at: path.now)
    path.forgetStates()
    path.tick()
    #expect(path.takeOutcomes().isEmpty && path.loadCount == 1)
    path.load()
    path.tick()
    #expect(summaries(path) == ["recorded VoteCast"])
  }

  @Test func stopAnswersAllWaitingCommands() throws {
    let path = try unloadedCommitter()
    path.post(.round(.vote(1, .up)))
    path.post(ofNeighbours(.addToWatchlist(Cast.movie(1))))
    path.tick()
    path.post(.round(.vote(2, .up)))
    try path.finish()
    #expect(summaries(path).sorted() == ["recorded MovieAddedToWatchlist", "recorded VoteCast", "recorded VoteCast"])
  }

  // MARK: Deadlines

  @Test(arguments: [false, true])
  func dueRoundIsLoadedBeforeItExpires(isShared: Bool) throws {
    let path = try unloadedCommitter(isShared: isShared)
    path.now = path.now.advanced(bySeconds: 30 * Timestamp.secondsPerDay)
    path.schedule(Cast.round(1), at: path.now)
    path.tick()
    #expect(path.clockEvents.isEmpty && path.loadCount == 1)
    while path.load() { path.tick() }
    #expect(path.clockEvents.map(\.type).contains("RoundExpired"))
    #expect(path.store.streamReadsInGroups == 0 && path.reports.isEmpty)
  }

  /// The limit exists because commands queue behind the clock's loads, and loaded states take memory.
  @Test(arguments: [false, true])
  func clockLoadsAtMostSixtyFourStatesAtOnce(isShared: Bool) throws {
    let path = try unloadedCommitter(isShared: isShared)
    let first = path.store.events.filter { $0.stream == .round(Cast.round(1)) }
    for number in 2...150 {
      for event in first {
        path.store.appendBehindCommitter(
          NewEvent(type: event.type, version: event.version, data: event.data), in: .round(Cast.round(number)),
          owner: event.owner, at: path.now)
      }
    }
    let cold = try ScriptedCommitter(path.store, founding: [])
    cold.loadsOnDemand = true
    cold.now = path.now.advanced(bySeconds: 30 * Timestamp.secondsPerDay)
    for number in 1...150 { cold.schedule(Cast.round(number), at: cold.now) }
    cold.tick()
    #expect((1...64).contains(cold.loadCount))
    for _ in 1...20 {
      cold.load()
      cold.tick()
      #expect(cold.loadCount <= 64)
    }
    #expect(cold.clockEvents.count { $0.type == RoundExpired.type } == 150)
  }

  @Test func unreadableDueStreamIsRetried() throws {
    let path = try unloadedCommitter()
    path.now = path.now.advanced(bySeconds: 30 * Timestamp.secondsPerDay)
    path.store.readsFail = true
    path.schedule(Cast.round(1), at: path.now)
    path.tick()
    path.load()
    path.tick()
    #expect(path.reports.count == 1 && path.loadCount == 0)
    path.store.readsFail = false
    path.now = path.now.advanced(bySeconds: 10)
    path.tick()
    while path.load() { path.tick() }
    #expect(path.clockEvents.map(\.type).contains("RoundExpired"))
  }

  // MARK: Other servers on the store

  /// The other server's event is read by the replay, followed during it, or both.
  @Test(arguments: [0, 1, 2])
  func eventsRecordedDuringLoadingCountOnce(when: Int) throws {
    let store = ScriptedStore(isShared: true)
    let (first, second) = try store.servers()
    _ = first.send(.round(.startVoting))
    second.loadsOnDemand = true
    second.post(.round(.vote(1, .up)))
    second.tick()
    if when == 1 { second.load() }
    _ = first.send(.round(.vote(1, .up), by: Cast.creator))
    if when == 2 { second.load() }
    second.checkForChanges()
    while second.load() { second.tick() }
    #expect(summaries(second) == ["recorded VoteCast"])
    #expect(try second.round().movies[0].votes == [Cast.ann: .up, Cast.creator: .up])
    #expect(store.streamReadsInGroups == 0)
    #expect(first.send(.round(.vote(2, .up)))?.recorded != nil)
    #expect(second.send(.round(.vote(2, .down)))?.recorded != nil, "its states are those of the store")
  }

  /// Beginning a group takes the lock, for which other servers wait.
  @Test func noGroupBeginsBeforeStatesAreLoaded() throws {
    let path = try unloadedCommitter(isShared: true)
    let begun = Locked(0)
    path.store.onGroupBegin = { begun.withLock { $0 += 1 } }
    path.post(.round(.vote(1, .up)))
    path.tick()
    #expect(begun.withLock { $0 } == 0)
    path.load()
    path.tick()
    #expect(begun.withLock { $0 } == 1 && path.takeOutcomes().count == 1)
  }
}
