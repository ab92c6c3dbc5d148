import EventStore

/// The rows of a projection in memory. Rows that differ from the store's are marked as dirty.
struct RowCache<Model: Projection> {
  struct Slot {
    /// The row's value; nil if the row has ended but is still in the store.
    var model: Model?
    /// The position of the last event that changed it.
    var position: Position
    var isDirty: Bool
    var lastUse: UInt64
    var byteCount: Int

    init(model: Model?, position: Position, isDirty: Bool, lastUse: UInt64) {
      self.model = model
      self.position = position
      self.isDirty = isDirty
      self.lastUse = lastUse
      byteCount = Self.byteCount(of: model)
    }

    var row: Row? { model?.row(at: position) }

    /// Returns the model and records its use. Both happen in one access, because a second one would copy the slot.
    mutating func model(usedAt use: UInt64) -> Model? {
      lastUse = use
      return model
    }

    /// Returns a row's size with key and slot. The factor is for empty slots, at least a quarter.
    @inline(__always)
    static func byteCount(of model: Model?) -> Int {
      (MemoryLayout<RowKey>.stride + MemoryLayout<Self>.stride) * 3 / 2 + (model?.heldBytes ?? 0)
    }

    /// Folds an event into the row. Returns nil if the row already includes the event.
    @inline(__always)
    mutating func fold(
      _ key: RowKey, _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope, isMade: Bool, storeHasRows: Bool,
      use: UInt64
    ) throws(FoldError) -> Change? {
      guard envelope.position > position else { return nil }
      let from = Model.isListed ? model?.sortKey : nil
      if isMade {
        var made: Model?
        try Model.fold(&made, key, domainEvent, envelope)
        model = made
      } else {
        try Model.fold(&model, key, domainEvent, envelope)
      }
      position = envelope.position
      lastUse = use
      let isFirst = !storeHasRows && !isDirty
      if isFirst { isDirty = true }
      let before = byteCount
      byteCount = Self.byteCount(of: model)
      return Change(
        from: from, to: Model.isListed ? model?.sortKey : nil, isFirst: isFirst, byteCount: byteCount,
        growth: byteCount - before)
    }
  }

  struct Change {
    /// The row's old sort key in the partition's list; nil if it had none.
    let from: SortKey?
    let to: SortKey?
    /// Whether the change has made a clean row dirty.
    fileprivate let isFirst: Bool
    /// The row's size after the change.
    fileprivate let byteCount: Int
    fileprivate let growth: Int
  }

  typealias Index = Dictionary<RowKey, Slot>.Index

  private var slots: [RowKey: Slot] = [:]
  /// The keys of rows that changed or ended since they were last written, in the order of their first change.
  private(set) var dirtyKeys: [RowKey] = []
  /// The approximate size of all rows.
  private(set) var byteCount = 0
  private(set) var dirtyByteCount = 0
  private var uses: UInt64 = 0

  private mutating func nextUse() -> UInt64 {
    uses &+= 1
    return uses
  }

  // MARK: Looking up and changing rows

  var count: Int { slots.count }
  var models: [Model] { slots.values.compactMap(\.model) }

  func index(of key: RowKey) -> Index? { slots.index(forKey: key) }

  func model(of key: RowKey) -> Model? { slots[key]?.model }
  func position(of key: RowKey) -> Position? { slots[key]?.position }

  /// Returns the row, and marks it as recently used; nil if the row has ended.
  mutating func use(_ index: Index) -> Model? {
    let use = nextUse()
    return slots.values[index].model(usedAt: use)
  }

  /// Folds an event into a row. Returns nil if the row already includes the event.
  @inline(__always)
  mutating func fold(
    _ index: Index, _ key: RowKey, _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope, isMade: Bool,
    storeHasRows: Bool
  ) throws(FoldError) -> Change? {
    let use = nextUse()
    guard
      let change = try slots.values[index].fold(
        key, domainEvent, envelope, isMade: isMade, storeHasRows: storeHasRows, use: use)
    else { return nil }
    byteCount += change.growth
    if change.isFirst {
      dirtyKeys.append(key)
      dirtyByteCount += change.byteCount
    } else if !storeHasRows {
      dirtyByteCount += change.growth
    }
    return change
  }

  /// Adds or replaces a row. `model` is nil if the row has ended.
  mutating func put(_ model: Model?, at position: Position, isDirty: Bool, for key: RowKey) {
    let slot = Slot(model: model, position: position, isDirty: isDirty, lastUse: nextUse())
    let before = slots.updateValue(slot, forKey: key)
    byteCount += slot.byteCount - (before?.byteCount ?? 0)
    guard isDirty else { return }
    let dirtyBefore = before.flatMap { $0.isDirty ? $0.byteCount : nil }
    dirtyByteCount += slot.byteCount - (dirtyBefore ?? 0)
    if dirtyBefore == nil { dirtyKeys.append(key) }
  }

  /// Removes a row, but not its key in `dirtyKeys`. Returns whether there was such a row.
  @discardableResult
  mutating func remove(_ key: RowKey) -> Bool {
    guard let slot = slots.removeValue(forKey: key) else { return false }
    byteCount -= slot.byteCount
    if slot.isDirty { dirtyByteCount -= slot.byteCount }
    return true
  }

  mutating func drop(_ key: RowKey) -> Bool {
    guard remove(key) else { return false }
    dirtyKeys.removeAll { $0 == key }
    return true
  }

  mutating func dropChanges() {
    for key in dirtyKeys { remove(key) }
    dirtyKeys.removeAll(keepingCapacity: true)
  }

  mutating func removeAll() {
    slots = [:]
    dirtyKeys = []
    byteCount = 0
    dirtyByteCount = 0
  }

  // MARK: Writing to the store

  /// Returns the dirty rows of a partition. `model` is nil for rows that have ended.
  func dirtyRows(of partition: PartitionKey) -> [(key: RowKey, model: Model?, position: Position)] {
    dirtyKeys.compactMap { key in
      guard key.partition == partition, let slot = slots[key] else { return nil }
      return (key, slot.model, slot.position)
    }
  }

  func changes() -> @Sendable () -> RowChanges {
    let changed = dirtyKeys.compactMap { key in slots[key].map { (key, $0) } }
    return {
      var changes = RowChanges()
      changes.rows.reserveCapacity(changed.count)
      for (key, slot) in changed {
        if let row = slot.row { changes.rows.append(row) } else { changes.ended.append(key) }
      }
      return changes
    }
  }

  func contents() -> @Sendable () -> [Row] {
    let slots = slots
    return { slots.values.compactMap(\.row) }
  }

  /// Marks all rows as written. Returns whether ended rows were removed.
  mutating func markClean() -> Bool {
    let count = slots.count
    for key in dirtyKeys {
      guard let index = slots.index(forKey: key) else { continue }
      if slots.values[index].model == nil {
        byteCount -= slots.remove(at: index).value.byteCount
      } else {
        slots.values[index].isDirty = false
      }
    }
    dirtyByteCount = 0
    dirtyKeys.removeAll(keepingCapacity: true)
    return slots.count != count
  }

  func changedRowCount(atMost limit: Int) -> Int? {
    let changed = dirtyKeys.lazy.filter { slots[$0]?.model != nil }
    let count = changed.prefix(limit).count
    return changed.dropFirst(count).isEmpty ? count : nil
  }

  // Ended rows are left out. They leave the store only with a new checkpoint: a replay from the old may change them.
  func changedRows(_ count: Int) -> @Sendable () -> [Row] {
    var changed: [Slot] = []
    for key in dirtyKeys {
      if changed.count == count { break }
      if let slot = slots[key], slot.model != nil { changed.append(slot) }
    }
    return { [changed] in changed.compactMap(\.row) }
  }

  mutating func markClean(_ count: Int) {
    var left = count
    dirtyKeys.removeAll { key in
      guard left > 0, let index = slots.index(forKey: key), slots.values[index].model != nil else { return false }
      left -= 1
      slots.values[index].isDirty = false
      dirtyByteCount -= slots.values[index].byteCount
      return true
    }
  }

  // MARK: Eviction

  func evictable(byteCount excess: Int) -> EvictionChoice {
    let clean = slots.lazy.filter { !$0.value.isDirty }
    return EvictionChoice(
      uses: clean.map { .init(key: $0.key, lastUse: $0.value.lastUse, byteCount: $0.value.byteCount) }, excess: excess)
  }

  mutating func evict(_ victims: ArraySlice<EvictionChoice.Use>) {
    for victim in victims {
      guard let slot = slots[victim.key], !slot.isDirty, slot.lastUse == victim.lastUse else { continue }
      remove(victim.key)
    }
  }
}
