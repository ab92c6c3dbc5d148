import Domain
import EventStore
import MovieNightPrimitives

/// The states in memory that commands are decided on. A missing one is thrown as `NotLoaded`.
///
/// While a group is decided, they are ahead of the store by that group. If its commit fails they are rolled back or
/// forgotten, so that nothing counts that was not recorded.
package final class States {
  private let areas: [(category: String, states: any AreaStates)]

  /// Keeps about `memory` bytes of states. Each area has its own share, so that its states cannot evict those of other areas.
  package init(_ areas: CommandAreas, memory: Int) {
    let shares = areas.all.reduce(0) { $0 + $1.share }
    // `RecentlyUsed` keeps up to twice its capacity.
    self.areas = areas.all.map { ($0.category, $0.init(capacity: memory / 2 / shares * $0.share)) }
  }

  // MARK: Areas

  @inline(__always)
  package func state<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) throws(NotLoaded) -> Area.State
  {
    try of(area).state(id)
  }

  /// The state if it is in memory; does not count as a use.
  @inline(__always)
  func known<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) -> Area.State? {
    of(area).states.peek(id)
  }

  @inline(__always)
  private func of<Area: AreaStates>(_ area: Area.Type) -> Area {
    for (_, states) in areas { if let states = states as? Area { return states } }
    preconditionFailure("\(Area.category) is not among the areas")
  }

  /// The area whose streams are of a category; nil for one of another server that this program does not know.
  private func of(_ category: String) -> (any AreaStates)? {
    for area in areas where area.category == category { return area.states }
    return nil
  }

  private func requireArea(of stream: StreamID) -> any AreaStates {
    guard let area = of(stream.category) else { preconditionFailure("no area decides on \(stream)") }
    return area
  }

  // MARK: Streams

  package func holds(_ stream: StreamID) -> Bool { of(stream.category)?.revision(of: stream.id) != nil }

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

  /// Applies an event that another process recorded, unless the state is not in memory or has the event already.
  package func follow(_ recorded: RecordedEvent, _ event: Event) {
    of(recorded.stream.category)?.follow(recorded, event.domainEvent)
  }

  package func forget(_ stream: StreamID) { of(stream.category)?.remove(stream.id) }

  // MARK: All

  /// Lets `rollBack` undo later calls of `applySpeculatively`. It never undoes `follow`.
  package func beginUndoLog() { for area in areas { area.states.beginUndoLog() } }

  package func rollBack() { for area in areas { area.states.rollBack() } }

  /// Forgets what was not used for long. Only between groups: until a group is committed, its changes are nowhere else.
  package func age() { for area in areas { area.states.age() } }

  package func forgetAll() { for area in areas { area.states.removeAll() } }

  // MARK: The clock and members

  package func dueAt(_ stream: StreamID) throws(NotLoaded) -> Timestamp? {
    try requireArea(of: stream).dueAt(stream.id, in: self)
  }

  package func due(_ stream: StreamID, at now: Timestamp) throws(NotLoaded) -> DueDecision? {
    try requireArea(of: stream).due(stream.id, at: now, in: self)
  }

  package func note(
    movedBy append: Decision.Append, of household: HouseholdID, _ moved: inout Set<StreamID>
  ) throws(NotLoaded) {
    for area in areas { try area.states.note(movedBy: append, of: household, in: self, &moved) }
  }

  package func deadlineChecks(after event: RecordedEvent) -> [DeadlineCheck] {
    areas.map { type(of: $0.states).deadlineCheck(after: event) }
  }

  package func waiting(in household: HouseholdState) -> [StreamID] {
    areas.flatMap { $0.states.waiting(in: household) }
  }

  func departures(of members: [MemberID], from household: HouseholdState) throws(NotLoaded) -> [any DepartureEffects] {
    var all: [any DepartureEffects] = []
    for area in areas {
      if let effects = try area.states.departures(of: members, from: household, in: self) { all.append(effects) }
    }
    return all
  }
}
