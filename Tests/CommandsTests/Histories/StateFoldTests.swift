import Domain
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport

/// States fold any event in any order, because an altered import must not crash a server.
@Suite struct StateFoldTests {
  @Test func eventsInAnyOrderAreFolded() {
    let seed = TestSeed.current
    var random = SeededGenerator(seed: seed)
    var events: [Event] = []
    for number in 0..<200 {
      var generator = StepGenerator(seed: seed &+ UInt64(number))
      events += SequenceRun.events(of: generator.sequence())
    }
    var household = HouseholdState(id: Cast.household)
    var library = LibraryState()
    var round = RoundState(id: Cast.round(1))
    for (index, event) in events.shuffled(using: &random).enumerated() {
      let time = Timestamp(microseconds: Int64(index) * 1_000_000_000)
      switch event.domainEvent {
      case let event as HouseholdEvent: household.evolve(event, at: time)
      case let event as LibraryEvent: library.evolve(event, at: time)
      case let event as RoundEvent: round.evolve(event, at: time, in: Cast.household)
      default: Issue.record("an event of another area: \(event)")
      }
      #expect(household.byteCount > 0 && library.byteCount > 0 && round.byteCount > 0)
    }
    #expect(round.revision > 1000, "seed \(seed)")
  }

  @Test func eventThatCannotFollowIsNotAdmitted() {
    var round = RoundState(id: Cast.round(1))
    let drafted = RoundEvent.drafted(RoundDrafted(startedBy: Cast.ann, attendees: .everyone))
    let opened = RoundEvent.votingOpened(VotingOpened(openedBy: Cast.ann))
    #expect(round.admits(drafted) && !round.admits(opened))
    round.evolve(drafted, at: Cast.evening, in: Cast.household)
    #expect(!round.admits(drafted) && round.admits(opened))
    round.evolve(opened, at: Cast.evening, in: Cast.household)
    #expect(!round.admits(opened))
  }

  @Test func noRoomIsLeftAfterLastPosition() {
    var round = RoundState(id: Cast.round(1))
    round.evolve(
      .movieProposed(
        MovieProposed(
          movie: Movie(tmdbMovieID: 1, title: "Last", year: 1999), position: RoundLimits.positions.upperBound,
          proposedBy: Cast.ann)), at: Cast.evening, in: Cast.household)
    #expect(round.room == 0)
  }
}
