import EventStore
import MovieNightPrimitives

/// Which rows of a read model are kept in memory.
enum TableMemory {
  /// All rows.
  case whole
  /// Some of the rows in the store, and all rows that differ from the store's.
  case cache
  /// Like `cache`, but the store has no rows at first, so all rows are in memory until some are evicted.
  case fresh
}

package final class Table<Model: Projection>: ProjectionTable {
  private let memory: TableMemory
  /// Whether all rows are in memory, so that a row that is not in memory does not exist.
  private var isWhole: Bool
  package let isSelected: Bool
  private let changed: RecentChanges?
  // Only this module can access this property, because every access would be checked at run time otherwise.
  private(set) var rows = RowCache<Model>()
  /// Keys that are known to have no row. Clients often ask for them, as in a household that never watched a movie.
  private var absentKeys: Set<RowKey> = []
  private var foldedPosition: Position = 0
  private var fault: ReadModelState.Stopped?
  /// Changes whenever rows leave memory. A row that was read from the store under an older epoch must not be installed.
  private(set) var epoch = 0
  private(set) var lists: PartitionLists?
  /// All keys in order; nil unless the projection is enumerated and all rows are in memory.
  private var sortedKeys: SortedKeys?

  init(_ memory: TableMemory, isSelected: Bool, _ changed: RecentChanges?) {
    self.memory = memory
    self.changed = changed
    self.isSelected = isSelected
    isWhole = memory != .cache
    lists = Model.isListed ? PartitionLists(isWhole: memory == .whole) : nil
    sortedKeys = Model.isEnumerated && memory == .whole ? SortedKeys() : nil
  }

  package var name: String { Model.name }
  package var version: Int { Model.version }
  package var checkpoint: Position { foldedPosition }
  package var stopped: ReadModelState.Stopped? { fault }
  package var rowCount: Int { rows.count }
  package var dirtyCount: Int { rows.dirtyKeys.count }
  package var byteCount: Int { rows.byteCount }
  package var dirtyByteCount: Int { rows.dirtyByteCount }
  package var evictableByteCount: Int { memory == .whole ? 0 : rows.byteCount - rows.dirtyByteCount }

  // MARK: Folding

  /// Folds the next event, unless it is at or before the checkpoint, or the table is not selected. Returns a row that
  /// must be installed first, if any. If `storeHasRows`, the store's rows already include the event, so a row that is
  /// not in memory need not be fetched.
  package func fold(
    _ domainEvent: TypedEvent<Model.DomainEvent>, _ envelope: EventEnvelope, storeHasRows: Bool
  ) -> MissingRow? {
    guard isSelected, fault == nil, envelope.position > foldedPosition else { return nil }
    func missing(_ key: RowKey) -> MissingRow { MissingRow(table: name, key: key, nextEvent: envelope.position) }
    switch domainEvent {
    case .unreadable(let reason): stop(at: envelope.position, reason)
    case .domainEvent(let domainEvent):
      do throws(FoldError) {
        switch Model.rows(touchedBy: domainEvent, envelope) {
        case .none: break
        case .one(let row):
          if let key = try touch(row, domainEvent, envelope, storeHasRows: storeHasRows) { return missing(key) }
        case .several(let rows):
          if !storeHasRows {
            for row in rows { if let key = missingKey(of: row) { return missing(key) } }
          }
          for row in rows { try checkFold(row, domainEvent, envelope) }
          for row in rows { _ = try touch(row, domainEvent, envelope, storeHasRows: storeHasRows) }
        }
      } catch {
        stop(at: envelope.position, "\(domainEvent.payload.typeName) in the stream \(envelope.stream): \(error)")
        return nil
      }
      foldedPosition = envelope.position
    }
    return nil
  }

  private func missingKey(of row: TouchedRow) -> RowKey? {
    guard case .changed(let key) = row, !isInMemory(key), !isAbsent(key) else { return nil }
    return key
  }

  /// Folds the event into a row.
  /// - Returns: the row's key, with nothing changed, if the row must be installed first; otherwise nil.
  private func touch(
    _ row: TouchedRow, _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope, storeHasRows: Bool
  ) throws(FoldError) -> RowKey? {
    if case .ended(let key) = row {
      noteChange(of: key)
      end(key, envelope, storeHasRows: storeHasRows)
      return nil
    }
    let (key, isMade) = (row.key, row.isMade)
    guard let index = rows.index(of: key) else {
      let isNew = isMade || isAbsent(key)
      if !isNew, !storeHasRows { return key }
      noteChange(of: key)
      if isNew {
        try add(key, domainEvent, envelope, storeHasRows: storeHasRows)
      } else {
        // The row is only in the shared store. Its list may be in memory, and a query may be reading the row.
        lists?.forget(key.partition)
        epoch += 1
      }
      return nil
    }
    // Note the change even if the row includes the event, because an answer may depend on its earlier version.
    noteChange(of: key)
    // A row that was read from the store may already include the event.
    let change = try rows.fold(index, key, domainEvent, envelope, isMade: isMade, storeHasRows: storeHasRows)
    if Model.isListed, let change, change.from != change.to {
      if let old = change.from { lists?.remove(key, from: old) }
      if let new = change.to { lists?.insert(new, key) }
    }
    return nil
  }

  /// Throws the error that folding the row would throw, if any, without changing anything.
  private func checkFold(_ row: TouchedRow, _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope)
    throws(FoldError)
  {
    var model: Model?
    switch row {
    case .made(let key): try Model.fold(&model, key, domainEvent, envelope)
    case .changed(let key):
      guard isInMemory(key) || isAbsent(key) else { return }
      if let position = rows.position(of: key), envelope.position <= position { return }
      model = rows.model(of: key)
      try Model.fold(&model, key, domainEvent, envelope)
    case .ended: break
    }
  }

  private func add(_ key: RowKey, _ domainEvent: Model.DomainEvent, _ envelope: EventEnvelope, storeHasRows: Bool)
    throws(FoldError)
  {
    var model: Model?
    try Model.fold(&model, key, domainEvent, envelope)
    guard let model else { return }
    rows.put(model, at: envelope.position, isDirty: !storeHasRows, for: key)
    absentKeys.remove(key)
    sortedKeys?.insert(key)
    if Model.isListed, let sortKey = model.sortKey { lists?.insert(sortKey, key) }
  }

  private func end(_ key: RowKey, _ envelope: EventEnvelope, storeHasRows: Bool) {
    if let position = rows.position(of: key), envelope.position <= position { return }
    lists?.remove(key, from: rows.model(of: key)?.sortKey)
    sortedKeys?.remove(key)
    // The store no longer has the row or keeps no rows, so only the absence of the row needs to be remembered.
    if memory == .whole || storeHasRows {
      if rows.remove(key) { epoch += 1 }
      if memory != .whole { noteAbsence(of: key) }
      return
    }
    absentKeys.remove(key)
    rows.put(nil, at: envelope.position, isDirty: true, for: key)
  }

  private func stop(at position: Position, _ reason: String) {
    fault = ReadModelState.Stopped(position: position, reason: reason)
    changed?.noteAllChanged()
  }

  @inline(__always)
  private func noteChange(of key: RowKey) {
    guard let changed else { return }
    changed.note(.row(Model.self, key))
    if Model.isListed { changed.note(.list(Model.self, key.partition)) }
  }

  // MARK: Present and absent rows

  private func isInMemory(_ key: RowKey) -> Bool { rows.index(of: key) != nil }

  private func isAbsent(_ key: RowKey) -> Bool {
    isWhole || absentKeys.contains(key) || lists?.isComplete(without: key) ?? false
  }

  /// Remembers that there is no row for the key, unless one is in memory.
  func noteAbsence(of key: RowKey) {
    guard !isInMemory(key) else { return }
    if absentKeys.count >= Self.maximumAbsentKeys { absentKeys.removeAll(keepingCapacity: true) }
    absentKeys.insert(key)
  }

  private static var maximumAbsentKeys: Int { 20_000 }

  package func install(_ row: Row?, for key: RowKey, nextEvent: Position) {
    guard let row else { return noteAbsence(of: key) }
    do throws(JSONError) {
      install(try Model(row: row), at: row.position)
    } catch {
      stop(at: nextEvent, "the row \(key) cannot be read: \(error)")
    }
  }

  /// Installs a row from the store, unless the row is already in memory.
  func install(_ model: Model, at position: Position) {
    guard !isInMemory(model.key) else { return }
    absentKeys.remove(model.key)
    rows.put(model, at: position, isDirty: false, for: model.key)
  }

  package func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool {
    Model.onlyRow(of: stream, owner).map { isInMemory($0) } ?? true
  }

  package func drop(_ stream: StreamID, _ owner: OwnerID) {
    guard let key = Model.onlyRow(of: stream, owner) else { return }
    noteChange(of: key)
    if Model.movesInList { lists?.forget(key.partition) }
    guard rows.drop(key) else { return }
    sortedKeys?.remove(key)
    epoch += 1
  }

  package func dropChanges() {
    for key in rows.dirtyKeys {
      absentKeys.remove(key)
      lists?.forget(key.partition)
    }
    rows.dropChanges()
    epoch += 1
  }

  // MARK: Reading rows

  func requireRunning() throws(ProjectionError) -> Table {
    if stopped != nil { throw .projectionStopped(name: name) }
    return self
  }

  func cached(_ key: RowKey) -> Cached<Model> {
    guard let index = rows.index(of: key) else { return isAbsent(key) ? .hit(nil) : .miss }
    return .hit(rows.use(index))
  }

  func page(_ partition: PartitionKey, after sortKey: SortKey?, limit: Int) -> RowPage<Model>? {
    guard let entries = lists?.page(partition, after: sortKey, limit: limit + 1) else { return nil }
    var rows: [Model] = []
    rows.reserveCapacity(entries.count)
    for entry in entries {
      let key = RowKey(partition: partition, item: entry.item)
      guard case .hit(let row?) = cached(key), row.sortKey == entry.sortKey else { return nil }
      rows.append(row)
    }
    return RowPage(rows, limit: limit)
  }

  /// Installs the first rows of a partition, as stored. `isComplete` is whether the partition has no other rows.
  func installList(_ rows: some Collection<RowPage<Model>.PositionedRow>, isComplete: Bool, partition: PartitionKey) {
    for row in rows { install(row.model, at: row.position) }
    let entries = rows.compactMap { row in
      row.model.sortKey.map { PartitionLists.Entry(sortKey: $0, item: row.model.key.item) }
    }
    lists?.install(entries, isComplete: isComplete, partition: partition)
  }

  /// Returns at most `limit` keys after `key`, in order, of rows that differ from the store's.
  func keysOutsideStore(after key: RowKey?, limit: Int) -> [RowKey] {
    if let sortedKeys { return sortedKeys.page(after: key, limit: limit) }
    let changed = rows.dirtyKeys.filter { changed in key.map { $0 < changed } ?? true }
    return Array(changed.sorted().prefix(limit))
  }

  package func contents() -> @Sendable () -> [Row] { rows.contents() }

  // MARK: Writing and eviction

  package func changes() -> @Sendable () -> RowChanges { rows.changes() }
  package func markClean() { if rows.markClean() { epoch += 1 } }
  package func changedRowCount(atMost limit: Int) -> Int? { rows.changedRowCount(atMost: limit) }
  package func changedRows(_ count: Int) -> @Sendable () -> [Row] { rows.changedRows(count) }
  package func markClean(_ count: Int) { rows.markClean(count) }

  package func evictable(byteCount: Int) -> EvictionChoice { rows.evictable(byteCount: byteCount) }
  package func evict(_ victims: ArraySlice<EvictionChoice.Use>) {
    rows.evict(victims)
    isWhole = memory == .whole
    epoch += 1
  }

  package func reset(checkpoint: Position, stopped: ReadModelState.Stopped?) {
    rows.removeAll()
    absentKeys = []
    lists = Model.isListed ? PartitionLists(isWhole: memory == .whole) : nil
    sortedKeys?.removeAll()
    foldedPosition = checkpoint
    fault = stopped
    epoch += 1
    changed?.noteAllChanged()
  }

  package func rewind(to position: Position) { foldedPosition = min(foldedPosition, position) }

  package func adopt(_ other: any ProjectionTable) {
    guard let other = other as? Table<Model> else { return }
    (rows, lists, sortedKeys) = (other.rows, other.lists, other.sortedKeys)
    (foldedPosition, fault) = (other.foldedPosition, other.fault)
    epoch += 1
    changed?.noteAllChanged()
  }
}
