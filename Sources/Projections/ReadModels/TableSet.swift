import EventStore

/// The tables of all areas. Not thread-safe: it lives behind a lock.
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

  /// Returns the tables of an area.
  package func of<Area: AreaTables>(_ area: Area.Type) -> Area {
    for (_, tables) in areas { if let tables = tables as? Area { return tables } }
    preconditionFailure("\(Area.category) is not among the areas")
  }

  private func of(_ category: String) -> (any AreaTables)? {
    for area in areas where area.category == category { return area.tables }
    return nil
  }

  /// Folds events from `next` on, and moves `next` behind the last folded one. `storeHasRows` is whether the store's rows have
  /// these events already. Returns a row that must be installed before it can continue; nil if all events are folded.
  func fold(_ events: [DecodedEvent], from next: inout Int, storeHasRows: Bool = false) -> MissingRow? {
    while next < events.count {
      if let missing = of(events[next].envelope.stream.category)?.fold(events[next], storeHasRows: storeHasRows) {
        return missing
      }
      next += 1
    }
    return nil
  }

  func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool {
    of(stream.category)?.tables.contains { $0.holds(stream, owner) } ?? false
  }

  /// Forgets the stream's rows, for read models with one row per stream, after they changed in the store.
  func drop(_ stream: StreamID, _ owner: OwnerID) {
    for table in of(stream.category)?.tables ?? [] { table.drop(stream, owner) }
  }

  // MARK: Memory

  var byteCount: Int { all.reduce(0) { $0 + $1.byteCount } }

  /// If all rows together exceed `limit` bytes, returns the table with most clean bytes, and rows to choose from so that a
  /// quarter of the limit becomes free. This keeps evictions rare, and large rows of one read model do not evict small rows of
  /// others.
  func eviction(limit: Int) -> (table: any ProjectionTable, enumeration: EvictionChoice)? {
    let byteCount = byteCount
    guard byteCount > limit, let table = all.max(by: { $0.evictableByteCount < $1.evictableByteCount }),
      table.evictableByteCount > 0
    else { return nil }
    return (table, table.evictable(byteCount: byteCount - limit / 4 * 3))
  }

  /// Evicts clean rows if all rows exceed `limit` bytes, for tables that no other thread waits for.
  func evict(limit: Int) {
    while let (table, enumeration) = eviction(limit: limit) { table.evict(enumeration.victims()[...]) }
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
