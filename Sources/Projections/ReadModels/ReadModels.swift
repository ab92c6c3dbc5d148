import Domain
import EventStore
import MovieNightPrimitives

/// The read models of a store: rows folded from its events, in memory first and in the store from time to time.
///
/// One thread, the committer's, calls `open`, `apply`, `catchUp`, `flush`, `flushPart` and `finish`; queries come from any thread.
/// `cached…` queries never wait for the store: they are for threads that must not block.
public final class ReadModels: Sendable {
  /// How much is kept in memory, and how much is done at a time.
  public struct Limits: Sendable {
    /// About how many bytes the cached rows of all projections may take together, where the store keeps rows; the rows of
    /// a rebuild may take as many again.
    public var rowMemory = 64 << 20
    /// Events replayed at opening between two flushes.
    public var eventsBetweenFlushes = 4096

    public init() {}
  }

  let store: any EventStore
  public let schema: EventSchema
  let areas: ReadModelAreas
  let limits: Limits
  let state: Locked<State>
  /// Where what is read is noted; nil where nobody asks.
  let notes: GroundNotes?

  struct State {
    let tables: TableSet
    let changes: RecentChanges
    /// The last event that was applied.
    var position: Position = 0
    /// The last event that the store's rows contain, of each read model; not kept up in a shared store, whose rows
    /// contain all.
    var flushed: [String: Position] = [:]
    var rebuilding: Set<String> = []
    /// Of each read model in a shared store: how often its rows were replaced, as far as this process knows.
    var generations: [String: Int] = [:]
  }

  /// Reads nothing yet: they know what the store has from `open` on.
  public init(
    store: any EventStore, schema: EventSchema, areas: ReadModelAreas, limits: Limits = Limits()
  ) {
    self.store = store
    self.schema = schema
    self.areas = areas
    self.limits = limits
    let changes = RecentChanges()
    let tables = TableSet(areas, store.keepsRows ? .cache : .whole, changes: changes)
    state = Locked(State(tables: tables, changes: changes))
    notes = nil
  }

  /// The same as `models`, but for the notes.
  init(_ models: ReadModels, _ notes: GroundNotes) {
    (store, schema, areas, limits, state) = (models.store, models.schema, models.areas, models.limits, models.state)
    self.notes = notes
  }

  // MARK: Following the events

  /// The last event that was applied.
  public var position: Position {
    notes?.ruleOut()
    return state.withLock { $0.position }
  }

  /// Where history ends, if that is before `position`; nil where it goes at least so far, also where another server
  /// recorded that and it was not applied here yet. May read the store.
  public func end(before position: Position) throws(StoreError) -> Position? {
    guard position > self.position else { return nil }
    let head = try store.head()
    return position > head ? head : nil
  }

  /// How many applied events the store's rows do not contain yet: none in a shared store.
  public var unflushedEvents: Int { store.isShared ? 0 : state.withLock { $0.position - $0.flushedPosition } }

  /// How many rows of memory the store has otherwise.
  public var unflushedRows: Int { state.withLock { $0.tables.all.reduce(0) { $0 + $1.dirtyCount } } }

  /// Whether these rows take so much of the memory for rows that they should be written.
  public var unflushedRowsAreLarge: Bool {
    state.withLock { $0.tables.all.reduce(0) { $0 + $1.dirtyByteCount } } > limits.rowMemory / 8
  }

  /// About how many bytes all rows take in memory.
  public var rowBytes: Int { state.withLock { $0.tables.byteCount } }

  /// Takes in events that were just recorded, in order. When it returns, queries answer with them.
  ///
  /// Events that were taken in before are skipped, and a gap before the first one is read from the store: so after
  /// an error the next call, or `catchUp`, makes up for it.
  ///
  /// - Parameter said: what the events say, of each, where whoever recorded them knows; else it is read from their data.
  public func apply(_ events: [RecordedEvent], said: [Event] = []) throws(StoreError) {
    guard let first = events.first else { return }
    let applied = position
    if first.position > applied + 1 { try catchUp(through: first.position - 1) }
    let next = first.position > applied ? 0 : applied + 1 - first.position
    guard next < events.count else { return }
    if store.isShared {
      mirror(events, said: said, from: next)
    } else {
      try fold(events.indices[next...].map { DecodedEvent(events[$0], schema, known: said.isEmpty ? nil : said[$0]) })
    }
  }

  /// Takes in what the store has and was not applied yet.
  public func catchUp() throws(StoreError) {
    try catchUp(through: try store.head())
  }

  private func catchUp(through end: Position) throws(StoreError) {
    while position < end { try catchUpPage() }
  }

  /// Takes in the next page of what the store has.
  func catchUpPage() throws(StoreError) {
    let after = position
    let page = try store.readAll(after: after, limit: 1000, owner: nil)
    guard let first = page.first, first.position == after + 1 else {
      throw StoreError(.damaged, "no event at position \(after + 1), though the store has later ones")
    }
    if store.isShared { mirror(page) } else { try fold(page.map { DecodedEvent($0, schema) }) }
  }

  private func fold(_ events: [DecodedEvent]) throws(StoreError) {
    var next = 0
    while let missing = state.withLock({ $0.fold(events, from: &next) }) {
      let row = try store.row(missing.table, key: missing.key)
      state.withLock { $0.tables.install(row, for: missing) }
    }
  }

  /// Writes the rows that changed, and how far they reach, in one step of the store. Nothing in a shared store: its
  /// rows are recorded with their events, and what this process knows of them may be old.
  ///
  /// When it throws, the rows count as not written, and the next flush writes them again.
  public func flush() throws(StoreError) {
    guard !store.isShared else { return }
    let names = state.withLock { $0.tables.all.map(\.name) }
    try flush(names) { (flushes) throws(StoreError) in try store.flush(flushes) }
  }

  /// Writes a part of what changed: of some read models that do not reach to `end` yet, or of one of them.
  /// - Parameter count: how many rows, beside those that have ended.
  /// - Returns: whether there is more to write.
  public func flushPart(through end: Position, rows count: Int) throws(StoreError) -> Bool {
    guard !store.isShared else { return false }
    switch state.withLock({ $0.part(through: end, rows: store.keepsRows ? count : .max) }) {
    case .whole(let names, let isLast):
      try flush(names) { (flushes) throws(StoreError) in try store.flushRows(flushes) }
      return !isLast
    case .some(let name):
      let rows = state.withLock { $0.tables.table(name)?.changedRows(count) }
      try store.writeRows(name, rows?() ?? [])
      state.withLock { $0.tables.table(name)?.markClean(count) }
      trim()
      return true
    }
  }

  private func flush(
    _ names: [String], _ write: ([ReadModelFlush]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (position, flushes) = state.withLock { state in
      let tables = names.compactMap { state.tables.table($0) }
      return (state.position, tables.map { PendingFlush($0, checkpoint: state.checkpoint(of: $0)) })
    }
    try write(flushes.map { $0.encoded(withRows: store.keepsRows) })
    state.withLock { state in
      for name in names {
        state.flushed[name] = position
        state.tables.table(name)?.markClean()
      }
    }
    trim()
  }

  /// Evicts clean rows where all rows together take more than `Limits.rowMemory`. The oldest are searched for without the
  /// lock, which queries wait for; and rows go a few at a time.
  func trim() {
    // One turn is enough unless the read model with the largest rows has little to evict; then the next one gives way too.
    for _ in areas.names {
      let full = state.withLock { state in
        state.tables.eviction(limit: limits.rowMemory).map { (name: $0.table.name, choice: $0.choice) }
      }
      guard let full else { return }
      let victims = full.choice.victims()
      for start in stride(from: 0, to: victims.count, by: Self.evictionsAtOnce) {
        let part = victims[start..<min(start + Self.evictionsAtOnce, victims.count)]
        state.withLock { $0.tables.table(full.name)?.evict(part) }
      }
    }
  }

  private static let evictionsAtOnce = 256

  // MARK: Health

  /// How each projection is, in the order in which they are shown; from memory, so that it answers while the store does not.
  public func health() -> [ProjectionHealth] {
    notes?.ruleOut()
    return state.withLock { state in
      state.tables.all.map { table in
        ProjectionHealth(
          name: table.name, version: table.version, checkpoint: state.checkpoint(of: table),
          lag: max(0, state.position - state.checkpoint(of: table)),
          state: table.stopped != nil ? .stopped : state.rebuilding.contains(table.name) ? .rebuilding : .ready,
          stopped: table.stopped)
      }
    }
  }
}

extension ReadModels.State {
  /// The last event that the store's rows contain, those of all read models. To set it is to say so of each.
  var flushedPosition: Position {
    get {
      var least = position
      for table in tables.all { least = min(least, flushed[table.name] ?? 0) }
      return least
    }
    set { for table in tables.all { flushed[table.name] = newValue } }
  }

  /// What a part of a flush writes.
  fileprivate enum FlushPart {
    /// All that changed in these read models, with their checkpoints.
    case whole(names: [String], isLast: Bool)
    /// Some rows of one that has too many.
    case some(name: String)
  }

  /// Of the read models that do not reach to `end` in the store, so many changed rows.
  fileprivate func part(through end: Position, rows limit: Int) -> FlushPart {
    var names: [String] = []
    var rows = 0
    for table in tables.all where flushed[table.name] ?? 0 < end {
      rows += table.changedRowCount
      if rows > limit { return names.isEmpty ? .some(name: table.name) : .whole(names: names, isLast: false) }
      names.append(table.name)
    }
    return .whole(names: names, isLast: true)
  }

  mutating func fold(_ events: [DecodedEvent], from next: inout Int) -> MissingRow? {
    let first = next
    let missing = tables.fold(events, from: &next)
    for event in events[first..<next] { changes.note(.stream(event.envelope.stream)) }
    if next > first { position = max(position, events[next - 1].envelope.position) }
    return missing
  }

  /// How far a table's rows reach: to the last event, unless it stopped before.
  func checkpoint(of table: any ProjectionTable) -> Position {
    table.stopped.map { $0.position - 1 } ?? max(position, table.checkpoint)
  }
}

/// What a flush will write of one table, as values that the lock is not needed for.
private struct PendingFlush {
  let name: String
  let version: Int
  let checkpoint: Position
  let stopped: ReadModelState.Stopped?
  let changes: () -> RowChanges

  init(_ table: any ProjectionTable, checkpoint: Position) {
    name = table.name
    version = table.version
    self.checkpoint = checkpoint
    stopped = table.stopped
    changes = table.changes()
  }

  func encoded(withRows: Bool) -> ReadModelFlush {
    ReadModelFlush(
      name: name, version: version, checkpoint: checkpoint, stopped: stopped,
      changes: withRows ? changes() : RowChanges())
  }
}
