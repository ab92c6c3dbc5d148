import Commands
import Domain
import EventStore
import Primitives

/// The states that decisions rest on, filled by replay and kept in memory.
///
/// While a group is decided, they are ahead of the store by that group. If its commit fails they are taken back or
/// forgotten, so that nothing counts that was not recorded.
final class States {
  private let streams: StreamReplay
  private let areas: [(category: String, states: any AreaStates)]

  /// - Parameter capacity: how many states of each area are kept in memory; as many as it says where nil.
  init(_ areas: CommandAreas, store: any EventStore, schema: EventSchema, capacity: Int? = nil) {
    streams = StreamReplay(store: store, schema: schema)
    self.areas = areas.all.map { ($0.category, $0.init(capacity: capacity ?? $0.capacity)) }
  }

  // MARK: Areas

  /// The state of an area's stream, by a replay where it is not in memory.
  @inline(__always)
  func state<Area: AreaStates>(in area: Area.Type, _ id: Identifier<StreamKind>) throws(ReplayError) -> Area.State {
    try of(area).state(id, streams)
  }

  /// The same, where it is in memory.
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
  func holds(_ stream: StreamID) -> Bool { of(stream.category)?.revision(of: stream.id) != nil }

  /// Loads the stream's state where it is not in memory.
  func replay(_ stream: StreamID) throws(ReplayError) { try requireArea(of: stream).replay(stream.id, streams) }

  func revision(of stream: StreamID) throws(ReplayError) -> Revision {
    let area = requireArea(of: stream)
    if let known = area.revision(of: stream.id) { return known }
    try area.replay(stream.id, streams)
    return area.revision(of: stream.id) ?? noRevision
  }

  /// Folds what a decision leads to.
  func runAhead(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID) {
    requireArea(of: append.stream).runAhead(append, at: time, in: household)
  }

  /// Takes in an event that another process recorded. A state that is not in memory is not loaded for it, and one that
  /// has the event already stays as it is.
  func follow(_ recorded: RecordedEvent) {
    guard let area = of(recorded.stream.category), area.revision(of: recorded.stream.id) != nil else { return }
    do throws(EventError) {
      let event = try streams.schema.decode(
        type: recorded.type, version: recorded.version, data: recorded.data)
      area.follow(recorded, event.fact)
    } catch {
      // Whoever needs the stream replays it, and is told which event it is.
      area.remove(recorded.stream.id)
    }
  }

  /// Forgets a stream that cannot be followed.
  func forget(_ stream: StreamID) { of(stream.category)?.remove(stream.id) }

  // MARK: All

  /// From now on `takeBack` can undo what `runAhead` does. What `follow` does is never undone.
  func beginNoting() { for area in areas { area.states.beginNoting() } }

  /// Undoes what `runAhead` did since `beginNoting`.
  func takeBack() { for area in areas { area.states.takeBack() } }

  /// Whether there are so many that some should be forgotten.
  var areMany: Bool { areas.contains { $0.states.areMany } }

  /// Forgets what was not used for long. Only between groups: before its commit, what a group has changed stands nowhere
  /// else.
  func age() { for area in areas { area.states.age() } }

  func forgetAll() { for area in areas { area.states.removeAll() } }

  // MARK: The clock and members

  /// Whether `dueAt` needs no replay.
  func knowsDueTime(of stream: StreamID) -> Bool { requireArea(of: stream).knowsDueTime(of: stream.id, in: self) }

  /// When the clock has to look at a stream again; nil where it never has.
  func dueAt(_ stream: StreamID) throws(ReplayError) -> Timestamp? {
    try requireArea(of: stream).dueAt(stream.id, in: self)
  }

  /// What is due in a stream; nil where nothing is.
  func due(_ stream: StreamID, at now: Timestamp) throws(ReplayError) -> DueDecision? {
    try requireArea(of: stream).due(stream.id, at: now, in: self)
  }

  /// The streams whose due times are new after an append.
  func moved(by append: Decision.Append, of household: HouseholdID) throws(ReplayError) -> [StreamID] {
    var moved: [StreamID] = []
    for area in areas { moved += try area.states.moved(by: append, of: household, in: self) }
    return moved
  }

  /// What to look at after an event of another server, by area.
  func looks(after event: RecordedEvent) -> [Look] { areas.map { type(of: $0.states).look(after: event) } }

  /// The streams of a household that the clock looks at.
  func waiting(in household: HouseholdState) -> [StreamID] { areas.flatMap { $0.states.waiting(in: household) } }

  /// What a member's going will change.
  func departures(from household: HouseholdState) throws(ReplayError) -> [any DepartureEffects] {
    var all: [any DepartureEffects] = []
    for area in areas {
      if let effects = try area.states.departures(from: household, in: self) { all.append(effects) }
    }
    return all
  }
}

/// Reads a stream from its first event on.
struct StreamReplay {
  let store: any EventStore
  let schema: EventSchema

  private static let pageSize = 1000

  func replay(_ stream: StreamID, _ fold: (any AreaEvent, RecordedEvent) -> Void) throws(ReplayError) {
    var next: Revision = 0
    while true {
      let page: [RecordedEvent]
      do throws(StoreError) {
        page = try store.read(stream, from: next, limit: Self.pageSize)
      } catch {
        throw .store(error)
      }
      for recorded in page {
        do throws(EventError) {
          fold(try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data).fact, recorded)
        } catch {
          throw .unreadable(position: recorded.position, error)
        }
      }
      guard page.count == Self.pageSize else { return }
      next += page.count
    }
  }
}

/// Why a state could not be made from its stream.
public enum ReplayError: Error, Sendable, CustomStringConvertible {
  case store(StoreError)
  case unreadable(position: Position, EventError)

  public var description: String {
    switch self {
    case .store(let error): error.description
    case .unreadable(let position, let error): "the event at position \(position) cannot be read: \(error)"
    }
  }
}
