import Dispatch
import Domain
import EventStore
import Primitives

/// How far a rebuild has come.
public struct RebuildProgress: Equatable, Sendable {
  public let position: Position
  /// The last event when it was reported.
  public let head: Position
  public let eventsPerSecond: Double
}

/// Folds all events from the first on into fresh rows, beside those that answer meanwhile.
///
/// `run` may take its time on a thread of its own while commits go on. Then `ReadModels.finish` takes in what was
/// recorded since and swaps the rows: on the committer's thread, so that no event can come between.
/// Where the store keeps rows they go to its shadow rows, and memory stays bounded.
public final class Rebuild: Sendable {
  /// Runs a write to the shadow rows; a server does it on the thread that commits.
  public typealias Writer = @Sendable (@escaping () throws(StoreError) -> Void) throws(StoreError) -> Void

  public let names: [String]
  private let store: any EventStore
  private let schema: EventSchema
  private let rowLimit: Int
  private let write: Writer
  private let state: Locked<State>

  private struct State {
    let tables: TableSet
    var position: Position = 0
    /// Whether the thread that commits does the rest itself: then `write`, which hands over to it, would wait for ever.
    var isCompleting = false
  }

  /// - Parameters:
  ///   - names: What to rebuild; everything when empty.
  /// - Throws: `ProjectionError.unknownProjection`.
  public init(
    _ models: ReadModels, names: [String] = [], write: @escaping Writer = { body throws(StoreError) in try body() }
  ) throws(ProjectionError) {
    for name in names where !ReadModels.names.contains(name) { throw .unknownProjection(name: name) }
    let chosen = names.isEmpty ? ReadModels.names : ReadModels.names.filter(names.contains)
    self.names = chosen
    self.write = write
    store = models.store
    schema = models.schema
    rowLimit = models.limits.rowsInRebuild
    state = Locked(State(tables: TableSet(names: Set(chosen), isWhole: !models.store.keepsRows)))
    models.begin(chosen)
  }

  /// The last event that is in.
  public var position: Position { state.withLock { $0.position } }

  /// Folds everything up to a head that is no longer far away, and writes it.
  ///
  /// - Throws: `StoreError`, or what `progress` throws to break it off. The rows that answer are as they were;
  ///   `ReadModels.abandon` ends the rebuild.
  public func run(progress: (RebuildProgress) throws -> Void = { _ in }) throws {
    if store.keepsRows {
      for name in names { try write { [store] () throws(StoreError) in try store.clearShadow(name) } }
    }
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      let head = try store.head()
      let behind = head - position
      while position < head {
        try fold(through: min(head, position + Self.chunk))
        let seconds = (clock.now - start) / .seconds(1)
        try progress(
          RebuildProgress(
            position: position, head: head, eventsPerSecond: seconds > 0 ? Double(position) / seconds : 0))
      }
      if behind <= Self.closeToHead { break }
    }
    try writeRows()
  }

  /// Takes in the events up to `head`, and writes them; the last step before the swap, on the thread that commits.
  func complete(through head: Position) throws -> TableSet {
    state.withLock { $0.isCompleting = true }
    while position < head { try fold(through: head) }
    try writeRows()
    return state.withLock { $0.tables }
  }

  // MARK: Folding

  // One thread reads and decodes, another folds and writes: each takes about as long as the other.
  private func fold(through end: Position) throws {
    let folding = DispatchQueue(label: "movienight.rebuild")
    let room = DispatchSemaphore(value: Self.batchesAhead)
    let failure = Locked<StoreError?>(nil)
    var batch: [DecodedEvent] = []
    batch.reserveCapacity(Self.batch)

    func handOver() throws {
      if let error = failure.withLock({ $0 }) { throw error }
      room.wait()
      folding.async { [batch] in
        defer { room.signal() }
        guard failure.withLock({ $0 }) == nil else { return }
        do throws(StoreError) { try self.fold(batch) } catch { failure.withLock { $0 = error } }
      }
      batch.removeAll(keepingCapacity: false)
      batch.reserveCapacity(Self.batch)
    }

    defer { folding.sync {} }
    try store.forEachEvent(after: position, through: end) { event in
      batch.append(DecodedEvent(event, schema))
      if batch.count == Self.batch { try handOver() }
    }
    try handOver()
    folding.sync {}
    if let error = failure.withLock({ $0 }) { throw error }
    state.withLock { $0.position = end }
  }

  private func fold(_ events: [DecodedEvent]) throws(StoreError) {
    var next = 0
    while let missing = state.withLock({ $0.tables.fold(events, from: &next) }) {
      let row = try store.shadowRow(missing.table, key: missing.key)
      state.withLock { $0.tables.install(row, for: missing) }
    }
    try makeRoom()
  }

  private func makeRoom() throws(StoreError) {
    guard store.keepsRows else { return }
    for name in names {
      let isFull = state.withLock { ($0.tables.table(name)?.rowCount ?? 0) > rowLimit }
      guard isFull else { continue }
      try writeRows(of: name)
      state.withLock { $0.tables.table(name)?.evictCleanRows(downTo: rowLimit / 2) }
    }
  }

  private func writeRows() throws(StoreError) {
    guard store.keepsRows else { return }
    for name in names { try writeRows(of: name) }
  }

  private func writeRows(of name: String) throws(StoreError) {
    let changes = state.withLock { $0.tables.table(name)?.changes() }
    let rows = changes?() ?? []
    var start = 0
    while start < rows.count {
      let part = Array(rows[start..<min(start + Self.rowsAWrite, rows.count)])
      if state.withLock({ $0.isCompleting }) {
        try store.writeShadow(name, rows: part)
      } else {
        try write { [store] () throws(StoreError) in try store.writeShadow(name, rows: part) }
      }
      start += part.count
    }
    state.withLock { $0.tables.table(name)?.markClean() }
  }

  /// Events that one reading of the store takes.
  private static let chunk = 50_000
  /// Events handed over at once, and how many such batches may wait.
  private static let batch = 1024
  private static let batchesAhead = 4
  /// Rows that one write holds the store for.
  private static let rowsAWrite = 2000
  /// So few events that taking them in does not hold commits up.
  private static let closeToHead = 2000
}

// MARK: - The swap

extension ReadModels {
  func begin(_ names: [String]) {
    state.withLock { $0.rebuilding.formUnion(names) }
  }

  /// Ends a rebuild that will not be finished.
  public func abandon(_ rebuild: Rebuild) {
    state.withLock { $0.rebuilding.subtract(rebuild.names) }
  }

  /// Takes in what was recorded since, and makes the rebuilt rows those that answer. To be called by the committer.
  ///
  /// - Throws: `StoreError`. The rows that answer are then as they were, but for the models that were swapped already.
  public func finish(_ rebuild: Rebuild) throws {
    try catchUp()
    try swap(rebuild, at: position)
  }

  func swap(_ rebuild: Rebuild, at head: Position) throws {
    let rebuilt = try rebuild.complete(through: head)
    for table in rebuilt.all {
      let checkpoint = table.stopped.map { $0.position - 1 } ?? head
      if store.keepsRows {
        try store.swapShadow(table.name, version: table.version, checkpoint: checkpoint)
      }
      state.withLock { state in
        if store.keepsRows {
          state.tables.table(table.name)?.reset(checkpoint: checkpoint, stopped: table.stopped)
        } else {
          state.tables.table(table.name)?.adopt(table)
        }
        state.rebuilding.remove(table.name)
        state.stamps.noteReplacedRows()
      }
    }
  }
}
