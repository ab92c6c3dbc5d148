import Commands
import Domain
import EventStore
import Primitives

/// What deciders know of one stream: the fold of its events.
protocol AggregateState: Sendable {
  associatedtype Fact: AreaEvent

  /// Before its first event.
  init(stream id: Identifier<StreamKind>)
  /// Of the last event that is in; `noRevision` before the first.
  var revision: Revision { get }
  /// About how many bytes it takes in memory. Asked before and after every event, so nothing is walked over for it but
  /// what has a limit.
  var byteCount: Int { get }
  /// Takes in the next event, which happened at `time` in a stream of `household`. Any event can follow any other.
  mutating func evolve(_ fact: Fact, at time: Timestamp, in household: HouseholdID)
  /// Whether `fact` can follow in a history that was recorded by deciders.
  func admits(_ fact: Fact) -> Bool
}

extension AggregateState {
  func admits(_ fact: Fact) -> Bool { true }
}

/// A state that something rests on is not in memory. Nothing was done: it is loaded, and then done again.
struct NotLoaded: Error {
  let stream: StreamID
}

/// The states of an area's streams that are in memory, and what the clock and a member's going mean for them.
///
/// Each area has a class of its own, which is not generic: only so are its folds compiled for its own state. What is
/// required here has its one implementation below; it is required so that it is compiled for each area.
protocol AreaStates: AnyObject, SendableMetatype {
  associatedtype State: AggregateState

  /// Its share of the memory for states, beside the shares of the other areas.
  static var share: Int { get }
  /// - Parameter capacity: how many bytes of states are kept in memory; at most about twice as many are.
  init(capacity: Int)
  var states: StateCache<Identifier<StreamKind>, State> { get set }

  /// The state before the first event.
  static func newState(_ id: Identifier<StreamKind>) -> any AggregateState
  /// The state as its events give it. Of any thread.
  static func replay(_ id: Identifier<StreamKind>, _ streams: StreamReplay) throws(ReplayError) -> any AggregateState
  func install(_ state: any AggregateState, for id: Identifier<StreamKind>)
  func revision(of id: Identifier<StreamKind>) -> Revision?
  func runAhead(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID)
  func follow(_ recorded: RecordedEvent, _ fact: any AreaEvent)
  func beginNoting()
  func takeBack()
  func age()
  func remove(_ id: Identifier<StreamKind>)
  func removeAll()

  // MARK: The clock

  /// When the clock has to look at a stream again; nil where it never has.
  func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp?
  /// What is due in a stream; nil where nothing is. Afterwards more can be due: ask again.
  func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded) -> DueDecision?
  /// Puts in the area's streams whose due times are new after this append, of whatever area.
  func note(
    movedBy append: Decision.Append, of household: HouseholdID, in states: States, _ moved: inout Set<StreamID>
  ) throws(NotLoaded)
  /// What to look at after an event of another server, of whatever area.
  static func look(after event: RecordedEvent) -> Look
  /// The streams of a household that the clock has to look at.
  func waiting(in household: HouseholdState) -> [StreamID]

  // MARK: Members

  /// What a member's going will change in the area's streams; nil where it changes nothing.
  func departures(from household: HouseholdState, in states: States) throws(NotLoaded) -> (any DepartureEffects)?
}

/// What the clock does.
struct DueDecision {
  let household: HouseholdID
  let decision: Decision
}

/// What has to be looked at because of an event.
enum Look {
  case nothing
  /// The event's own stream, not before a time.
  case stream(Timestamp)
  /// All the area's streams of the event's household that wait.
  case household
}

extension AreaStates {
  static var category: String { State.Fact.category }

  static func newState(_ id: Identifier<StreamKind>) -> any AggregateState { State(stream: id) }

  static func replay(_ id: Identifier<StreamKind>, _ streams: StreamReplay) throws(ReplayError) -> any AggregateState {
    var state = State(stream: id)
    try streams.replay(StreamID(category: category, id: id)) { (fact, recorded) throws(EventError) in
      guard let fact = fact as? State.Fact else {
        throw EventError(type: recorded.type, version: recorded.version, reason: .misplaced(category: category))
      }
      state.evolve(fact, at: recorded.recordedAt, in: Identifier(recorded.owner))
    }
    return state
  }

  func install(_ state: any AggregateState, for id: Identifier<StreamKind>) {
    guard let state = state as? State else { preconditionFailure("\(state) is no state of \(Self.category)") }
    states.install(state, for: id)
  }

  @inline(__always)
  func state(_ id: Identifier<StreamKind>) throws(NotLoaded) -> State {
    guard let state = states.use(id) else { throw NotLoaded(stream: StreamID(category: Self.category, id: id)) }
    return state
  }

  func revision(of id: Identifier<StreamKind>) -> Revision? { states.peek(id)?.revision }

  func runAhead(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID) {
    for event in append.events {
      guard let fact = event.fact as? State.Fact else {
        preconditionFailure("\(event.fact) does not belong into the stream \(append.stream)")
      }
      states.runAhead(append.stream.id) { $0.evolve(fact, at: time, in: household) }
    }
  }

  func follow(_ recorded: RecordedEvent, _ fact: any AreaEvent) {
    let id = recorded.stream.id
    guard let known = revision(of: id), known < recorded.revision else { return }
    // One that has missed an event is loaded anew when it is needed.
    guard let fact = fact as? State.Fact, recorded.revision == known + 1 else { return states.remove(id) }
    states.update(id) { $0.evolve(fact, at: recorded.recordedAt, in: Identifier(recorded.owner)) }
  }

  func beginNoting() { states.beginNoting() }
  func takeBack() { states.takeBack() }
  func age() { states.age() }
  func remove(_ id: Identifier<StreamKind>) { states.remove(id) }
  func removeAll() { states.removeAll() }

  // Most areas have no clock, and nothing to do when a member goes.
  func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp? { nil }
  func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded) -> DueDecision? {
    nil
  }
  func note(
    movedBy append: Decision.Append, of household: HouseholdID, in states: States, _ moved: inout Set<StreamID>
  ) throws(NotLoaded) {}
  static func look(after event: RecordedEvent) -> Look { .nothing }
  func waiting(in household: HouseholdState) -> [StreamID] { [] }
  func departures(from household: HouseholdState, in states: States) throws(NotLoaded) -> (any DepartureEffects)? {
    nil
  }
}

/// The areas that decide.
public struct CommandAreas: Sendable {
  let all: [any AreaStates.Type]

  /// - Precondition: no two areas decide on the same streams.
  init(_ all: [any AreaStates.Type]) {
    self.all = all
    precondition(Set(all.map { $0.category }).count == all.count, "two areas decide on the same streams")
  }

  /// The state of a stream before its first event; nil where no area decides on such streams.
  public func state(of stream: StreamID) -> StreamState? {
    all.first { $0.category == stream.category }.map { StreamState($0.newState(stream.id)) }
  }

  /// Those of this program: the one place where they are listed.
  public static let current = CommandAreas([HouseholdStates.self, RoundStates.self, LibraryStates.self])
}
