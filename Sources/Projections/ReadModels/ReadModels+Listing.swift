import Domain
import EventStore
import Primitives

// What a server asks of all households at once: at its start, and for an administrator.
extension ReadModels {
  /// Calls `body` for every round that is not over, in no order, some of them twice. Reads all rows of the store.
  public func forEachUnfinishedRound(_ body: (RoundID) -> Void) throws {
    let inMemory = state.withLock { $0.tables.sessions.models }
    for session in inMemory where !session.status.isFinal { body(session.id) }
    guard store.keepsRows else { return }
    try store.forEachRow(SessionSummary.name) { row in
      let session = try SessionSummary(row: row)
      if !session.status.isFinal { body(session.id) }
    }
  }

  /// The ids of households after `after`, in their order. Reads all rows of the store.
  public func householdIDs(after: HouseholdID?, limit: Int) throws -> [HouseholdID] {
    var ids = Set(state.withLock { $0.tables.households.models.map(\.id) })
    if store.keepsRows {
      try store.forEachRow(HouseholdDetails.name) { ids.insert(HouseholdID($0.key)) }
    }
    return Array(ids.filter { id in after.map { $0 < id } ?? true }.sorted().prefix(limit))
  }
}
