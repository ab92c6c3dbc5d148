import EventStore
import MovieNightPrimitives

/// The rows of all read models that answer queries, and their positions. One lock guards all of it.
struct ServedRows {
  let tables: TableSet
  let changes: RecentChanges
  var position: Position = 0
  /// The last position that each read model's stored rows include. Not kept in a shared store, whose rows include all.
  var flushedPositions: [String: Position] = [:]
  var rebuilding: Set<String> = []
  /// For each read model in a shared store, the known generation, which counts how often its rows were replaced.
  var generations: [String: Int] = [:]

  /// The position up to which the stored rows of all read models include all events. The setter sets that of each.
  var flushedPosition: Position {
    get { tables.all.reduce(position) { min($0, flushedPositions[$1.name] ?? 0) } }
    set { for table in tables.all { flushedPositions[table.name] = newValue } }
  }

  func checkpoint(of table: any ProjectionTable) -> Position {
    table.checkpointReached(through: max(position, table.checkpoint))
  }

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

  enum FlushPart {
    /// All changes of these read models, with their checkpoints.
    case whole(names: [String], isLast: Bool)
    /// Some changed rows of a read model that has too many of them.
    case some(name: String)
  }

  /// Chooses changes of at most `limit` rows from read models whose stored rows lack events up to `end`.
  func part(through end: Position, rows limit: Int) -> FlushPart {
    var names: [String] = []
    var rows = 0
    for table in tables.all where flushedPositions[table.name] ?? 0 < end {
      guard let count = table.changedRowCount(atMost: limit - rows) else {
        return names.isEmpty ? .some(name: table.name) : .whole(names: names, isLast: false)
      }
      rows += count
      names.append(table.name)
    }
    return .whole(names: names, isLast: true)
  }

  // MARK: Shared stores

  // In a shared store, every server records rows together with their events. So the store always has all rows, and
  // memory mirrors some of them.

  /// Applies an event that the store's rows already include. `decoded` is nil if the event changes no row in memory.
  mutating func mirror(_ event: RecordedEvent, _ decoded: DecodedEvent?) {
    if let decoded {
      var next = 0
      _ = tables.fold([decoded], from: &next, storeHasRows: true)
    } else {
      // A query may have installed the row in the meantime, without this event.
      tables.drop(event.stream, event.owner)
    }
    changes.note(.stream(event.stream))
    position = max(position, event.position)
  }

  /// Adopts a read model's state. Returns it if its rows are of a newer version than this program's; otherwise nil.
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
  /// Evicts clean rows if all rows together exceed `limit` bytes. Because queries wait for the lock, the least recently
  /// used rows are determined without it, and evicted a few at a time.
  func trim(to limit: Int) {
    func fullTable() -> (name: String, choice: EvictionChoice)? {
      withLock { $0.tables.eviction(limit: limit).map { ($0.table.name, $0.choice) } }
    }
    // One iteration is enough, unless the chosen table frees too little. The next iteration then chooses another table.
    for _ in 0..<withLock({ $0.tables.all.count }) {
      guard let (name, choice) = fullTable() else { return }
      let victims = choice.victims()
      for start in stride(from: 0, to: victims.count, by: Self.evictionsPerStep) {
        let part = victims[start..<min(start + Self.evictionsPerStep, victims.count)]
        withLock { $0.tables.table(name)?.evict(part) }
      }
    }
  }

  private static var evictionsPerStep: Int { 256 }
}
