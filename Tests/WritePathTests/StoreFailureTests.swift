import Domain
import EventStore
import MovieNightPrimitives
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

/// The committer's behavior when the store fails.
@Suite struct StoreFailureTests {
  private let start = RoundCommand.start(StartRound(movies: Cast.movies(1...2), opensVoting: true))

  @Test func unavailableStoreChangesNothing() throws {
    let path = try ScriptedCommitter()
    path.store.faults = [.unavailable]
    let before = path.store.events
    #expect(
      path.send([.round(start, id: 1), .round(.vote(1, .up))]).map(\.summary) == [
        "failed unavailable", "failed unavailable",
      ])
    #expect(path.store.events == before && path.reports.count == 1 && path.store.reopenings == 0)
    // The speculatively applied states are rolled back, so there is no round to vote in.
    #expect(path.send(.round(.vote(1, .up)))?.summary == "refused unknown_round")
    #expect(path.send(.round(start, id: 1))?.recorded != nil)
    #expect(path.send(.round(.vote(1, .up)))?.summary == "recorded VoteCast")
  }

  @Test func failureLastsUntilNextSuccessfulCommit() throws {
    let path = try ScriptedCommitter()
    #expect(!path.isFailing)
    path.store.faults = [.unavailable]
    _ = path.send(.round(start))
    #expect(path.isFailing)
    #expect(path.send(.round(.vote(1, .up)))?.summary == "refused unknown_round")
    #expect(path.isFailing, "a refusal writes nothing")
    #expect(path.send(.round(start))?.recorded != nil)
    #expect(!path.isFailing)
  }

  @Test func failureExpiresAfterTenSeconds() throws {
    let path = try ScriptedCommitter()
    path.store.faults = [.outcomeUnknown(isRecorded: false)]
    path.store.reopenFaults = 1
    _ = path.send(.round(start))
    path.now = path.now.advanced(bySeconds: 9)
    #expect(path.isFailing)
    // The idle committer tries to reopen the store, and fails once more.
    path.tick()
    path.now = path.now.advanced(bySeconds: 9)
    #expect(path.isFailing)
    #expect(path.failure?.since == Cast.evening && path.failure?.error.code == .unavailable, "the last error")
    path.tick()
    #expect(path.reopenings == 1)
    path.now = path.now.advanced(bySeconds: 1)
    #expect(!path.isFailing)
  }

  @Test func clockSetBackEndsFailure() throws {
    let path = try ScriptedCommitter()
    path.store.faults = [.unavailable]
    _ = path.send(.round(start))
    path.now = path.now.advanced(bySeconds: -3600)
    #expect(!path.isFailing)
  }

  @Test func refusalBasedOnUnrecordedEventsIsWithheld() throws {
    let path = try ScriptedCommitter()
    // Send commands to both rounds first. The committer then knows that the rounds do not exist, so both starts go into
    // one group.
    for round in 1...2 { _ = path.send(.round(.vote(1, .up), round)) }
    path.store.faults = [.unavailable]
    let outcomes = path.send([.round(start, 1), .round(start, 2, by: Cast.starter)])
    #expect(outcomes.map(\.summary) == ["failed unavailable", "failed unavailable"])
    #expect(path.send(.round(start, 2, by: Cast.starter))?.recorded != nil)
  }

  @Test(arguments: [true, false])
  func resendAfterUnknownOutcomeIsRecordedOnce(isRecorded: Bool) throws {
    let path = try ScriptedCommitter()
    path.store.faults = [.outcomeUnknown(isRecorded: isRecorded)]
    let outcomes = path.send([.round(start, id: 1), .round(.vote(1, .up), id: 2), .round(.vote(9, .up), id: 3)])
    #expect(
      outcomes.map(\.summary) == ["failed outcomeUnknown", "failed outcomeUnknown", "failed unavailable"])
    #expect(path.reopenings == 0, "nothing is read anew before it is needed")
    let again = path.send([.round(start, id: 1), .round(.vote(1, .up), id: 2)])
    #expect(path.store.reopenings == 1 && path.reopenings == 1)
    let expected =
      isRecorded
      ? ["repeated 12", "repeated 13"]
      : ["recorded RoundDrafted MovieSuggested MovieSuggested VotingOpened ActiveRoundStarted", "recorded VoteCast"]
    #expect(again.map(\.summary) == expected)
    #expect(path.store.events.count == 13)
    #expect(path.send(.round(.vote(2, .up)))?.recorded?.position == 14)
  }

  @Test func commandsFailUntilStoreIsReopened() throws {
    let path = try ScriptedCommitter()
    path.store.faults = [.outcomeUnknown(isRecorded: false)]
    path.store.reopenFaults = 2
    _ = path.send(.round(start))
    for _ in 0..<2 { #expect(path.send(.round(start))?.summary == "failed unavailable") }
    #expect(path.store.groups == [1] && path.reopenings == 0)
    #expect(path.send(.round(start))?.recorded != nil)
    #expect(path.store.reopenings == 3 && path.reopenings == 1 && path.store.groups == [1, 1])
  }

  @Test func eventsOfOtherWriterAreDetectedAndReread() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    let event = RoundEvent.votingClosed(VotingClosed(closedBy: nil, attendees: [Cast.ann]))
    path.store.appendBehindCommitter(
      NewEvent(.round(event)), in: .round(Cast.round(1)), owner: Identifier(Cast.household), at: Cast.evening)
    #expect(path.send(.round(.vote(1, .up)))?.summary == "failed unavailable")
    #expect(path.send(.round(.vote(1, .up)))?.summary == "refused voting_closed", "not an_attendee any more")
  }

  @Test func failedReadsAreAnsweredAsUnavailable() throws {
    let path = try ScriptedCommitter()
    path.store.readsFail = true
    #expect(
      path.send([.round(start), .round(start, id: 1)]).map(\.summary) == ["failed unavailable", "failed unavailable"])
    path.store.readsFail = false
    #expect(path.send(.round(start, id: 1))?.recorded != nil)
  }

  @Test func unreadableStreamFailsOnlyItsOwnCommands() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    path.store.appendBehindCommitter(
      NewEvent(type: "MovieEaten", version: 1, data: Array("{}".utf8)), in: .round(Cast.round(7)),
      owner: Identifier(Cast.household), at: Cast.evening)
    let outcomes = path.send([.round(.vote(1, .up), 7), .round(.vote(1, .up))])
    #expect(outcomes.map(\.summary) == ["failed unreadable", "recorded VoteCast"])
  }

  @Test func clockRetriesFailedCommitAfterTenSeconds() throws {
    let path = try ScriptedCommitter()
    _ = path.send(.round(start))
    path.now = Cast.evening.advanced(bySeconds: 72 * Timestamp.secondsPerHour)
    path.store.faults = [.unavailable, .unavailable]
    path.tick()
    path.tick()
    #expect(path.store.groups == [1, 1], "not at once")
    path.now = path.now.advanced(bySeconds: 10)
    path.tick()
    path.now = path.now.advanced(bySeconds: 10)
    path.tick()
    #expect(path.store.groups == [1, 1, 1, 1])
    #expect(try path.round().stage == .expired && path.reports.count == 2)
  }
}
