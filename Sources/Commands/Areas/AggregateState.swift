import Domain
import EventStore
import MovieNightPrimitives

/// What deciders know of one stream: the fold of its events.
package protocol AggregateState: Sendable {
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
  /// The personal texts that the events name and that were not erased. If the store lacks one, it was lost.
  var namedTexts: [TextID] { get }

  /// Takes in the next event as it was recorded. Required, so that it is compiled for each state.
  /// - Returns: False, with the state unchanged, for an event of another area and, where that is `checked`, for one
  ///   that cannot follow.
  mutating func fold(_ event: any AreaEvent, _ recorded: RecordedEvent, checked: Bool) -> Bool
}

extension AggregateState {
  package func admits(_ fact: Fact) -> Bool { true }
  package var namedTexts: [TextID] { [] }

  package mutating func fold(_ event: any AreaEvent, _ recorded: RecordedEvent, checked: Bool) -> Bool {
    guard let fact = event as? Fact, !checked || admits(fact) else { return false }
    evolve(fact, at: recorded.recordedAt, in: Identifier(recorded.owner))
    return true
  }
}
