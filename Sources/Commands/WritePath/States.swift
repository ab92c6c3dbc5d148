import Domain
import EventStore
import Primitives

/// The states that decisions rest on, filled by replay and kept in memory.
///
/// They run ahead of the store by the group that is being decided. If its commit does not succeed they are all
/// forgotten: so they only ever count what is recorded.
struct States {
  private let streams: StreamReplay
  private var households = StateCache<HouseholdID, HouseholdState>(capacity: 20_000)
  private var rounds = StateCache<RoundID, RoundState>(capacity: 50_000)
  private var libraries = StateCache<HouseholdID, LibraryState>(capacity: 5_000)

  init(store: any EventStore, schema: EventSchema) {
    streams = StreamReplay(store: store, schema: schema)
  }

  mutating func household(_ id: HouseholdID) throws(ReplayError) -> HouseholdState {
    try households.use(id) { [streams] () throws(ReplayError) in
      var state = HouseholdState(id: id)
      try streams.replay(.household(id)) { event, _ in
        if case .household(let event) = event { state.evolve(event) }
      }
      return state
    }
  }

  mutating func round(_ id: RoundID) throws(ReplayError) -> RoundState {
    try rounds.use(id) { [streams] () throws(ReplayError) in
      var state = RoundState(id: id)
      try streams.replay(.round(id)) { event, recorded in
        if case .round(let event) = event {
          state.evolve(event, at: recorded.recordedAt, in: Identifier(recorded.owner))
        }
      }
      return state
    }
  }

  mutating func library(_ id: HouseholdID) throws(ReplayError) -> LibraryState {
    try libraries.use(id) { [streams] () throws(ReplayError) in
      var state = LibraryState()
      try streams.replay(.library(id)) { event, _ in
        if case .library(let event) = event { state.evolve(event) }
      }
      return state
    }
  }

  /// Folds what a decision leads to.
  mutating func evolve(_ append: Decision.Append, at time: Timestamp, household: HouseholdID) {
    for event in append.events {
      switch event {
      case .household(let event): households.update(Identifier(append.stream.id)) { $0.evolve(event) }
      case .round(let event):
        rounds.update(Identifier(append.stream.id)) { $0.evolve(event, at: time, in: household) }
      case .library(let event): libraries.update(Identifier(append.stream.id)) { $0.evolve(event) }
      }
    }
  }

  mutating func forgetAll() {
    households.removeAll()
    rounds.removeAll()
    libraries.removeAll()
  }
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
