import Domain
import EventStore
import MovieNightPrimitives

/// The state that commands on a stream are decided on: the fold of its events.
package protocol AggregateState: Sendable {
  associatedtype DomainEvent: AreaEvent

  /// The state before the first event.
  init(stream id: Identifier<StreamKind>)
  /// The revision of the last event; `noRevision` before the first.
  var revision: Revision { get }
  /// About how many bytes it takes in memory. Called before and after every event, so it may only walk over what has a limit.
  var byteCount: Int { get }
  /// Applies the next event, which happened at `time` in a stream of `household`. Any event can follow any other.
  mutating func evolve(_ domainEvent: DomainEvent, at time: Timestamp, in household: HouseholdID)
  /// Whether `domainEvent` can follow in a history recorded by deciders.
  func admits(_ domainEvent: DomainEvent) -> Bool
  /// The personal texts that the events name and that were not erased. If the store lacks one, it was lost.
  var namedTexts: [TextID] { get }

  /// Applies the next event as it was recorded. Returns false, with the state unchanged, for an event of another area and, if
  /// `checked`, for one that cannot follow. A requirement, so that it is compiled for each state.
  mutating func fold(_ event: any AreaEvent, _ recorded: RecordedEvent, checked: Bool) -> Bool
}

extension AggregateState {
  package func admits(_ domainEvent: DomainEvent) -> Bool { true }
  package var namedTexts: [TextID] { [] }

  package mutating func fold(_ event: any AreaEvent, _ recorded: RecordedEvent, checked: Bool) -> Bool {
    guard let domainEvent = event as? DomainEvent, !checked || admits(domainEvent) else { return false }
    evolve(domainEvent, at: recorded.recordedAt, in: Identifier(recorded.owner))
    return true
  }
}
