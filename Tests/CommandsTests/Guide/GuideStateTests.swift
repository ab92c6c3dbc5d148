import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport

/// The state of a guide, and commands on it with their streams.
@Suite struct GuideStateTests {
  /// Returns a night with all kinds of events in the guide, which is empty in the end.
  private func night() -> Night {
    var night = Night()
    night.send(.add(Cast.newSeries(1)))
    night.send(.set(1) { ($0.serviceID, $0.bufferDays, $0.isHidden) = (8, 7, true) })
    for number in 1...3 { night.send(.remind(number, of: number)) }
    night.send(.setReminder(Cast.reminder(4, of: 2, daysBefore: 5)))
    for number in 1...3 { night.send(.removeReminder(Cast.reminder(number, of: number).id)) }
    night.send(.set(1) { ($0.cleared, $0.isHidden) = ([.serviceID, .bufferDays], false) })
    return night
  }

  private func events(_ night: Night) -> [GuideEvent] { night.log.compactMap { $0.event.domainEvent as? GuideEvent } }

  @Test func replayedEventsGiveSameState() throws {
    let night = night()
    var copy = Night(founding: [])
    for entry in night.log { try copy.replay(entry) }
    #expect(copy.hasSameStates(as: night) && copy.guide.revision == 10)
  }

  @Test func emptiedStateHoldsNothing() {
    let (state, empty) = (night().guide, GuideState(household: Cast.household))
    #expect(state.shows.isEmpty && state.reminders.isEmpty && state.byteCount == empty.byteCount)
  }

  /// An altered import must not crash a server.
  @Test func eventsInAnyOrderAreFolded() {
    let seed = TestSeed.current
    var random = SeededGenerator(seed: seed)
    let events = events(night())
    let empty = GuideState(household: Cast.household)
    for _ in 0..<50 {
      var state = empty
      for event in events.shuffled(using: &random) {
        state.evolve(event, at: Cast.evening, in: Cast.household)
        #expect(state.byteCount >= empty.byteCount, "seed \(seed)")
      }
    }
  }

  // MARK: Commands with their streams

  private func basis(_ states: States, _ sender: Sender, _ expectedRevision: Revision? = nil) -> Basis {
    Basis(
      states: states, sender: sender, token: nil, expectedRevision: expectedRevision, now: Cast.evening,
      text: { _ in nil })
  }

  @Test func onlyNewSettingsNeedCollections() throws {
    let night = night()
    let states = States(.current, memory: 1 << 20)
    states.install(night.household, for: .household(Cast.household))
    states.install(night.guide, for: .guide(Cast.household))
    func needed(_ command: GuideCommand) throws -> [StreamID] {
      try AddressedGuideCommand(command, in: Cast.household).needed(in: states)
    }
    let everyone = night.household.members.map { StreamID.collection($0.id) }
    #expect(try needed(.set(1) { $0.bufferDays = 1 }) == everyone)
    for command in [
      .set(1) { $0.cleared = [.serviceID] }, .hide(1), .remind(1, of: 1), .removeReminder(Cast.reminder(1, of: 1).id),
    ] as [GuideCommand] {
      #expect(try needed(command).isEmpty)
    }
    let command = AddressedGuideCommand(.hide(1), in: Cast.household)
    #expect(throws: Refusal.wrongRevision) { try command.decide(on: basis(states, .member(Cast.ann), 0)) }
    #expect(throws: Refusal.memberIsGone) { try command.decide(on: basis(states, .administrator)) }
    let decision = try command.decide(on: basis(states, .member(Cast.ann), night.guide.revision))
    #expect(decision.appends.map(\.stream) == [.guide(Cast.household)])
    let settings = AddressedGuideCommand(.set(1) { $0.bufferDays = 1 }, in: Cast.household)
    #expect(throws: NotLoaded.self) { try settings.decide(on: basis(states, .member(Cast.ann))) }
    for member in night.household.members {
      states.install(night.collection(member.id), for: .collection(member.id))
    }
    #expect(try settings.decide(on: basis(states, .member(Cast.ann))).appends.count == 1)
  }
}
