import Domain
import EventStore

/// Folds events into rows before they are recorded, for a shared store, which records both in one step.
///
/// It runs ahead of what queries see, so it has tables of its own. Not thread-safe: the committer's thread owns it.
public final class InlineRows {
  private let store: any EventStore
  private let schema: EventSchema
  private let rowMemory: Int
  private let tables: TableSet
  /// How the read models stood when they were last told.
  private var models: [ReadModelState] = []
  private var position: Position = 0
  /// Whether rows were handed out that may not have been recorded.
  private var isAhead = false

  /// - Parameter rowMemory: about how many bytes the rows of all projections may take in memory.
  public init(
    store: any EventStore, schema: EventSchema, areas: ReadModelAreas, rowMemory: Int = 64 << 20
  ) {
    self.store = store
    self.schema = schema
    tables = TableSet(areas, .cache)
    self.rowMemory = rowMemory
  }

  /// Takes in what others have recorded, rows included.
  public func follow(_ news: News) {
    let isReplaced = news.readModels.map(\.generation) != models.map(\.generation)
    let isStopped = news.readModels.map(\.stopped) != models.map(\.stopped)
    models = news.readModels
    takeBack()
    // Of a damaged event it is not certain which rows have it; in the store they do.
    if isReplaced || isStopped || !news.damaged.isEmpty {
      forget()
    } else {
      var next = 0
      let events = news.events.filter { tables.holds($0.stream, $0.owner) }.map { DecodedEvent($0, schema) }
      _ = tables.fold(events, from: &next, isMirror: true)
      // Who stops a read model for all is whoever records the event, not an older program that only hears of it.
      if tables.all.contains(where: { $0.stopped != stopped(of: $0) }) { forget() }
    }
    position = news.last ?? position
  }

  /// The rows that `events` change, as they are afterwards; to be recorded together with them.
  ///
  /// Called while nobody else can append, and after everything recorded before was followed. `recorded` must be
  /// called when they stand; without it the next `follow` forgets what was folded here.
  ///
  /// - Parameter said: what the events say, of each, where whoever records them knows; else it is read from their data.
  public func rows(changedBy events: [RecordedEvent], said: [Event] = []) throws(StoreError) -> [ReadModelFlush] {
    isAhead = true
    let decoded = events.indices.map { DecodedEvent(events[$0], schema, known: said.isEmpty ? nil : said[$0]) }
    var next = 0
    while let missing = tables.fold(decoded, from: &next) {
      tables.install(try store.row(missing.table, key: missing.key), for: missing)
    }
    return tables.all.map { $0.flush(checkpoint: $0.reach(events.last?.position ?? position))() }
  }

  /// What was handed out last has been recorded.
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

  /// Forgets what was folded and not recorded. The store has those rows as they were before.
  private func takeBack() {
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
