import Commands
import Domain
import EventStore
import Server

/// Looks for the personal texts that events name and that are not there, though nobody has erased them.
struct MissingTexts {
  let store: any EventStore
  let areas: ServerAreas

  /// - Returns: a sentence for each text; all events must be readable.
  func find() throws -> AuditFindings {
    try store.withSnapshot { snapshot in
      var findings = AuditFindings()
      try snapshot.forEachStream { stream, _, _ in
        guard stream.category == HouseholdEvent.category else { return }
        let named = try household(stream, in: snapshot).namedTexts
        let found = Set(try snapshot.texts(named).map(\.id))
        for id in named.sorted() where !found.contains(id) {
          findings.add("\(stream): its events name the text \(id), which is neither there nor erased")
        }
      }
      return findings
    }
  }

  private func household(_ stream: StreamID, in store: any EventStore) throws -> HouseholdState {
    var state = HouseholdState(id: HouseholdID(stream.id))
    for recorded in try store.read(stream, from: 0, limit: .max) {
      let event = try areas.events.decode(type: recorded.type, version: recorded.version, data: recorded.data)
      if let event = event.fact as? HouseholdEvent { state.evolve(event, at: recorded.recordedAt) }
    }
    return state
  }
}
