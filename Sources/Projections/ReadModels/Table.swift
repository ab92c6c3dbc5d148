import EventStore
import MovieNightPrimitives

/// What of a read model's rows is in memory.
enum TableMemory {
  /// Every row there is.
  case whole
  /// Some rows of those that the store has, and those that it does not have yet.
  case cache
  /// The same of a store that had none at first: every row there is, until some are forgotten.
  case fresh
}

/// The rows of one projection that are in memory: those that changed or ended since they were last written, and a cache
/// of others.
package final class Table<Model: Projection>: ProjectionTable {
  private struct Slot {
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
  private struct Change {
    /// Where it stood in its shelf's list, and where it stands.
    let from: RowPlace?
    let to: RowPlace?
    /// Whether it is the first since the row was written.
    let isFirst: Bool
    /// How large the row is now, and by how much it has grown.
    let byteCount: Int
    let growth: Int
  }

  private let memory: TableMemory
  /// Whether memory holds every row there is, so that a row that is not here does not exist.
  private var isWhole: Bool
  package let takesPart: Bool
  private let changed: RecentChanges?
  private var slots: [RowKey: Slot] = [:]
  /// Keys that have no row, as far as somebody looked: a household that never watched a movie is asked for it often.
  private var absentKeys: Set<RowKey> = []
  private var dirtyKeys: [RowKey] = []
  /// About how many bytes all rows take, and those among them that the store has otherwise.
  private var allBytes = 0
  private var dirtyBytes = 0
  private var uses: UInt64 = 0
  private var folded: Position = 0
  private var fault: ReadModelState.Stopped?
  /// Changes when rows leave: whoever read the store beside must then not install what was read.
  private(set) var epoch = 0
  /// Which rows each shelf has; nil unless the projection is listed.
  private(set) var lists: ShelfLists?
  /// All keys there are; nil unless the projection is enumerated and memory holds every row.
  private var sortedKeys: SortedKeys?

  init(_ memory: TableMemory, takesPart: Bool, _ changed: RecentChanges?) {
    self.memory = memory
    self.changed = changed
    self.takesPart = takesPart
    isWhole = memory != .cache
    lists = Model.isListed ? ShelfLists(isWhole: memory == .whole) : nil
    sortedKeys = Model.isEnumerated && memory == .whole ? SortedKeys() : nil
  }

  // What is counted is stored where only this module reaches it: else every access to it would be checked.
  package var byteCount: Int { allBytes }
  package var dirtyByteCount: Int { dirtyBytes }
  package var checkpoint: Position { folded }
  package var stopped: ReadModelState.Stopped? { fault }

  package var name: String { Model.name }
  package var version: Int { Model.version }
  package var rowCount: Int { slots.count }
  package var dirtyCount: Int { dirtyKeys.count }

  // MARK: Folding

  /// Takes the next event in. An event at or before the checkpoint changes nothing.
  /// - Parameter isMirror: whether the store's rows have the event already, so that a row that is not in memory needs
  ///   not be fetched, and none has to be written.
  /// - Returns: The key of a row that must be installed first; nil when the event is in.
  func fold(_ fact: ReadFact<Model.Fact>, _ envelope: EventEnvelope, isMirror: Bool) -> RowKey? {
    guard fault == nil, envelope.position > folded else { return nil }
    switch fact {
    case .unreadable(let reason): stop(at: envelope.position, reason)
    case .fact(let fact):
      do throws(FoldError) {
        switch Model.rows(touchedBy: fact, envelope) {
        case .none: break
        case .one(let row): if let missing = try touch(row, fact, envelope, isMirror: isMirror) { return missing }
        case .several(let rows):
          if !isMirror {
            for row in rows { if let missing = missing(row) { return missing } }
          }
          for row in rows { try tryOut(row, fact, envelope) }
          for row in rows { _ = try touch(row, fact, envelope, isMirror: isMirror) }
        }
      } catch {
        stop(at: envelope.position, "\(fact.payload.typeName) in the stream \(envelope.stream): \(error)")
        return nil
      }
      folded = envelope.position
    }
    return nil
  }

  /// The key of a row that must be known, and is not.
  private func missing(_ row: TouchedRow) -> RowKey? {
    guard case .changed(let key) = row, !isInMemory(key), !isAbsent(key) else { return nil }
    return key
  }

  /// - Returns: the key of the row, where it must be known and is not: then nothing is done.
  private func touch(
    _ row: TouchedRow, _ fact: Model.Fact, _ envelope: EventEnvelope, isMirror: Bool
  ) throws(FoldError) -> RowKey? {
    if case .ended(let key) = row {
      noteChange(of: key)
      end(key, envelope, isMirror: isMirror)
      return nil
    }
    let (key, isMade) = (row.key, row.isMade)
    guard let index = slots.index(forKey: key) else {
      let isNew = isMade || isAbsent(key)
      if !isNew, !isMirror { return key }
      noteChange(of: key)
      if isNew {
        try add(key, fact, envelope, isMirror: isMirror)
      } else {
        // Of a shared store, and not in memory: where it stands may be known, and somebody may be reading it.
        lists?.forget(key.shelf)
        epoch += 1
      }
      return nil
    }
    // Also of a row that is ahead: an answer may rest on how it was before.
    noteChange(of: key)
    let use = nextUse()
    // A row that was read from the store may be ahead of the events that have been taken in.
    let change = try slots.values[index].fold(key, fact, envelope, isMade: isMade, isMirror: isMirror, use: use)
    guard let change else { return nil }
    allBytes += change.growth
    if change.isFirst {
      dirtyKeys.append(key)
      dirtyBytes += change.byteCount
    } else if !isMirror {
      dirtyBytes += change.growth
    }
    if Model.isListed { move(key, from: change.from, to: change.to) }
    return nil
  }

  /// Throws what folding the row would throw, and changes nothing.
  private func tryOut(_ row: TouchedRow, _ fact: Model.Fact, _ envelope: EventEnvelope) throws(FoldError) {
    var model: Model?
    switch row {
    case .made(let key): try Model.fold(&model, key, fact, envelope)
    case .changed(let key):
      guard isInMemory(key) || isAbsent(key) else { return }
      if let slot = slots[key], envelope.position <= slot.position { return }
      model = slots[key]?.model
      try Model.fold(&model, key, fact, envelope)
    case .ended: break
    }
  }

  private func add(_ key: RowKey, _ fact: Model.Fact, _ envelope: EventEnvelope, isMirror: Bool) throws(FoldError) {
    var model: Model?
    try Model.fold(&model, key, fact, envelope)
    guard let model else { return }
    put(Slot(model: model, position: envelope.position, isDirty: !isMirror, lastUse: nextUse()), for: key)
    absentKeys.remove(key)
    sortedKeys?.insert(key)
    if Model.isListed, let place = model.place { lists?.insert(place, key) }
  }

  private func move(_ key: RowKey, from old: RowPlace?, to new: RowPlace?) {
    guard old != new else { return }
    if let old { lists?.remove(key, from: old) }
    if let new { lists?.insert(new, key) }
  }

  private func end(_ key: RowKey, _ envelope: EventEnvelope, isMirror: Bool) {
    if let slot = slots[key] {
      guard envelope.position > slot.position else { return }
      lists?.remove(key, from: slot.model?.place)
    } else {
      lists?.remove(key, from: nil)
    }
    sortedKeys?.remove(key)
    // Where the store has it no more, or never had one, that there is none is all there is to know.
    if memory == .whole || isMirror {
      if remove(key) { epoch += 1 }
      if memory != .whole { noteAbsence(of: key) }
      return
    }
    absentKeys.remove(key)
    put(Slot(model: nil, position: envelope.position, isDirty: true, lastUse: nextUse()), for: key)
  }

  /// Puts a slot in the place of the one that the key had.
  private func put(_ slot: Slot, for key: RowKey) {
    let before = slots.updateValue(slot, forKey: key)
    allBytes += slot.byteCount - (before?.byteCount ?? 0)
    let dirtyBefore = before.flatMap { $0.isDirty ? $0.byteCount : nil }
    if slot.isDirty { dirtyBytes += slot.byteCount - (dirtyBefore ?? 0) }
    if slot.isDirty, dirtyBefore == nil { dirtyKeys.append(key) }
  }

  /// Forgets a slot; `dirtyKeys` is left as it is.
  /// - Returns: whether there was one.
  @discardableResult
  private func remove(_ key: RowKey) -> Bool {
    guard let slot = slots.removeValue(forKey: key) else { return false }
    allBytes -= slot.byteCount
    if slot.isDirty { dirtyBytes -= slot.byteCount }
    return true
  }

  package func install(_ row: Row?, for key: RowKey, nextEvent: Position) {
    guard let row else { return noteAbsence(of: key) }
    do throws(JSONError) {
      install(try Model(row: row), at: row.position)
    } catch {
      stop(at: nextEvent, "the row \(key) cannot be read: \(error)")
    }
  }

  private func stop(at position: Position, _ reason: String) {
    fault = ReadModelState.Stopped(position: position, reason: reason)
    changed?.noteAll()
  }

  @inline(__always)
  private func noteChange(of key: RowKey) {
    guard let changed else { return }
    changed.note(.row(Model.self, key))
    if Model.isListed { changed.note(.list(Model.self, key.shelf)) }
  }

  package func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool {
    Model.onlyRow(of: stream, owner).map { isInMemory($0) } ?? true
  }

  package func drop(_ stream: StreamID, _ owner: OwnerID) {
    guard let key = Model.onlyRow(of: stream, owner) else { return }
    noteChange(of: key)
    guard remove(key) else { return }
    dirtyKeys.removeAll { $0 == key }
    sortedKeys?.remove(key)
    epoch += 1
  }

  package func dropChanges() {
    for key in dirtyKeys {
      remove(key)
      absentKeys.remove(key)
      lists?.forget(key.shelf)
    }
    dirtyKeys.removeAll(keepingCapacity: true)
    epoch += 1
  }

  // MARK: Reading

  /// The row; `miss` where only the store can tell.
  func cached(_ key: RowKey) -> Cached<Model> {
    guard let index = slots.index(forKey: key) else { return isAbsent(key) ? .hit(nil) : .miss }
    slots.values[index].lastUse = nextUse()
    return .hit(slots.values[index].model)
  }

  /// Asked by index: to compare a slot with nil copies it.
  private func isInMemory(_ key: RowKey) -> Bool { slots.index(forKey: key) != nil }

  /// Whether there is no row, where none is in memory.
  private func isAbsent(_ key: RowKey) -> Bool {
    isWhole || absentKeys.contains(key) || lists?.isComplete(without: key) ?? false
  }

  /// Of the last event that is in a row; nil where it is not in memory.
  func position(of key: RowKey) -> Position? { slots[key]?.position }

  /// Remembers that the store has no row, unless there is one by now.
  func noteAbsence(of key: RowKey) {
    guard !isInMemory(key) else { return }
    if absentKeys.count >= Self.absentKeysAtMost { absentKeys.removeAll(keepingCapacity: true) }
    absentKeys.insert(key)
  }

  private static var absentKeysAtMost: Int { 20_000 }

  /// Puts in a clean row, unless a newer one is there.
  func install(_ model: Model, at position: Position) {
    guard !isInMemory(model.key) else { return }
    absentKeys.remove(model.key)
    put(Slot(model: model, position: position, isDirty: false, lastUse: nextUse()), for: model.key)
  }

  /// Rows of a shelf that the store does not have as they are now; nil for those that have ended.
  func dirtyRows(of shelf: ShelfID) -> [(key: RowKey, model: Model?, position: Position)] {
    dirtyKeys.compactMap { key in
      guard key.shelf == shelf, let slot = slots[key] else { return nil }
      return (key, slot.model, slot.position)
    }
  }

  /// A page of a shelf's list; nil where memory does not hold all of it.
  func page(_ shelf: ShelfID, after place: RowPlace?, limit: Int) -> RowPage<Model>? {
    guard let entries = lists?.page(shelf, after: place, limit: limit + 1) else { return nil }
    var rows: [Model] = []
    rows.reserveCapacity(entries.count)
    for entry in entries {
      let key = RowKey(shelf: shelf, item: entry.item)
      guard case .hit(let row?) = cached(key), row.place == entry.place else { return nil }
      rows.append(row)
    }
    return RowPage(rows, limit: limit)
  }

  /// Puts in clean rows, which are a shelf's first ones.
  /// - Parameter isComplete: whether they are all that there are.
  func installList(_ rows: some Collection<(model: Model, position: Position)>, isComplete: Bool, shelf: ShelfID) {
    for row in rows { install(row.model, at: row.position) }
    let entries = rows.compactMap { row in row.model.place.map { ShelfLists.Entry(place: $0, item: row.model.key.item) }
    }
    lists?.install(entries, isComplete: isComplete, shelf: shelf)
  }

  /// Keys after `key` of rows that the store does not have, or has otherwise: in their order, the first of them.
  func keysOutsideStore(after key: RowKey?, limit: Int) -> [RowKey] {
    if let sortedKeys { return sortedKeys.page(after: key, limit: limit) }
    let changed = dirtyKeys.filter { changed in key.map { $0 < changed } ?? true }
    return Array(changed.sorted().prefix(limit))
  }

  /// Every row in memory, in no order.
  var models: [Model] { slots.values.compactMap(\.model) }

  package func row(_ key: RowKey) -> Row? {
    slots[key].flatMap { slot in slot.model?.row(at: slot.position) }
  }

  // MARK: Writing

  package func changes() -> @Sendable () -> RowChanges {
    let changed = dirtyKeys.compactMap { key in slots[key].map { (key, $0) } }
    return {
      var changes = RowChanges()
      changes.rows.reserveCapacity(changed.count)
      for (key, slot) in changed {
        if let model = slot.model {
          changes.rows.append(model.row(at: slot.position))
        } else {
          changes.ended.append(key)
        }
      }
      return changes
    }
  }

  package func contents() -> @Sendable () -> [Row] {
    let slots = slots
    return { slots.values.compactMap { slot in slot.model?.row(at: slot.position) } }
  }

  package func markClean() {
    var ended = false
    for key in dirtyKeys {
      guard let index = slots.index(forKey: key) else { continue }
      if slots.values[index].model == nil {
        allBytes -= slots.remove(at: index).value.byteCount
        ended = true
      } else {
        slots.values[index].isDirty = false
      }
    }
    dirtyBytes = 0
    if ended { epoch += 1 }
    dirtyKeys.removeAll(keepingCapacity: true)
  }

  package var changedRowCount: Int { dirtyKeys.count { slots[$0]?.model != nil } }

  // A row that has ended is removed with the checkpoint: before that, an event may change it once more.
  package func changedRows(_ count: Int) -> @Sendable () -> [Row] {
    var changed: [Slot] = []
    for key in dirtyKeys {
      if changed.count == count { break }
      if let slot = slots[key], slot.model != nil { changed.append(slot) }
    }
    return { [changed] in changed.compactMap { slot in slot.model?.row(at: slot.position) } }
  }

  package func markClean(_ count: Int) {
    var left = count
    dirtyKeys.removeAll { key in
      guard left > 0, let index = slots.index(forKey: key), slots.values[index].model != nil else { return false }
      left -= 1
      slots.values[index].isDirty = false
      dirtyBytes -= slots.values[index].byteCount
      return true
    }
  }

  package var evictableByteCount: Int { memory == .whole ? 0 : allBytes - dirtyBytes }

  package func evictable(byteCount excess: Int) -> EvictionChoice {
    var choice = EvictionChoice(excess: excess)
    guard memory != .whole else { return choice }
    for (key, slot) in slots where !slot.isDirty { choice.add(key, lastUse: slot.lastUse, byteCount: slot.byteCount) }
    return choice
  }

  package func evict(_ victims: ArraySlice<EvictionChoice.Use>) {
    for victim in victims {
      guard let slot = slots[victim.key], !slot.isDirty, slot.lastUse == victim.lastUse else { continue }
      remove(victim.key)
    }
    isWhole = memory == .whole
    epoch += 1
  }

  package func reset(checkpoint: Position, stopped: ReadModelState.Stopped?) {
    slots = [:]
    absentKeys = []
    dirtyKeys = []
    allBytes = 0
    dirtyBytes = 0
    lists = Model.isListed ? ShelfLists(isWhole: memory == .whole) : nil
    sortedKeys?.removeAll()
    folded = checkpoint
    fault = stopped
    epoch += 1
    changed?.noteAll()
  }

  package func rewind(to position: Position) { folded = min(folded, position) }

  package func adopt(_ other: any ProjectionTable) {
    guard let other = other as? Table<Model> else { return }
    slots = other.slots
    dirtyKeys = other.dirtyKeys
    allBytes = other.allBytes
    dirtyBytes = other.dirtyBytes
    lists = other.lists
    sortedKeys = other.sortedKeys
    folded = other.folded
    fault = other.fault
    epoch += 1
    changed?.noteAll()
  }

  private func nextUse() -> UInt64 {
    uses &+= 1
    return uses
  }
}

/// What memory knows of a row.
public enum Cached<Value> {
  /// The value; nil where there is none.
  case hit(Value?)
  /// Only the store can tell.
  case miss
}

extension Cached: Sendable where Value: Sendable {}
