import Domain
import EventStore

extension ReadModels {
  /// The household; nil when there is none.
  public func household(_ id: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> HouseholdDetails? {
    try reader.find(RowKey(id), reading) { $0.households }
  }

  /// A household's tokens and invites; nil when there is no such household.
  public func access(_ id: HouseholdID, _ reading: Reading = .applied) throws(ProjectionError) -> AccessDetails? {
    try reader.find(RowKey(id), reading) { $0.access }
  }

  /// What `household` answers, without the store; `miss` where it would be needed.
  public func cachedHousehold(_ id: HouseholdID) throws(ProjectionError) -> Cached<HouseholdDetails> {
    try reader.cached(RowKey(id)) { $0.households }
  }

  /// The ids of households after `after`, in their order. A page costs the same however many there are. May read the
  /// store.
  public func householdIDs(after: HouseholdID?, limit: Int) throws(StoreError) -> [HouseholdID] {
    notes?.ruleOut()
    let after = after.map { RowKey($0) }
    // Before the store: what is flushed between the two is found in both.
    let inMemory = served.withLock { $0.tables.households.keysOutsideStore(after: after, limit: limit) }
    let stored = try store.keys(HouseholdDetails.name, after: after, limit: limit)
    return Set(inMemory + stored).sorted().prefix(limit).map { HouseholdID($0.shelf) }
  }
}
