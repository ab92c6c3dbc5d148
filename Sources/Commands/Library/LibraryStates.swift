import Domain
import EventStore
import MovieNightPrimitives

extension LibraryState: AggregateState {
  package init(stream id: Identifier<StreamKind>) { self.init() }

  package mutating func evolve(_ event: LibraryEvent, at time: Timestamp, in household: HouseholdID) {
    evolve(event, at: time)
  }
}

package final class LibraryStates: AreaStates {
  package var states: StateCache<Identifier<StreamKind>, LibraryState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }
}

extension States {
  package func library(_ id: HouseholdID) throws(NotLoaded) -> LibraryState {
    try state(in: LibraryStates.self, Identifier(id))
  }
}

// MARK: - Commands

/// A library's command, with the household.
package struct AddressedLibraryCommand: AddressedCommand {
  let command: LibraryCommand
  package let household: HouseholdID

  package init(_ command: LibraryCommand, to household: HouseholdID) {
    self.command = command
    self.household = household
  }

  package var stream: StreamID { .library(household) }

  /// The household's streams that have deadlines, because the effect of a mark depends on them.
  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] {
    states.streamsWithDeadlines(in: try states.household(household))
  }

  package func decide(on basis: Basis) throws -> Decision {
    let states = basis.states
    let household = try states.household(household)
    let actor = try basis.actor(in: household, allowed: true)
    var awaited: [RoundState] = []
    for id in household.awaitedRounds { awaited.append(try states.round(id)) }
    let context = LibraryContext(household: household, awaitedRounds: awaited, actor: actor, now: basis.now)
    let library = try states.library(household.id)
    try basis.check(revision: library.revision)
    return try library.decide(command, in: context)
  }
}
