import Domain
import EventStore
import MovieNightPrimitives

extension RoundState: AggregateState {
  package init(stream id: Identifier<StreamKind>) { self.init(id: Identifier(id)) }
}

package final class RoundStates: AreaStates {
  package static let share = 2
  package var states: StateCache<Identifier<StreamKind>, RoundState>

  package init(capacity: Int) { states = StateCache(capacity: capacity) }

  // MARK: Deadlines

  /// The shortest time between an event of a round and its deadline.
  private static let shortestWait = Int64(HouseholdLimits.votingExpiryHours.lowerBound) * Timestamp.secondsPerHour

  package func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp? {
    let round = try states.round(Identifier(id))
    guard let household = round.household else { return nil }
    return round.dueAt(try states.household(household).settings)
  }

  package func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded) -> DueDecision?
  {
    let round = try states.round(Identifier(id))
    guard let household = round.household else { return nil }
    let decision = round.expire(at: now, in: try states.household(household))
    return decision.appends.isEmpty ? nil : DueDecision(household: household, decision: decision)
  }

  /// A round's own events change its deadline. New settings of a household change the deadlines of all its rounds.
  package func note(
    deadlinesChangedBy append: Decision.Append, of household: HouseholdID, in states: States,
    _ changedDeadlines: inout Set<StreamID>
  ) throws(NotLoaded) {
    switch append.stream.category {
    case Self.category: changedDeadlines.insert(append.stream)
    case HouseholdEvent.category where append.events.contains(where: \.setsSettings):
      changedDeadlines.formUnion(streamsWithDeadlines(in: try states.household(household)))
    default: break
    }
  }

  package static func deadlineCheck(after event: RecordedEvent) -> DeadlineCheck {
    switch event.stream.category {
    case category: .stream(event.recordedAt.advanced(bySeconds: shortestWait))
    case HouseholdEvent.category where event.type == HouseholdSettingsSet.type: .household
    default: .nothing
    }
  }

  package func streamsWithDeadlines(in household: HouseholdState) -> [StreamID] {
    household.roundsWithDeadlines.map { .round($0) }
  }

  // MARK: Departing members

  package func departures(of members: [MemberID], from household: HouseholdState, in states: States)
    throws(NotLoaded) -> (any DepartureEffects)?
  {
    var open: [RoundState] = []
    for id in household.roundsWithDeadlines {
      let round = try states.round(id)
      // The household may name another household's round if its events were altered before an import.
      if round.household == household.id { open.append(round) }
    }
    return OpenRounds(rounds: open)
  }
}

extension Event {
  fileprivate var setsSettings: Bool {
    if case HouseholdEvent.settingsSet? = domainEvent as? HouseholdEvent { true } else { false }
  }
}

extension States {
  package func round(_ id: RoundID) throws(NotLoaded) -> RoundState {
    try state(in: RoundStates.self, Identifier(id))
  }
}
