import Domain
import EventStore
import Primitives

/// The state that commands in one stream are decided on, for a check of the stream's events.
public struct StreamState: Sendable {
  private var state: any AggregateState

  init(_ state: any AggregateState) { self.state = state }

  /// Folds the next event.
  ///
  /// - Returns: whether it can follow; the state is as it was where it cannot.
  public mutating func fold(_ event: Event, _ recorded: RecordedEvent) -> Bool { state.fold(event.fact, recorded) }
}

extension AggregateState {
  fileprivate mutating func fold(_ fact: any AreaEvent, _ recorded: RecordedEvent) -> Bool {
    guard let fact = fact as? Fact, admits(fact) else { return false }
    evolve(fact, at: recorded.recordedAt, in: Identifier(recorded.owner))
    return true
  }
}
