import Domain
import EventStore
import Primitives

/// The states that decisions rest on, filled by replay and kept in memory.
///
/// They run ahead of the store by the group that is being decided. If its commit does not succeed they are taken back,
/// or forgotten: so they only ever count what is recorded.
struct States {
  private let streams: StreamReplay
  private var households: StateCache<HouseholdID, HouseholdState>
  private var rounds: StateCache<RoundID, RoundState>
  private var libraries: StateCache<HouseholdID, LibraryState>

  init(store: any EventStore, schema: EventSchema, capacity: StateCapacity) {
    streams = StreamReplay(store: store, schema: schema)
    households = StateCache(capacity: capacity.households)
    rounds = StateCache(capacity: capacity.rounds)
    libraries = StateCache(capacity: capacity.libraries)
  }

  mutating func household(_ id: HouseholdID) throws(ReplayError) -> HouseholdState {
    try households.use(id) { [streams] () throws(ReplayError) in
      var state = HouseholdState(id: id)
      try streams.replay(.household(id)) { event, recorded in
        if let event = event.fact as? HouseholdEvent { state.evolve(event, at: recorded.recordedAt) }
      }
      return state
    }
  }

  mutating func round(_ id: RoundID) throws(ReplayError) -> RoundState {
    try rounds.use(id) { [streams] () throws(ReplayError) in
      var state = RoundState(id: id)
      try streams.replay(.round(id)) { event, recorded in
        if let event = event.fact as? RoundEvent {
          state.evolve(event, at: recorded.recordedAt, in: Identifier(recorded.owner))
        }
      }
      return state
    }
  }

  mutating func library(_ id: HouseholdID) throws(ReplayError) -> LibraryState {
    try libraries.use(id) { [streams] () throws(ReplayError) in
      var state = LibraryState()
      try streams.replay(.library(id)) { event, recorded in
        if let event = event.fact as? LibraryEvent { state.evolve(event, at: recorded.recordedAt) }
      }
      return state
    }
  }

  /// Folds what a decision leads to.
  mutating func evolve(_ append: Decision.Append, at time: Timestamp, household: HouseholdID) {
    for event in append.events {
      switch event.fact {
      case let event as HouseholdEvent: households.runAhead(Identifier(append.stream.id)) { $0.evolve(event, at: time) }
      case let event as RoundEvent:
        rounds.runAhead(Identifier(append.stream.id)) { $0.evolve(event, at: time, in: household) }
      case let event as LibraryEvent: libraries.runAhead(Identifier(append.stream.id)) { $0.evolve(event, at: time) }
      default: break
      }
    }
  }

  /// Takes in what another process recorded. What is not in memory stays away, and so does what has the event already.
  mutating func follow(_ recorded: RecordedEvent) {
    guard holds(recorded.stream) else { return }
    do throws(EventError) {
      let event = try streams.schema.decode(
        type: recorded.type, version: recorded.version, data: recorded.data)
      switch event.fact {
      case let event as HouseholdEvent:
        households.update(Identifier(recorded.stream.id)) { state in
          if state.revision < recorded.revision { state.evolve(event, at: recorded.recordedAt) }
        }
      case let event as RoundEvent:
        rounds.update(Identifier(recorded.stream.id)) { state in
          guard state.revision < recorded.revision else { return }
          state.evolve(event, at: recorded.recordedAt, in: Identifier(recorded.owner))
        }
      case let event as LibraryEvent:
        libraries.update(Identifier(recorded.stream.id)) { state in
          if state.revision < recorded.revision { state.evolve(event, at: recorded.recordedAt) }
        }
      default: break
      }
    } catch {
      // Whoever needs the stream replays it, and is told which event it is.
      forget(recorded.stream)
    }
  }

  /// The round with its household, where both are in memory.
  func knownRound(_ id: RoundID) -> (round: RoundState, household: HouseholdState)? {
    guard let round = rounds.peek(id), let household = round.household.flatMap(knownHousehold) else { return nil }
    return (round, household)
  }

  /// The household, where it is in memory.
  func knownHousehold(_ id: HouseholdID) -> HouseholdState? { households.peek(id) }

  /// Whether the stream's state is in memory.
  func holds(_ stream: StreamID) -> Bool {
    switch stream.category {
    case RoundEvent.category: rounds.contains(Identifier(stream.id))
    case HouseholdEvent.category: households.contains(Identifier(stream.id))
    default: libraries.contains(Identifier(stream.id))
    }
  }

  /// From now on, what is evolved can be taken back; what is followed cannot.
  mutating func beginNoting() {
    households.beginNoting()
    rounds.beginNoting()
    libraries.beginNoting()
  }

  /// Takes back what was evolved since `beginNoting`.
  mutating func takeBack() {
    households.takeBack()
    rounds.takeBack()
    libraries.takeBack()
  }

  /// Forgets what was not used for long. Between groups only: until its commit a state is nowhere else.
  mutating func age() {
    households.age()
    rounds.age()
    libraries.age()
  }

  /// Forgets a stream that cannot be followed.
  mutating func forget(_ stream: StreamID) {
    switch stream.category {
    case RoundEvent.category: rounds.remove(Identifier(stream.id))
    case HouseholdEvent.category: households.remove(Identifier(stream.id))
    default: libraries.remove(Identifier(stream.id))
    }
  }

  mutating func forgetAll() {
    households.removeAll()
    rounds.removeAll()
    libraries.removeAll()
  }
}

/// How many states of each kind are kept in memory.
public struct StateCapacity: Sendable {
  public var households = 20_000
  public var rounds = 50_000
  public var libraries = 5_000

  public init() {}
}

/// Reads a stream from its first event on.
private struct StreamReplay {
  let store: any EventStore
  let schema: EventSchema

  private static let pageSize = 1000

  func replay(_ stream: StreamID, _ fold: (Event, RecordedEvent) -> Void) throws(ReplayError) {
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
          fold(try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data), recorded)
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
