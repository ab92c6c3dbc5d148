import Domain
import EventStore

/// Folds events into rows for a shared store, which records both in one step. The rows are ahead of those that queries
/// read, so they have their own tables. Not thread-safe; only the committer's thread uses it.
public final class InlineRows {
  private let store: any EventLog & RowStore
  private let schema: EventSchema
  private let rowMemory: Int
  private let tables: TableSet
  private var models: [ReadModelState] = []
  private var position: Position = 0
  /// Whether rows were returned whose commit is not confirmed yet.
  private var isAhead = false

  /// Creates empty tables. `rowMemory` is the approximate maximum number of bytes for all rows.
  public init(
    store: any EventLog & RowStore, schema: EventSchema, areas: ReadModelAreas, rowMemory: Int = 64 << 20
  ) {
    self.store = store
    self.schema = schema
    tables = TableSet(areas, .cache)
    self.rowMemory = rowMemory
  }

  /// Applies other servers' events, or forgets the rows in memory if they can no longer be updated.
  public func follow(_ storeChanges: StoreChanges) {
    let isReplaced = storeChanges.readModels.map(\.generation) != models.map(\.generation)
    let isStopped = storeChanges.readModels.map(\.stopped) != models.map(\.stopped)
    models = storeChanges.readModels
    rollBack()
    // It is not known which rows in memory a damaged event changed. The rows in the store include it.
    if isReplaced || isStopped || !storeChanges.damaged.isEmpty {
      forget()
    } else {
      var next = 0
      let events = storeChanges.events.filter { tables.holds($0.stream, $0.owner) }.map { DecodedEvent($0, schema) }
      _ = tables.fold(events, from: &next, storeHasRows: true)
      // The recording server decides whether a read model stops. This one may be older, so its failures do not count.
      if tables.all.contains(where: { $0.stopped != stopped(of: $0) }) { forget() }
    }
    position = storeChanges.last ?? position
  }

  /// Returns the rows that `events` change, to be recorded with them. `decodedEvents` has the decoded events, or none.
  ///
  /// Call this while no other server can append, and after `follow` has applied all earlier events. Call `recorded`
  /// after the commit; otherwise the next call of `follow` rolls the changes back.
  public func rows(changedBy events: [RecordedEvent], decodedEvents: [Event] = []) throws(StoreError)
    -> [ReadModelFlush]
  {
    isAhead = true
    let decoded = events.indices.map {
      DecodedEvent(events[$0], schema, known: decodedEvents.isEmpty ? nil : decodedEvents[$0])
    }
    var next = 0
    while let missing = tables.fold(decoded, from: &next) {
      tables.install(try store.row(missing.table, key: missing.key), for: missing)
    }
    return tables.all.map { $0.flush(checkpoint: $0.checkpointReached(through: events.last?.position ?? position))() }
  }

  /// Marks the rows that were returned last as recorded, up to `position`.
  public func recorded(through position: Position) {
    guard isAhead else { return }
    isAhead = false
    self.position = position
    for table in tables.all {
      table.markClean()
      for index in models.indices where models[index].name == table.name { models[index].stopped = table.stopped }
    }
    tables.evict(limit: rowMemory)
  }

  /// Discards folded rows that were not recorded. The store still has the earlier rows.
  private func rollBack() {
    guard isAhead else { return }
    for table in tables.all {
      table.dropChanges()
      table.rewind(to: position)
    }
    isAhead = false
  }

  private func forget() {
    for table in tables.all {
      let stopped = stopped(of: table)
      table.reset(checkpoint: stopped.map { $0.position - 1 } ?? 0, stopped: stopped)
    }
  }

  private func stopped(of table: any ProjectionTable) -> ReadModelState.Stopped? {
    models.first { $0.name == table.name }?.stopped
  }
}
