import Domain
import EventStore

extension ReadModels {
  /// Returns the household; nil if there is none.
  public func household(_ id: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> HouseholdDetails? {
    try reader.find(RowKey(id), reading) { $0.households }
  }

  /// Returns a household's tokens and invites; nil if there is no such household.
  public func access(_ id: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> AccessDetails? {
    try reader.find(RowKey(id), reading) { $0.access }
  }

  /// Returns the household without reading the store; `miss` if it is not in memory.
  public func cachedHousehold(_ id: HouseholdID) throws(ProjectionError) -> Cached<HouseholdDetails> {
    try reader.cached(RowKey(id)) { $0.households }
  }

  /// Returns up to `limit` ids after `after`, in order, at a cost independent of their number. May read the store.
  public func householdIDs(after: HouseholdID?, limit: Int) throws(StoreError) -> [HouseholdID] {
    recorder?.invalidate()
    let after = after.map { RowKey($0) }
    // Memory is read before the store, so that a row flushed between the two reads is found twice, but never missed.
    let inMemory = served.withLock { $0.tables.households.keysOutsideStore(after: after, limit: limit) }
    let stored = try store.keys(HouseholdDetails.name, after: after, limit: limit)
    return Set(inMemory + stored).sorted().prefix(limit).map { HouseholdID($0.partition) }
  }
}
