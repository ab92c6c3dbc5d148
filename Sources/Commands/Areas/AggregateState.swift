import Domain
import EventStore
import MovieNightPrimitives

/// The state of a stream, folded from its events. Commands are decided on it.
package protocol AggregateState: Sendable {
  associatedtype DomainEvent: AreaEvent

  /// Creates the state of a stream before its first event.
  init(stream id: Identifier<StreamKind>)
  /// The revision of the last event; `noRevision` before the first.
  var revision: Revision { get }
  /// The approximate size in memory. Called before and after every event, so it must take bounded time.
  var byteCount: Int { get }
  /// Applies the next event, which happened at `time` in a stream of `household`. Must accept any event in any state.
  mutating func evolve(_ domainEvent: DomainEvent, at time: Timestamp, in household: HouseholdID)
  /// Whether deciders could have recorded `domainEvent` as the next event.
  func admits(_ domainEvent: DomainEvent) -> Bool
  /// The ids of the personal texts that the events name and that were not erased. One that the store lacks was lost.
  var namedTexts: [TextID] { get }

  /// Applies the next recorded event. This is a protocol requirement so that it is specialized for each type of state.
  /// - Returns: false, with no change, if the event is of another area or, with `checked`, `admits` rejects it.
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
