import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// States that cannot be loaded, do not fit into memory, or belong to another history.
@Suite struct LoadingFailureTests {
  private static let neighbours = HouseholdID(high: 7, low: 2)

  private func summaries(_ path: ScriptedCommitter) -> [String] { path.takeOutcomes().map(\.summary) }

  /// Returns a store with an open round of the household.
  private func store(isShared: Bool = false) throws -> (store: ScriptedStore, round: [RecordedEvent], now: Timestamp) {
    let path = try ScriptedCommitter(ScriptedStore(isShared: isShared))
    _ = path.send(.round(.startVoting))
    return (path.store, path.store.events.filter { $0.stream == .round(Cast.round(1)) }, path.now)
  }

  private func copy(
    _ events: [RecordedEvent], to round: RoundID, of owner: OwnerID, _ store: ScriptedStore, at now: Timestamp
  ) {
    for event in events {
      store.appendBehindCommitter(
        NewEvent(type: event.type, version: event.version, data: event.data), in: .round(round), owner: owner, at: now)
    }
  }

  /// A vote on another household's round depends on that household, which the command does not name.
  @Test(arguments: [false, true])
  func commandFailsWhenUnnamedDependencyIsDamaged(isShared: Bool) throws {
    let (store, round, now) = try self.store(isShared: isShared)
    for event in Cast.founding {
      store.appendBehindCommitter(
        NewEvent(.household(event)), in: .household(Self.neighbours), owner: Identifier(Self.neighbours), at: now)
    }
    copy(round, to: Cast.round(2), of: Identifier(Self.neighbours), store, at: now)
    let path = try ScriptedCommitter(store, founding: [])
    path.loadsOnDemand = true
    let founded = try #require(store.events.first { $0.stream == .household(Self.neighbours) })
    store.damaged = [founded.position]
    path.post(.round(.vote(1, .up), 2))
    path.post(.round(.vote(1, .up), 1))
    path.tick()
    for _ in 0..<20 where path.load() { path.tick() }
    #expect(summaries(path) == ["failed unavailable", "recorded VoteCast"])
  }

  /// The round has an event that this program cannot read, so its state cannot be loaded.
  @Test(arguments: [false, true])
  func repeatedCommandOnUnreadableStreamGetsItsFirstOutcome(isShared: Bool) throws {
    let (store, _, now) = try self.store(isShared: isShared)
    let first = try ScriptedCommitter(store, founding: [])
    let position = try #require(first.send(.round(.vote(1, .up), id: 1))?.recorded).position
    store.appendBehindCommitter(
      NewEvent(type: "FromTheFuture", version: 1, data: Array("{}".utf8)), in: .round(Cast.round(1)),
      owner: Identifier(Cast.household), at: now)
    let path = try ScriptedCommitter(store, founding: [])
    let outcomes = path.send([
      .round(.vote(2, .up), id: 2), .round(.vote(1, .up), id: 1), .round(.vote(1, .up), id: 1, fingerprint: 2),
      .round(.vote(1, .up)),
    ])
    #expect(
      outcomes.map(\.summary) == [
        "failed unreadable", "repeated \(position)", "refused command_id_reused", "failed unreadable",
      ])
  }

  /// More rounds are due than fit into memory. Each is expired as soon as its states are loaded.
  @Test func clockExpiresMoreRoundsThanFitIntoMemory() throws {
    let (store, round, now) = try self.store()
    let count = 300
    for number in 2...count { copy(round, to: Cast.round(number), of: round[0].owner, store, at: now) }
    let size = try ScriptedCommitter(store, founding: []).round().byteCount
    let path = try ScriptedCommitter(store, founding: [], stateMemory: size * 200)
    path.loadsOnDemand = true
    path.now = now.advanced(bySeconds: 30 * Timestamp.secondsPerDay)
    for number in 1...count {
      path.schedule(Cast.round(number), at: now.advanced(bySeconds: 10 * Timestamp.secondsPerDay + Int64(number)))
    }
    path.tick()
    for _ in 0..<30 {
      path.load()
      path.now = Timestamp(microseconds: path.now.microseconds + 1000)
      path.tick()
    }
    #expect(path.clockEvents.count { $0.type == RoundExpired.type } == count)
    #expect(store.streamReads < 2 * count, "each is read about once")
  }

  /// States read from a replaced database must not be used, even if the database was unreachable for a while.
  @Test(arguments: [false, true])
  func statesOfReplacedHistoryAreForgotten(isAwayBetween: Bool) throws {
    func history(_ last: RoundEvent) throws -> ScriptedStore {
      let (store, _, now) = try self.store(isShared: true)
      store.appendBehindCommitter(
        NewEvent(.round(last)), in: .round(Cast.round(1)), owner: Identifier(Cast.household), at: now)
      return store
    }
    let store = try history(.voteCast(VoteCast(memberID: Cast.creator, tmdbMovieID: 1, vote: .up)))
    let right = store.events
    let wrong = try history(
      .expired(RoundExpired(reason: .discarded, discardedBy: Cast.creator, dueAt: nil, attendees: []))
    ).events
    let path = try ScriptedCommitter(store, founding: [])
    path.loadsOnDemand = true
    path.post(.round(.vote(1, .up)))
    path.tick()
    store.replaceEvents(wrong)
    while path.load() { path.tick() }
    _ = path.takeOutcomes()
    path.checkForChanges()
    if isAwayBetween {
      store.readsFail = true
      path.checkForChanges()
      store.readsFail = false
    }
    store.replaceEvents(right)
    path.checkForChanges()
    path.post(.round(.vote(1, .up)))
    path.tick()
    while path.load() { path.tick() }
    #expect(summaries(path) == ["recorded VoteCast"])
  }
}
