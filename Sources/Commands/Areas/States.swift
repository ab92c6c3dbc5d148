import Domain
import EventStore
import MovieNightPrimitives

/// The states that decisions rest on, as far as they are in memory. What is not there is thrown as `NotLoaded`.
///
/// While a group is decided, they are ahead of the store by that group. If its commit fails they are taken back or
/// forgotten, so that nothing counts that was not recorded.
package final class States {
  private let areas: [(category: String, states: any AreaStates)]

  /// - Parameter memory: About how many bytes the states of all areas may take together. Each area has its share, so
  ///   that one area's states do not push out another's.
  package init(_ areas: CommandAreas, memory: Int) {
    let shares = areas.all.reduce(0) { $0 + $1.share }
    // A cache keeps up to twice its capacity (`RecentlyUsed`).
    self.areas = areas.all.map { ($0.category, $0.init(capacity: memory / 2 / shares * $0.share)) }
  }

  // MARK: Areas

  /// The state of an area's stream.
  @inline(__always)
  package func state<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) throws(NotLoaded) -> Area.State
  {
    try of(area).state(id)
  }

  /// The same, where it is in memory; it is not kept longer for that.
  @inline(__always)
  func known<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) -> Area.State? {
    of(area).states.peek(id)
  }

  @inline(__always)
  private func of<Area: AreaStates>(_ area: Area.Type) -> Area {
    for (_, states) in areas { if let states = states as? Area { return states } }
    preconditionFailure("\(Area.category) is not among the areas")
  }

  /// The area whose streams are of a category. Another server's may be of one that this program does not know.
  private func of(_ category: String) -> (any AreaStates)? {
    for area in areas where area.category == category { return area.states }
    return nil
  }

  private func requireArea(of stream: StreamID) -> any AreaStates {
    guard let area = of(stream.category) else { preconditionFailure("no area decides on \(stream)") }
    return area
  }

  // MARK: Streams

  /// Whether the stream's state is in memory.
  package func holds(_ stream: StreamID) -> Bool { of(stream.category)?.revision(of: stream.id) != nil }

  package func revision(of stream: StreamID) throws(NotLoaded) -> Revision {
    guard let known = requireArea(of: stream).revision(of: stream.id) else { throw NotLoaded(stream: stream) }
    return known
  }

  /// Puts in a state that was loaded.
  package func install(_ state: any AggregateState, for stream: StreamID) {
    requireArea(of: stream).install(state, for: stream.id)
  }

  /// Folds what a decision leads to.
  package func runAhead(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID) {
    requireArea(of: append.stream).runAhead(append, at: time, in: household)
  }

  /// Takes in an event that another process recorded. A state that is not in memory stays away; one that has the event
  /// already stays as it is.
  package func follow(_ recorded: RecordedEvent, _ event: Event) {
    of(recorded.stream.category)?.follow(recorded, event.fact)
  }

  /// Forgets a stream that cannot be followed.
  package func forget(_ stream: StreamID) { of(stream.category)?.remove(stream.id) }

  // MARK: All

  /// From now on `takeBack` can undo what `runAhead` does. What `follow` does is never undone.
  package func beginNoting() { for area in areas { area.states.beginNoting() } }

  /// Undoes what `runAhead` did since `beginNoting`.
  package func takeBack() { for area in areas { area.states.takeBack() } }

  /// Forgets what was not used for long. Only between groups: before its commit, what a group has changed is nowhere
  /// else.
  package func age() { for area in areas { area.states.age() } }

  /// Forgets all of them.
  package func forgetAll() { for area in areas { area.states.removeAll() } }

  // MARK: The clock and members

  /// When the clock has to look at a stream again; nil where it never has.
  package func dueAt(_ stream: StreamID) throws(NotLoaded) -> Timestamp? {
    try requireArea(of: stream).dueAt(stream.id, in: self)
  }

  /// What is due in a stream; nil where nothing is.
  package func due(_ stream: StreamID, at now: Timestamp) throws(NotLoaded) -> DueDecision? {
    try requireArea(of: stream).due(stream.id, at: now, in: self)
  }

  /// Puts in the streams whose due times are new after an append.
  package func note(
    movedBy append: Decision.Append, of household: HouseholdID, _ moved: inout Set<StreamID>
  ) throws(NotLoaded) {
    for area in areas { try area.states.note(movedBy: append, of: household, in: self, &moved) }
  }

  /// What to look at after an event of another server, by area.
  package func looks(after event: RecordedEvent) -> [Look] { areas.map { type(of: $0.states).look(after: event) } }

  /// The streams of a household that the clock looks at.
  package func waiting(in household: HouseholdState) -> [StreamID] {
    areas.flatMap { $0.states.waiting(in: household) }
  }

  /// What the going of members will change.
  func departures(of members: [MemberID], from household: HouseholdState) throws(NotLoaded) -> [any DepartureEffects] {
    var all: [any DepartureEffects] = []
    for area in areas {
      if let effects = try area.states.departures(of: members, from: household, in: self) { all.append(effects) }
    }
    return all
  }
}
