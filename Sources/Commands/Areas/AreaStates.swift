import Domain
import EventStore
import MovieNightPrimitives

/// The error thrown if a state is not in memory. Nothing was done; the caller loads the state and tries again.
package struct NotLoaded: Error {
  package let stream: StreamID
}

/// The states of an area's streams that are in memory, the effects of deadlines and departing members on them, and the kinds
/// of the area's personal texts.
///
/// Each area has its own class, which is not generic, so that its folds are compiled for its state. For the same reason, what
/// has one implementation below is a requirement.
package protocol AreaStates: AnyObject, SendableMetatype {
  associatedtype State: AggregateState

  /// Its share of the memory for states, relative to those of the other areas.
  static var share: Int { get }
  static var textKinds: [PersonalTextKind] { get }
  /// Keeps up to about twice `capacity` bytes of states in memory.
  init(capacity: Int)
  var states: StateCache<Identifier<StreamKind>, State> { get set }

  func install(_ state: any AggregateState, for id: Identifier<StreamKind>)
  func revision(of id: Identifier<StreamKind>) -> Revision?
  func applySpeculatively(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID)
  func follow(_ recorded: RecordedEvent, _ domainEvent: any AreaEvent)
  func beginUndoLog()
  func rollBack()
  func age()
  func remove(_ id: Identifier<StreamKind>)
  func removeAll()

  // MARK: The clock

  /// When a stream must be checked for a deadline next; nil if never.
  func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp?
  /// The next decision that is due in a stream; nil if none is. More can be due afterwards: ask again.
  func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded) -> DueDecision?
  /// Adds the area's streams whose deadlines this append changes. It may be of any area.
  func note(
    movedBy append: Decision.Append, of household: HouseholdID, in states: States, _ moved: inout Set<StreamID>
  ) throws(NotLoaded)
  /// The check that an event of another server requires. The event may be of any area.
  static func deadlineCheck(after event: RecordedEvent) -> DeadlineCheck
  /// The streams of a household that have deadlines.
  func waiting(in household: HouseholdState) -> [StreamID]

  // MARK: Members

  /// The changes to the area's streams when members leave or are erased; nil if there are none. Some of the members may have
  /// left before.
  func departures(of members: [MemberID], from household: HouseholdState, in states: States) throws(NotLoaded)
    -> (any DepartureEffects)?
}

/// The decision that a deadline leads to.
package struct DueDecision {
  package let household: HouseholdID
  package let decision: Decision

  package init(household: HouseholdID, decision: Decision) {
    self.household = household
    self.decision = decision
  }
}

/// The deadline check that an event requires.
package enum DeadlineCheck {
  case nothing
  /// The event's own stream, not before a time.
  case stream(Timestamp)
  /// All of the area's streams in the event's household that have deadlines.
  case household
}

extension AreaStates {
  package static var category: String { State.DomainEvent.category }
  package static var share: Int { 1 }
  package static var textKinds: [PersonalTextKind] { [] }

  static func newState(_ id: Identifier<StreamKind>) -> any AggregateState { State(stream: id) }

  package func install(_ state: any AggregateState, for id: Identifier<StreamKind>) {
    guard let state = state as? State else { preconditionFailure("\(state) is no state of \(Self.category)") }
    states.install(state, for: id)
  }

  @inline(__always)
  func state(_ id: Identifier<StreamKind>) throws(NotLoaded) -> State {
    guard let state = states.use(id) else { throw NotLoaded(stream: StreamID(category: Self.category, id: id)) }
    return state
  }

  package func revision(of id: Identifier<StreamKind>) -> Revision? { states.peek(id)?.revision }

  package func applySpeculatively(_ append: Decision.Append, at time: Timestamp, in household: HouseholdID) {
    for event in append.events {
      guard let domainEvent = event.domainEvent as? State.DomainEvent else {
        preconditionFailure("\(event.domainEvent) does not belong into the stream \(append.stream)")
      }
      states.applySpeculatively(append.stream.id) { $0.evolve(domainEvent, at: time, in: household) }
    }
  }

  package func follow(_ recorded: RecordedEvent, _ domainEvent: any AreaEvent) {
    let id = recorded.stream.id
    guard let known = revision(of: id), known < recorded.revision else { return }
    // A state that has missed an event is loaded again when it is needed.
    guard let domainEvent = domainEvent as? State.DomainEvent, recorded.revision == known + 1 else {
      return states.remove(id)
    }
    states.update(id) { $0.evolve(domainEvent, at: recorded.recordedAt, in: Identifier(recorded.owner)) }
  }

  package func beginUndoLog() { states.beginUndoLog() }
  package func rollBack() { states.rollBack() }
  package func age() { states.age() }
  package func remove(_ id: Identifier<StreamKind>) { states.remove(id) }
  package func removeAll() { states.removeAll() }

  // Most areas have no deadlines, and departures change nothing in them.
  package func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp? { nil }
  package func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded)
    -> DueDecision?
  { nil }
  package func note(
    movedBy append: Decision.Append, of household: HouseholdID, in states: States, _ moved: inout Set<StreamID>
  ) throws(NotLoaded) {}
  package static func deadlineCheck(after event: RecordedEvent) -> DeadlineCheck { .nothing }
  package func waiting(in household: HouseholdState) -> [StreamID] { [] }
  package func departures(of members: [MemberID], from household: HouseholdState, in states: States) throws(NotLoaded)
    -> (any DepartureEffects)?
  { nil }
}

/// The areas that decide commands.
public struct CommandAreas: Sendable {
  package let all: [any AreaStates.Type]
  package let textKinds: PersonalTextKinds

  /// - Precondition: no two areas decide on the same streams or have a kind of text in common.
  package init(_ all: [any AreaStates.Type]) {
    self.all = all
    textKinds = PersonalTextKinds(all.flatMap { $0.textKinds })
    precondition(Set(all.map { $0.category }).count == all.count, "two areas decide on the same streams")
  }

  /// The state of a stream before its first event; nil if no area decides on such streams.
  package func state(of stream: StreamID) -> (any AggregateState)? {
    all.first { $0.category == stream.category }?.newState(stream.id)
  }

  /// The areas of this program: the only place where they are listed.
  public static let current = CommandAreas([HouseholdStates.self, RoundStates.self, LibraryStates.self])
}
