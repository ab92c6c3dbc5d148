import EventStore

/// The rows of one projection that are in memory, and which of them the store does not have as they are now.
struct RowCache<Model: Projection> {
  struct Slot {
    /// Nil for a row that has ended, as long as the store still has it.
    var model: Model?
    /// Of the last event that changed it.
    var position: Position
    var isDirty: Bool
    var lastUse: UInt64
    /// About how many bytes it takes in memory.
    var byteCount: Int

    init(model: Model?, position: Position, isDirty: Bool, lastUse: UInt64) {
      self.model = model
      self.position = position
      self.isDirty = isDirty
      self.lastUse = lastUse
      byteCount = Self.byteCount(of: model)
    }

    var row: Row? { model?.row(at: position) }

    /// With the key and the slot itself; a quarter of the dictionary and more is empty.
    @inline(__always)
    static func byteCount(of model: Model?) -> Int {
      (MemoryLayout<RowKey>.stride + MemoryLayout<Self>.stride) * 3 / 2 + (model?.heldBytes ?? 0)
    }

    /// Takes an event in.
    /// - Returns: what that changed; nil where the row has the event already.
    @inline(__always)
    mutating func fold(
      _ key: RowKey, _ fact: Model.Fact, _ envelope: EventEnvelope, isMade: Bool, isMirror: Bool, use: UInt64
    ) throws(FoldError) -> Change? {
      guard envelope.position > position else { return nil }
      let from = Model.isListed ? model?.place : nil
      if isMade {
        var made: Model?
        try Model.fold(&made, key, fact, envelope)
        model = made
      } else {
        try Model.fold(&model, key, fact, envelope)
      }
      position = envelope.position
      lastUse = use
      let isFirst = !isMirror && !isDirty
      if isFirst { isDirty = true }
      let before = byteCount
      byteCount = Self.byteCount(of: model)
      return Change(
        from: from, to: Model.isListed ? model?.place : nil, isFirst: isFirst, byteCount: byteCount,
        growth: byteCount - before)
    }
  }

  /// What an event changed of a row.
  struct Change {
    /// Where it stood in its shelf's list, and where it stands.
    let from: RowPlace?
    let to: RowPlace?
    /// Whether it is the first since the row was written.
    fileprivate let isFirst: Bool
    /// How large the row is now, and by how much it has grown.
    fileprivate let byteCount: Int
    fileprivate let growth: Int
  }

  typealias Index = Dictionary<RowKey, Slot>.Index

  private var slots: [RowKey: Slot] = [:]
  /// The keys of rows that changed or ended since they were last written, in the order in which they first did.
  private(set) var dirtyKeys: [RowKey] = []
  /// About how many bytes all rows take, and those among them that the store has otherwise.
  private(set) var byteCount = 0
  private(set) var dirtyByteCount = 0
  private var uses: UInt64 = 0

  private mutating func nextUse() -> UInt64 {
    uses &+= 1
    return uses
  }

  // MARK: Rows

  var count: Int { slots.count }
  /// In no order.
  var models: [Model] { slots.values.compactMap(\.model) }

  /// Where the row is; nil where it is not in memory. To compare a slot with nil would copy it.
  func index(of key: RowKey) -> Index? { slots.index(forKey: key) }

  func model(of key: RowKey) -> Model? { slots[key]?.model }
  /// Of the last event that is in a row; nil where it is not in memory.
  func position(of key: RowKey) -> Position? { slots[key]?.position }

  /// The row, which is not evicted soon; nil for one that has ended.
  mutating func use(_ index: Index) -> Model? {
    slots.values[index].lastUse = nextUse()
    return slots.values[index].model
  }

  /// Takes an event into a row.
  /// - Returns: what that changed; nil where the row has the event already.
  @inline(__always)
  mutating func fold(
    _ index: Index, _ key: RowKey, _ fact: Model.Fact, _ envelope: EventEnvelope, isMade: Bool, isMirror: Bool
  ) throws(FoldError) -> Change? {
    let use = nextUse()
    guard let change = try slots.values[index].fold(key, fact, envelope, isMade: isMade, isMirror: isMirror, use: use)
    else { return nil }
    byteCount += change.growth
    if change.isFirst {
      dirtyKeys.append(key)
      dirtyByteCount += change.byteCount
    } else if !isMirror {
      dirtyByteCount += change.growth
    }
    return change
  }

  /// Puts a row in the place of the one that the key had.
  /// - Parameter model: nil for a row that has ended.
  mutating func put(_ model: Model?, at position: Position, isDirty: Bool, for key: RowKey) {
    let slot = Slot(model: model, position: position, isDirty: isDirty, lastUse: nextUse())
    let before = slots.updateValue(slot, forKey: key)
    byteCount += slot.byteCount - (before?.byteCount ?? 0)
    guard isDirty else { return }
    let dirtyBefore = before.flatMap { $0.isDirty ? $0.byteCount : nil }
    dirtyByteCount += slot.byteCount - (dirtyBefore ?? 0)
    if dirtyBefore == nil { dirtyKeys.append(key) }
  }

  /// Removes a row; `dirtyKeys` is left as it is.
  /// - Returns: whether there was one.
  @discardableResult
  mutating func remove(_ key: RowKey) -> Bool {
    guard let slot = slots.removeValue(forKey: key) else { return false }
    byteCount -= slot.byteCount
    if slot.isDirty { dirtyByteCount -= slot.byteCount }
    return true
  }

  /// Removes a row of which nothing is to be written.
  /// - Returns: whether there was one.
  mutating func drop(_ key: RowKey) -> Bool {
    guard remove(key) else { return false }
    dirtyKeys.removeAll { $0 == key }
    return true
  }

  /// Removes the rows that changed.
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

  // MARK: Writing

  /// Rows of a shelf that the store does not have as they are now; nil for those that have ended.
  func dirtyRows(of shelf: ShelfID) -> [(key: RowKey, model: Model?, position: Position)] {
    dirtyKeys.compactMap { key in
      guard key.shelf == shelf, let slot = slots[key] else { return nil }
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

  /// - Returns: whether rows that had ended were removed.
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

  var changedRowCount: Int { dirtyKeys.count { slots[$0]?.model != nil } }

  // A row that has ended is removed with the checkpoint: before that, an event may change it once more.
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
