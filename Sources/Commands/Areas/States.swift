import Domain
import EventStore
import MovieNightPrimitives

/// The states in memory, on which commands are decided. Functions throw `NotLoaded` for a state not in memory.
///
/// While a group is being decided, the states already contain its events, which the store does not have yet. If the
/// commit fails, the states are rolled back or forgotten, so that no decision is based on unrecorded events.
package final class States {
  private let areas: [(category: String, states: any AreaStates)]

  /// Creates a cache of about `memory` bytes of states. Each area has a share, so areas cannot evict each other's.
  package init(_ areas: CommandAreas, memory: Int) {
    let shares = areas.all.reduce(0) { $0 + $1.share }
    // Half of each share, because `RecentlyUsed` keeps up to twice its capacity.
    self.areas = areas.all.map { ($0.category, $0.init(capacity: memory / 2 / shares * $0.share)) }
  }

  // MARK: Access by area

  @inline(__always)
  package func state<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) throws(NotLoaded) -> Area.State
  {
    try states(of: area).state(id)
  }

  /// Returns the state if it is in memory, without counting this as a use.
  @inline(__always)
  func peek<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) -> Area.State? {
    states(of: area).states.peek(id)
  }

  @inline(__always)
  private func states<Area: AreaStates>(of area: Area.Type) -> Area {
    for (_, states) in areas { if let states = states as? Area { return states } }
    preconditionFailure("\(Area.category) is not among the areas")
  }

  /// Returns the area whose streams have a category; nil for a category that only another server's program knows.
  private func states(inCategory category: String) -> (any AreaStates)? {
    for area in areas where area.category == category { return area.states }
    return nil
  }

  private func requireArea(of stream: StreamID) -> any AreaStates {
    guard let area = states(inCategory: stream.category) else { preconditionFailure("no area decides on \(stream)") }
    return area
  }

  // MARK: Access by stream

  package func holds(_ stream: StreamID) -> Bool { states(inCategory: stream.category)?.revision(of: stream.id) != nil }

  package func revision(of stream: StreamID) throws(NotLoaded) -> Revision {
    guard let known = requireArea(of: stream).revision(of: stream.id) else { throw NotLoaded(stream: stream) }
    return known
  }

  package func install(_ state: any AggregateState, for stream: StreamID) {
    requireArea(of: stream).install(state, for: stream.id)
  }

  /// Applies the events of a decision before they are recorded.
  package func applySpeculatively(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID) {
    requireArea(of: append.stream).applySpeculatively(append, at: time, in: household)
  }

  /// Applies an event that another process recorded, unless the state is not in memory or already contains the event.
  package func follow(_ recorded: RecordedEvent, _ event: Event) {
    states(inCategory: recorded.stream.category)?.follow(recorded, event.domainEvent)
  }

  package func forget(_ stream: StreamID) { states(inCategory: stream.category)?.remove(stream.id) }

  // MARK: All states

  /// Starts a new undo log. `rollBack` then undoes later calls of `applySpeculatively`, but never those of `follow`.
  package func beginUndoLog() { for area in areas { area.states.beginUndoLog() } }

  package func rollBack() { for area in areas { area.states.rollBack() } }

  /// Forgets states not used recently. Call this only between groups, because only states have uncommitted changes.
  package func age() { for area in areas { area.states.age() } }

  package func forgetAll() { for area in areas { area.states.removeAll() } }

  // MARK: Deadlines and departing members

  package func dueAt(_ stream: StreamID) throws(NotLoaded) -> Timestamp? {
    try requireArea(of: stream).dueAt(stream.id, in: self)
  }

  package func due(_ stream: StreamID, at now: Timestamp) throws(NotLoaded) -> DueDecision? {
    try requireArea(of: stream).due(stream.id, at: now, in: self)
  }

  package func note(
    deadlinesChangedBy append: Decision.Append, of household: HouseholdID, _ changedDeadlines: inout Set<StreamID>
  ) throws(NotLoaded) {
    for area in areas { try area.states.note(deadlinesChangedBy: append, of: household, in: self, &changedDeadlines) }
  }

  package func deadlineChecks(after event: RecordedEvent) -> [DeadlineCheck] {
    areas.map { type(of: $0.states).deadlineCheck(after: event) }
  }

  package func streamsWithDeadlines(in household: HouseholdState) -> [StreamID] {
    areas.flatMap { $0.states.streamsWithDeadlines(in: household) }
  }

  func departures(of members: [MemberID], from household: HouseholdState) throws(NotLoaded) -> [any DepartureEffects] {
    var all: [any DepartureEffects] = []
    for area in areas {
      if let effects = try area.states.departures(of: members, from: household, in: self) { all.append(effects) }
    }
    return all
  }
}
