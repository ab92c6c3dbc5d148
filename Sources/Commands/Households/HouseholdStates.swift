import Domain
import EventStore
import MovieNightPrimitives

extension HouseholdState: AggregateState {
  package init(stream id: Identifier<StreamKind>) { self.init(id: Identifier(id)) }

  package mutating func evolve(_ event: HouseholdEvent, at time: Timestamp, in household: HouseholdID) {
    evolve(event, at: time)
  }
}

package final class HouseholdStates: AreaStates {
  package static let textKinds = [PersonalTextKind.householdName, .profile, .tokenLabel]
  package var states: StateCache<Identifier<StreamKind>, HouseholdState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }
}

extension States {
  package func household(_ id: HouseholdID) throws(NotLoaded) -> HouseholdState {
    try state(in: HouseholdStates.self, Identifier(id))
  }

  package func knownHousehold(_ id: HouseholdID) -> HouseholdState? { peek(in: HouseholdStates.self, Identifier(id)) }
}

// MARK: - Commands

/// A household's command, with the household.
package struct AddressedHouseholdCommand: AddressedCommand {
  let command: HouseholdCommand
  package let household: HouseholdID

  package init(_ command: HouseholdCommand, to household: HouseholdID) {
    self.command = command
    self.household = household
  }

  package var stream: StreamID { .household(household) }

  /// The household's streams that have deadlines, because the effects of a departure depend on them.
  package func deadlineStreams(in states: States) throws(NotLoaded) -> [StreamID] {
    states.streamsWithDeadlines(in: try states.household(household))
  }

  /// The library, if the deadline of an awaited round may add a movie to it.
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] {
    try states.household(household).awaitedRounds.isEmpty ? [] : [.library(household)]
  }

  package var endsAccess: Bool {
    switch command {
    case .revokeToken, .revokeInvite, .remove, .leave, .erase: true
    default: false
    }
  }

  package func decide(on basis: Basis) throws -> Decision {
    let household = try basis.states.household(household)
    try household.requireUnrevoked(basis.token)
    try basis.check(revision: household.revision)
    let leaving = household.leaving(by: command, basis.sender)
    let departures = leaving.isEmpty ? [] : try basis.states.departures(of: leaving, from: household)
    let context = HouseholdContext(
      sender: basis.sender, now: basis.now, departures: departures, profile: try profile(basis))
    return try household.decide(command, in: context)
  }

  private func profile(_ basis: Basis) throws(StoreError) -> PersonalText? {
    guard case .updateProfile(let update) = command else { return nil }
    return try basis.text(TextID(update.memberID))
  }
}
