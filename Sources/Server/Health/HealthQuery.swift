import Primitives

/// `server.health`.
struct HealthQuery: Query {
  var isUrgent: Bool { true }

  func write(to json: inout JSONWriter, _ answering: Answering) throws {
    if answering.store.isShared { try answering.requireStore() }
    json.health(answering.health)
  }
}
