import Domain
import MovieNightPrimitives

/// The rounds of a household that are not over, and the effects of departing members on them.
struct OpenRounds: DepartureEffects {
  var rounds: [RoundState]

  mutating func memberLeft(_ id: MemberID, from household: inout HouseholdState, at now: Timestamp) -> Decision {
    var all = Decision()
    for index in rounds.indices {
      let decision = rounds[index].memberLeft(id, in: household)
      for event in decision.appends.flatMap(\.events) {
        if let event = event.domainEvent as? HouseholdEvent { household.evolve(event, at: now) }
        if let event = event.domainEvent as? RoundEvent { rounds[index].evolve(event, at: now, in: household.id) }
      }
      all.add(decision)
    }
    return all
  }
}
