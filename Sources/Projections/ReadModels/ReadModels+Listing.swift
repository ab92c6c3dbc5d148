import Domain
import EventStore
import Primitives

// What an administrator asks of all households at once.
extension ReadModels {
  /// The ids of households after `after`, in their order. A page costs the same however many there are. May read the
  /// store.
  public func householdIDs(after: HouseholdID?, limit: Int) throws(StoreError) -> [HouseholdID] {
    let after = after.map { RowKey($0) }
    // Before the store: what is flushed between the two is found in both.
    let inMemory = state.withLock { $0.tables.households.keysOutsideStore(after: after, limit: limit) }
    let stored = try store.keys(HouseholdDetails.name, after: after, limit: limit)
    return Set(inMemory + stored).sorted().prefix(limit).map { HouseholdID($0) }
  }
}
