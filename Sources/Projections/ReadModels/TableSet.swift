import EventStore

/// The tables of all areas. Not thread-safe; the owner guards it with a lock if other threads use it.
package final class TableSet {
  private let areas: [(category: String, tables: any AreaTables)]
  let all: [any ProjectionTable]

  init(
    _ areas: ReadModelAreas, names: Set<String>? = nil, _ memory: TableMemory, changes: RecentChanges? = nil
  ) {
    let make = TableMaker(names: names, memory: memory, changes: changes)
    self.areas = areas.all.map { ($0.category, $0.init(make)) }
    all = self.areas.flatMap { $0.tables.tables }.filter(\.isSelected)
  }

  package func of<Area: AreaTables>(_ area: Area.Type) -> Area {
    for (_, tables) in areas { if let tables = tables as? Area { return tables } }
    preconditionFailure("\(Area.category) is not among the areas")
  }

  private func tables(inCategory category: String) -> (any AreaTables)? {
    for area in areas where area.category == category { return area.tables }
    return nil
  }

  /// Folds events from index `next` on, and advances `next`. `storeHasRows` is whether the store's rows include these
  /// events. Returns a row that must be installed before folding can continue; nil if all events are folded.
  func fold(_ events: [DecodedEvent], from next: inout Int, storeHasRows: Bool = false) -> MissingRow? {
    while next < events.count {
      let area = tables(inCategory: events[next].envelope.stream.category)
      if let missing = area?.fold(events[next], storeHasRows: storeHasRows) { return missing }
      next += 1
    }
    return nil
  }

  func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool {
    tables(inCategory: stream.category)?.tables.contains { $0.holds(stream, owner) } ?? false
  }

  /// Forgets the stream's rows in read models with one row per stream, because these rows have changed in the store.
  func drop(_ stream: StreamID, _ owner: OwnerID) {
    for table in tables(inCategory: stream.category)?.tables ?? [] { table.drop(stream, owner) }
  }

  // MARK: Memory and eviction

  var byteCount: Int { all.reduce(0) { $0 + $1.byteCount } }

  /// Chooses rows to evict if all rows exceed `limit` bytes: the table with the most evictable bytes, and its clean
  /// rows, of which enough are to be evicted to free a quarter of the limit. Returns nil if there is nothing to evict.
  /// This keeps evictions rare, and keeps large rows of one read model from evicting small rows of others.
  func eviction(limit: Int) -> (table: any ProjectionTable, choice: EvictionChoice)? {
    let byteCount = byteCount
    guard byteCount > limit, let table = all.max(by: { $0.evictableByteCount < $1.evictableByteCount }),
      table.evictableByteCount > 0
    else { return nil }
    return (table, table.evictable(byteCount: byteCount - limit / 4 * 3))
  }

  /// Evicts clean rows if all rows exceed `limit` bytes. Use this only if no other thread waits for the tables.
  func evict(limit: Int) {
    while let (table, choice) = eviction(limit: limit) { table.evict(choice.victims()[...]) }
  }

  func install(_ row: Row?, for missing: MissingRow) {
    table(missing.table)?.install(row, for: missing.key, nextEvent: missing.nextEvent)
  }

  func table(_ name: String) -> (any ProjectionTable)? { all.first { $0.name == name } }
}

package struct MissingRow: Sendable {
  let table: String
  let key: RowKey
  let nextEvent: Position
}
