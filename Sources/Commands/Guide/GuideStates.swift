import Domain
import EventStore
import MovieNightPrimitives

package final class GuideStates: AreaStates {
  package var states: StateCache<Identifier<StreamKind>, GuideState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }

  package func departures(of members: [MemberID], from household: HouseholdState, in states: States)
    throws(NotLoaded) -> (any DepartureEffects)?
  {
    GuideDepartures(guide: try states.guide(household.id))
  }
}

/// Ends the reminders of members who leave, and what they hide.
struct GuideDepartures: DepartureEffects {
  let guide: GuideState

  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision {
    guide.departed(id)
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

// MARK: - Commands

/// A guide's command, with the household.
package struct AddressedGuideCommand: AddressedCommand {
  let command: GuideCommand
  package let household: HouseholdID

  package init(_ command: GuideCommand, in household: HouseholdID) {
    self.command = command
    self.household = household
  }

  package var stream: StreamID { .guide(household) }

  /// The members' collections, if the command changes the household's settings. It is then refused unless a member
  /// watches the series.
  package func needed(in states: States) throws(NotLoaded) -> [StreamID] {
    guard command.changesSettings else { return [] }
    return try states.household(household).members.map { .collection($0.id) }
  }

  package func decide(on basis: Basis) throws -> Decision {
    let household = try basis.states.household(household)
    let actor = try basis.actor(in: household, allowed: !command.changesSettings)
    guard case .member(let sender, _) = basis.sender else { throw Refusal.memberIsGone }
    let guide = try basis.states.guide(household.id)
    try basis.check(revision: guide.revision)
    var collections: [CollectionState] = []
    for stream in try needed(in: basis.states) {
      collections.append(try basis.states.collection(Identifier(stream.id)))
    }
    return try guide.decide(command, in: GuideContext(sender: sender, actor: actor, collections: collections))
  }
}
