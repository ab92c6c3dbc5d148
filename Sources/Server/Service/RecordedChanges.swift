import Domain
import EventStore

/// The effects of recorded events on connected clients.
struct RecordedChanges: Sendable {
  /// The last positions of households, in the order of their events.
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
