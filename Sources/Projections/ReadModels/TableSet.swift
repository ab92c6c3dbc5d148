import EventStore

/// The tables of all areas, and the order in which they take events in.
///
/// Not thread-safe: it lives behind a lock.
package final class TableSet {
  private let areas: [(category: String, tables: any AreaTables)]
  /// Those that take part.
  let all: [any ProjectionTable]

  /// - Parameters:
  ///   - names: The projections that take part; all when nil.
  ///   - changes: Where they note what changes.
  init(
    _ areas: ReadModelAreas, names: Set<String>? = nil, _ memory: TableMemory, changes: RecentChanges? = nil
  ) {
    let make = TableMaker(names: names, memory: memory, changes: changes)
    self.areas = areas.all.map { ($0.category, $0.init(make)) }
    all = self.areas.flatMap { $0.tables.tables }.filter(\.takesPart)
  }

  /// The tables of an area.
  package func of<Area: AreaTables>(_ area: Area.Type) -> Area {
    for (_, tables) in areas { if let tables = tables as? Area { return tables } }
    preconditionFailure("\(Area.category) is not among the areas")
  }

  /// Those that fold the streams of a category.
  private func of(_ category: String) -> (any AreaTables)? {
    for area in areas where area.category == category { return area.tables }
    return nil
  }

  /// Takes in events from `next` on, and moves `next` behind the last one that is in.
  /// - Parameter isMirror: whether the store's rows have these events already.
  /// - Returns: a row that must be installed before it can go on; nil when all are in.
  func fold(_ events: [DecodedEvent], from next: inout Int, isMirror: Bool = false) -> MissingRow? {
    while next < events.count {
      if let missing = of(events[next].envelope.stream.category)?.fold(events[next], isMirror: isMirror) {
        return missing
      }
      next += 1
    }
    return nil
  }

  /// Whether events of the stream may change what is in memory.
  func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool {
    of(stream.category)?.tables.contains { $0.holds(stream, owner) } ?? false
  }

  /// Forgets the stream's rows, which have changed, where it has one of each read model; the store has them.
  func drop(_ stream: StreamID, _ owner: OwnerID) {
    for table in of(stream.category)?.tables ?? [] { table.drop(stream, owner) }
  }

  // MARK: Memory

  /// About how many bytes all rows take in memory.
  var byteCount: Int { all.reduce(0) { $0 + $1.byteCount } }

  /// Where all rows together take more than `limit` bytes: the table whose clean rows take most, and what to choose from
  /// there so that a quarter of the limit becomes free. So eviction is seldom, and large rows of one read model do not
  /// push out the small rows of the others.
  func eviction(limit: Int) -> (table: any ProjectionTable, choice: EvictionChoice)? {
    let byteCount = byteCount
    guard byteCount > limit, let table = all.max(by: { $0.evictableByteCount < $1.evictableByteCount }),
      table.evictableByteCount > 0
    else { return nil }
    return (table, table.evictable(byteCount: byteCount - limit / 4 * 3))
  }

  /// Evicts clean rows where all rows take more than `limit` bytes: for tables that no other thread waits for.
  func evict(limit: Int) {
    while let (table, choice) = eviction(limit: limit) { table.evict(choice.victims()[...]) }
  }

  func install(_ row: Row?, for missing: MissingRow) {
    table(missing.table)?.install(row, for: missing.key, nextEvent: missing.nextEvent)
  }

  func table(_ name: String) -> (any ProjectionTable)? { all.first { $0.name == name } }
}

/// A row that a fold needs and memory does not hold.
package struct MissingRow: Sendable {
  let table: String
  let key: RowKey
  /// The event that waits for it.
  let nextEvent: Position
}
