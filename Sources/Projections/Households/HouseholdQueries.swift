import Domain
import EventStore

extension ReadModels {
  /// The household; nil when there is none. May read the store.
  public func household(_ id: HouseholdID) throws(ProjectionError) -> HouseholdDetails? {
    try find(RowKey(id)) { $0.households }
  }

  /// A household's tokens and invites; nil when there is no such household. May read the store.
  public func access(_ id: HouseholdID) throws(ProjectionError) -> AccessDetails? {
    try find(RowKey(id)) { $0.access }
  }

  /// The same with what was recorded up to the event at `position`, which has just been applied. To be called by the
  /// committer.
  public func access(_ id: HouseholdID, through position: Position) throws(ProjectionError) -> AccessDetails? {
    try find(RowKey(id), through: position) { $0.access }
  }

  /// The same as it was at a moment. Reads the store.
  public func access(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> AccessDetails? {
    try find(RowKey(id), asOf: moment)
  }

  /// The household as it is at this moment, also where another server has just changed it; while a shared store cannot
  /// be reached, as far as it is known.
  public func latestHousehold(_ id: HouseholdID) throws(ProjectionError) -> HouseholdDetails? {
    try latest(RowKey(id)) { $0.households }
  }

  /// The same of its tokens and invites.
  public func latestAccess(_ id: HouseholdID) throws(ProjectionError) -> AccessDetails? {
    try latest(RowKey(id)) { $0.access }
  }

  private func latest<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    guard store.isShared else { return try find(key, choose) }
    // It is ahead of what this process hears of, and changes without that.
    notes?.ruleOut()
    _ = try state.withLock { state throws(ProjectionError) in try choose(state.tables).answering() }
    let row: Row?
    do throws(StoreError) {
      row = try store.row(Model.name, key: key)
    } catch {
      guard error.code == .unavailable else { throw ProjectionError(error) }
      return try find(key, choose)
    }
    // It stays in memory for when the store cannot be reached.
    _ = try find(key, choose)
    return try row.map { (row) throws(ProjectionError) in try Model(stored: row) }
  }

  /// What `household` answers, without the store; `miss` where it would be needed.
  public func cachedHousehold(_ id: HouseholdID) throws(ProjectionError) -> Cached<HouseholdDetails> {
    try cached(RowKey(id)) { $0.households }
  }

  /// The household with what was recorded up to the event at `position`, which has just been applied: the rows of a
  /// shared store may be ahead of it. To be called by the committer.
  public func household(_ id: HouseholdID, through position: Position) throws(ProjectionError) -> HouseholdDetails? {
    try find(RowKey(id), through: position) { $0.households }
  }

  /// The household as it was at a moment. Reads the store.
  public func household(_ id: HouseholdID, asOf moment: Moment) throws(ProjectionError) -> HouseholdDetails? {
    try find(RowKey(id), asOf: moment)
  }

  /// The ids of households after `after`, in their order. A page costs the same however many there are. May read the
  /// store.
  public func householdIDs(after: HouseholdID?, limit: Int) throws(StoreError) -> [HouseholdID] {
    notes?.ruleOut()
    let after = after.map { RowKey($0) }
    // Before the store: what is flushed between the two is found in both.
    let inMemory = state.withLock { $0.tables.households.keysOutsideStore(after: after, limit: limit) }
    let stored = try store.keys(HouseholdDetails.name, after: after, limit: limit)
    return Set(inMemory + stored).sorted().prefix(limit).map { HouseholdID($0.shelf) }
  }
}
