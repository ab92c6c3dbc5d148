import Domain
import EventStore
import MovieNightPrimitives

package final class GuideStates: AreaStates {
  package var states: StateCache<Identifier<StreamKind>, GuideState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }

  package func departures(of members: [MemberID], from household: HouseholdState, in states: States)
    throws(NotLoaded) -> (any DepartureEffects)?
  {
    try states.guide(household.id)
  }
}

extension States {
  package func guide(_ id: HouseholdID) throws(NotLoaded) -> GuideState {
    try state(in: GuideStates.self, Identifier(id))
  }
}

extension StreamID {
  /// Returns the stream `guide-<id>`. Its id is the household's.
  public static func guide(_ id: HouseholdID) -> StreamID { StreamID(category: GuideEvent.category, id: id) }
}

/// A guide's command, with the household.
package struct AddressedGuideCommand: AddressedCommand {
  let command: GuideCommand
  package let household: HouseholdID

  package init(_ command: GuideCommand, in household: HouseholdID) {
    self.command = command
    self.household = household
  }

  package var stream: StreamID { .guide(household) }

  /// The members' collections for new settings, which are refused unless a member watches the series.
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] {
    guard command.changes?.hasNewSettings == true else { return [] }
    return try states.household(household).members.map { .collection($0.id) }
  }

  package func decide(on basis: Basis) throws -> Decision {
    let household = try basis.states.household(household)
    let actor = try basis.actor(in: household, allowed: command.canBeSentForManaged)
    guard case .member(let sender, _) = basis.sender else { throw Refusal.memberIsGone }
    let guide = try basis.states.guide(household.id)
    try basis.check(revision: guide.revision)
    let collections = try needed(in: basis.states).map { try basis.states.collection(Identifier($0.id)) }
    return try guide.decide(command, by: sender, for: actor, collections)
  }
}
