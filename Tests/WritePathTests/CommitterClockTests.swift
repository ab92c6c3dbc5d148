import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// Deadlines in the committer: expiry without commands, and commands at a deadline.
@Suite struct CommitterClockTests {
  private let start = RoundCommand.start(StartRound(movies: Cast.movies(1...2), opensVoting: true))
  private let voting = Cast.evening.advanced(bySeconds: 72 * Timestamp.secondsPerHour)

  private func microsecond(before time: Timestamp) -> Timestamp { Timestamp(microseconds: time.microseconds - 1) }

  @Test func dueRoundExpiresWithoutCommand() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    path.now = microsecond(before: voting)
    path.tick()
    #expect(path.clockEvents.isEmpty)
    path.now = voting
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
    #expect(path.clockEvents.map(\.metadata) == [EventMetadata(), EventMetadata(), EventMetadata()])
    path.tick()
    #expect(path.clockEvents.count == 3)
  }

  @Test func voteMovesDeadline() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    path.now = microsecond(before: voting)
    _ = path.send(.round(.vote(1, .up)))
    path.now = voting.advanced(bySeconds: 60)
    path.tick()
    #expect(path.clockEvents.isEmpty)
    path.now = microsecond(before: voting).advanced(bySeconds: 72 * Timestamp.secondsPerHour)
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
  }

  @Test func overdueSelectedRoundReachesRatedInOneTick() throws {
    let path = try ScriptedCommitter()
    _ = path.send([.round(start), .round(.pick(1), by: Cast.creator), .round(.rate(.loved))])
    path.now = Cast.evening.advanced(bySeconds: 100 * Timestamp.secondsPerDay)
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundWatched", "MovieWatched", "RoundRated", "RoundFinished"])
    #expect(path.store.groups.count == 2)
    #expect(try path.round().stage == .rated)
  }

  @Test func selectedRoundBecomesWatchedThenRatedOnTime() throws {
    let path = try ScriptedCommitter()
    _ = path.send([.round(start), .round(.pick(1), by: Cast.creator), .round(.rate(.loved))])
    path.now = Cast.evening.advanced(bySeconds: 30 * Timestamp.secondsPerDay)
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundWatched", "MovieWatched"])
    path.now = microsecond(before: Cast.evening.advanced(bySeconds: 44 * Timestamp.secondsPerDay))
    path.tick()
    #expect(path.clockEvents.count == 2)
    path.now = Cast.evening.advanced(bySeconds: 44 * Timestamp.secondsPerDay)
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundWatched", "MovieWatched", "RoundRated", "RoundFinished"])
  }

  @Test func commandAtDeadlineSeesNewState() throws {
    // The new committer has not scheduled the round's deadline, because it never saw its events.
    let first = try ScriptedCommitter()
    _ = first.send(.round(start))
    let path = try ScriptedCommitter(first.store, founding: [])
    path.now = microsecond(before: voting)
    #expect(path.send(.round(.vote(1, .up)))?.summary == "recorded VoteCast")
    let second = try ScriptedCommitter(first.store, founding: [])
    second.now = microsecond(before: voting).advanced(bySeconds: 72 * Timestamp.secondsPerHour)
    #expect(second.send(.round(.vote(2, .up)))?.summary == "refused wrong_state")
    #expect(
      second.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"],
      "though the command was refused")
  }

  @Test func startAfterDeadlineOfActiveRoundIsAccepted() throws {
    let first = try ScriptedCommitter()
    _ = first.send(.round(start))
    let path = try ScriptedCommitter(first.store, founding: [])
    path.now = voting
    #expect(path.send(.round(start, 2))?.recorded != nil)
    #expect(try path.round().stage == .expired)
    #expect(try path.round(Cast.round(2)).stage == .open)
  }

  @Test func roundScheduledTooEarlyExpiresOnlyWhenDue() throws {
    let first = try ScriptedCommitter()
    _ = first.send(.round(start))
    let path = try ScriptedCommitter(first.store, founding: [])
    // A deadline may be scheduled too early. The clock then finds nothing due, and schedules the actual deadline.
    path.schedule(Cast.round(1), at: Cast.evening)
    path.tick()
    #expect(path.clockEvents.isEmpty)
    path.now = voting
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
    path.schedule(Cast.round(99), at: Cast.evening)
    path.tick()
    #expect(path.reports.isEmpty, "an unknown round is nothing to do")
  }

  @Test func roundIsReplayedOnlyWhenDue() throws {
    let first = try ScriptedCommitter()
    _ = first.send(.round(start))
    _ = first.send((0..<100).map { .round(.vote(1, $0 % 2 == 0 ? .up : .down)) })
    let path = try ScriptedCommitter(first.store, founding: [])
    let reads = first.store.streamReads
    path.dueTimes = [Cast.round(1): voting]
    path.schedule(Cast.round(1), at: Cast.evening)
    path.schedule(Cast.round(2), at: Cast.evening)
    for time in [Cast.evening, microsecond(before: voting)] {
      path.now = time
      path.tick()
    }
    #expect(first.store.streamReads == reads)
    path.now = voting
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
    #expect(first.store.streamReads > reads, "what is due is decided on its events")
  }

  @Test func rowWithTooEarlyDeadlineExpiresNothing() throws {
    let first = try ScriptedCommitter()
    _ = first.send(.round(start))
    let path = try ScriptedCommitter(first.store, founding: [])
    path.dueTimes = [Cast.round(1): Cast.evening]
    path.schedule(Cast.round(1), at: Cast.evening)
    path.tick()
    #expect(path.clockEvents.isEmpty)
    path.now = voting
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
  }

  @Test func recordedTimeNeverGoesBack() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    path.now = Cast.evening.advanced(bySeconds: -3600)
    let vote = try #require(path.send(.round(.vote(1, .up)))?.recorded)
    #expect(vote.events.map(\.recordedAt) == [Cast.evening])
    let reopened = try ScriptedCommitter(path.store, founding: [])
    reopened.now = Cast.evening.advanced(bySeconds: -3600)
    #expect(reopened.send(.round(.vote(2, .up)))?.recorded?.events.first?.recordedAt == Cast.evening)
  }

  @Test(arguments: ["1970-01-01T00:00:00Z", "2019-12-31T23:59:59Z", "2201-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
  func implausibleTimeRecordsNothing(_ text: String) throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let groups = path.store.groups.count
    path.now = try #require(Timestamp(text: text))
    #expect(path.send(.round(.vote(1, .up)))?.summary == "failed implausibleTime")
    path.tick()
    #expect(path.store.groups.count == groups && path.clockEvents.isEmpty)
    path.now = voting
    #expect(path.send(.round(.vote(1, .up)))?.summary == "refused wrong_state")
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
  }

  @Test(arguments: ["2020-01-01T00:00:00Z", "2200-12-31T23:59:59Z"])
  func limitsOfPlausibleTimeAreAccepted(_ text: String) throws {
    let path = try ScriptedCommitter(founding: [])
    path.now = try #require(Timestamp(text: text))
    let founded = path.send(
      Submission(command: AddressedHouseholdCommand(.leave, to: Cast.household), sender: .administrator))
    #expect(founded?.summary.hasPrefix("refused") == true, "it was decided")
  }

  /// - Parameter isEnded: Whether the import ends regularly. Otherwise it is abandoned.
  @Test(arguments: [false, true])
  func deadlinesPauseDuringImport(isEnded: Bool) throws {
    let store = ScriptedStore()
    _ = try ScriptedCommitter(store).send(.round(.start(StartRound(movies: Cast.movies(1...2), opensVoting: true))))
    let path = try ScriptedCommitter(store, founding: [])
    path.now = path.now.advanced(bySeconds: 365 * Timestamp.secondsPerDay)
    try path.importNothing(more: true)
    // This deadline was scheduled before the import, but arrives late.
    path.schedule(Cast.round(1), at: Timestamp(microseconds: 0))
    path.tick()
    path.now = path.now.advanced(bySeconds: 59)
    path.tick()
    #expect(path.clockEvents.isEmpty)
    if isEnded { try path.importNothing(more: false) } else { path.now = path.now.advanced(bySeconds: 1) }
    path.tick()
    #expect(path.clockEvents.contains { $0.type == RoundExpired.type })
  }

  /// The clock must not sleep until the deadline that the old settings gave.
  @Test func shorterSettingsMoveDeadlineOfWaitingRound() throws {
    let path = try ScriptedCommitter()
    #expect(path.send(.round(.start(StartRound(movies: Cast.movies(1...2)))))?.recorded != nil)
    let shorter = Submission(
      command: AddressedHouseholdCommand(.update(HouseholdUpdate(votingExpiryHours: 1)), to: Cast.household),
      sender: .member(Cast.creator))
    #expect(path.send(shorter)?.summary == "recorded HouseholdSettingsSet")
    path.now = Cast.evening.advanced(bySeconds: Timestamp.secondsPerHour)
    path.tick()
    #expect(path.clockEvents.map(\.type) == ["RoundExpired", "ActiveRoundEnded", "RoundFinished"])
  }

  /// Deadlines that have passed take effect before the departure is decided.
  @Test func dueRoundExpiresBeforeDepartureIsDecided() throws {
    let path = try ScriptedCommitter()
    let start = StartRound(movies: Cast.movies(1...2), opensVoting: true)
    #expect(path.send(.round(.start(start)))?.recorded != nil)
    path.now = Cast.evening.advanced(bySeconds: 72 * Timestamp.secondsPerHour)
    let leave = Submission(
      command: AddressedHouseholdCommand(.leave, to: Cast.household), sender: .member(Cast.outsider))
    #expect(path.send(leave)?.summary == "recorded MemberLeft")
    #expect(try path.round().stage == .expired)
  }
}
