import Domain
import EventStore
import MovieNightPrimitives

/// The error thrown if a state is not in memory. Nothing was changed, so the caller can load it and try again.
package struct NotLoaded: Error {
  package let stream: StreamID
}

/// An area's states in memory, the effects of deadlines and departing members on them, and its kinds of personal texts.
///
/// Each area has its own class, which is not generic, so that its folds are specialized for its state. For the same
/// reason, functions that have the same implementation in all areas are protocol requirements, too.
package protocol AreaStates: AnyObject, SendableMetatype {
  associatedtype State: AggregateState

  /// The area's share of the memory for states, relative to the shares of the other areas.
  static var share: Int { get }
  static var textKinds: [PersonalTextKind] { get }
  /// Creates an empty cache, which keeps up to about twice `capacity` bytes of states in memory.
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

  // MARK: Deadlines

  /// Returns the time at which a stream must next be checked for a deadline; nil if it has none.
  func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp?
  /// Returns the next decision that is due in a stream; nil if none is due. Callers repeat it until it returns nil.
  func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded) -> DueDecision?
  /// Adds to the set those of the area's streams whose deadlines `append` changes. The append may be of any area.
  func note(
    deadlinesChangedBy append: Decision.Append, of household: HouseholdID, in states: States,
    _ changedDeadlines: inout Set<StreamID>
  ) throws(NotLoaded)
  /// Returns the check that is necessary after an event of another server. The event may be of any area.
  static func deadlineCheck(after event: RecordedEvent) -> DeadlineCheck
  func streamsWithDeadlines(in household: HouseholdState) -> [StreamID]

  // MARK: Departing members

  /// Returns the effects on the area of members who leave or are erased; nil if none. Some may have left earlier.
  func departures(of members: [MemberID], from household: HouseholdState, in states: States) throws(NotLoaded)
    -> (any DepartureEffects)?
}

/// A decision that is due because of a deadline, with the household that it concerns.
package struct DueDecision {
  package let household: HouseholdID
  package let decision: Decision

  package init(household: HouseholdID, decision: Decision) {
    self.household = household
    self.decision = decision
  }
}

/// The deadline check that is necessary after an event.
package enum DeadlineCheck {
  case nothing
  /// A check of the event's own stream, at a time before which nothing can be due in it.
  case stream(Timestamp)
  /// A check of all of the area's streams in the event's household that have deadlines.
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
    // If the state has missed an event, it is removed, and loaded again when it is needed.
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

  // Defaults for areas that have no deadlines and that departures do not change.
  package func dueAt(_ id: Identifier<StreamKind>, in states: States) throws(NotLoaded) -> Timestamp? { nil }
  package func due(_ id: Identifier<StreamKind>, at now: Timestamp, in states: States) throws(NotLoaded)
    -> DueDecision?
  { nil }
  package func note(
    deadlinesChangedBy append: Decision.Append, of household: HouseholdID, in states: States,
    _ changedDeadlines: inout Set<StreamID>
  ) throws(NotLoaded) {}
  package static func deadlineCheck(after event: RecordedEvent) -> DeadlineCheck { .nothing }
  package func streamsWithDeadlines(in household: HouseholdState) -> [StreamID] { [] }
  package func departures(of members: [MemberID], from household: HouseholdState, in states: States) throws(NotLoaded)
    -> (any DepartureEffects)?
  { nil }
}

/// The areas that decide commands.
public struct CommandAreas: Sendable {
  package let all: [any AreaStates.Type]
  package let textKinds: PersonalTextKinds

  /// Creates a list of areas, which must not decide on the same streams or share a kind of text.
  package init(_ all: [any AreaStates.Type]) {
    self.all = all
    textKinds = PersonalTextKinds(all.flatMap { $0.textKinds })
    precondition(Set(all.map { $0.category }).count == all.count, "two areas decide on the same streams")
  }

  /// Returns the state of a stream before its first event; nil if no area decides on such streams.
  package func state(of stream: StreamID) -> (any AggregateState)? {
    all.first { $0.category == stream.category }?.newState(stream.id)
  }

  /// The areas of this program. No other list names the areas that decide commands.
  public static let current = CommandAreas([
    HouseholdStates.self, RoundStates.self, LibraryStates.self, CollectionStates.self, GuideStates.self,
  ])
}
