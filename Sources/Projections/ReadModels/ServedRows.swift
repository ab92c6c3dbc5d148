import EventStore
import MovieNightPrimitives

/// The rows that answer, of all read models, and how far they are. They live behind one lock.
struct ServedRows {
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

  /// The last event that the store's rows contain, those of all read models. To set it is to say so of each.
  var flushedPosition: Position {
    get { tables.all.reduce(position) { min($0, flushed[$1.name] ?? 0) } }
    set { for table in tables.all { flushed[table.name] = newValue } }
  }

  /// How far a table's rows reach: to the last event, unless it stopped before.
  func checkpoint(of table: any ProjectionTable) -> Position { table.reach(max(position, table.checkpoint)) }

  /// How each projection is, in the order in which they are shown.
  var health: [ProjectionHealth] {
    tables.all.map { table in
      ProjectionHealth(
        name: table.name, version: table.version, checkpoint: checkpoint(of: table),
        lag: max(0, position - checkpoint(of: table)),
        state: table.stopped != nil ? .stopped : rebuilding.contains(table.name) ? .rebuilding : .ready,
        stopped: table.stopped)
    }
  }

  mutating func fold(_ events: [DecodedEvent], from next: inout Int) -> MissingRow? {
    let first = next
    let missing = tables.fold(events, from: &next)
    for event in events[first..<next] { changes.note(.stream(event.envelope.stream)) }
    if next > first { position = max(position, events[next - 1].envelope.position) }
    return missing
  }

  // MARK: Flushing

  /// What a part of a flush writes.
  enum FlushPart {
    /// All that changed in these read models, with their checkpoints.
    case whole(names: [String], isLast: Bool)
    /// Some rows of one that has too many.
    case some(name: String)
  }

  /// Of the read models that do not reach to `end` in the store, so many changed rows.
  func part(through end: Position, rows limit: Int) -> FlushPart {
    var names: [String] = []
    var rows = 0
    for table in tables.all where flushed[table.name] ?? 0 < end {
      rows += table.changedRowCount
      if rows > limit { return names.isEmpty ? .some(name: table.name) : .whole(names: names, isLast: false) }
      names.append(table.name)
    }
    return .whole(names: names, isLast: true)
  }

  // MARK: A shared store

  // In a shared store every server records rows together with its events: so the store always has all of them, and memory
  // only mirrors some.

  /// Takes in an event whose rows the store has already.
  /// - Parameter decoded: nil where no row in memory can have it.
  mutating func mirror(_ event: RecordedEvent, _ decoded: DecodedEvent?) {
    if let decoded {
      var next = 0
      _ = tables.fold([decoded], from: &next, isMirror: true)
    } else {
      // A query may have installed it meanwhile, as it was before.
      tables.drop(event.stream, event.owner)
    }
    changes.note(.stream(event.stream))
    position = max(position, event.position)
  }

  /// Takes in how a read model stands.
  /// - Returns: it, where its rows are newer than this program.
  mutating func follow(_ model: ReadModelState) -> ReadModelState? {
    guard let table = tables.table(model.name) else { return nil }
    if model.version > table.version {
      let reason = "rows of version \(model.version), newer than this program's \(table.version)"
      if table.stopped?.reason != reason {
        table.reset(checkpoint: position, stopped: .init(position: position + 1, reason: reason))
      }
      return model
    }
    let isReplaced = generations[model.name] != model.generation
    if isReplaced || table.stopped != model.stopped {
      table.reset(checkpoint: model.stopped.map { $0.position - 1 } ?? position, stopped: model.stopped)
      generations[model.name] = model.generation
    }
    return nil
  }
}

extension Locked where Value == ServedRows {
  /// Evicts clean rows where all rows together take more than `limit` bytes. The oldest are searched for without the lock,
  /// which queries wait for; and rows go a few at a time.
  func trim(to limit: Int) {
    func fullTable() -> (name: String, choice: EvictionChoice)? {
      withLock { $0.tables.eviction(limit: limit).map { ($0.table.name, $0.choice) } }
    }
    // One turn is enough unless the read model with the largest rows has little to evict; then the next one gives way too.
    for _ in 0..<withLock({ $0.tables.all.count }) {
      guard let (name, choice) = fullTable() else { return }
      let victims = choice.victims()
      for start in stride(from: 0, to: victims.count, by: Self.evictionsAtOnce) {
        let part = victims[start..<min(start + Self.evictionsAtOnce, victims.count)]
        withLock { $0.tables.table(name)?.evict(part) }
      }
    }
  }

  private static var evictionsAtOnce: Int { 256 }
}
