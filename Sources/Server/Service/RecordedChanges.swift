import Domain
import EventStore

/// What recorded events change for whoever is connected.
struct RecordedChanges: Sendable {
  /// How far households have got, in the order of their events.
  private(set) var appended: [(household: HouseholdID, position: Position)] = []
  private(set) var ended = EndedAccess()

  /// Takes in events that were recorded, in their order.
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

  /// Takes in an event that is not what was written.
  mutating func note(_ event: DamagedEvent) { ended.note(event) }
}
