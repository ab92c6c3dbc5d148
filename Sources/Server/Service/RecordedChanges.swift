import Domain
import EventStore

/// The effects of recorded events on connected clients.
struct RecordedChanges: Sendable {
  /// The households of the events in order. Consecutive events of a household have one element with the last position.
  private(set) var appended: [(household: HouseholdID, position: Position)] = []
  private(set) var ended = EndedAccess()

  mutating func note(_ events: [RecordedEvent]) {
    for event in events {
      let household = HouseholdID(event.owner)
      if appended.last?.household == household {
        appended[appended.count - 1].position = event.position
      } else {
        appended.append((household, event.position))
      }
      if event.stream.category == HouseholdEvent.category { ended.note(event) }
    }
  }

  mutating func note(_ event: DamagedEvent) { ended.note(event) }
}
