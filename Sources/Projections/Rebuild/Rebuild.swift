import Dispatch
import EventStore
import MovieNightPrimitives

/// The progress of a rebuild.
public struct RebuildProgress: Equatable, Sendable {
  /// The position of the last event that was read.
  public let position: Position
  /// The store's last position when this progress was reported.
  public let head: Position
  /// The average number of events per second since the start.
  public let eventsPerSecond: Double
}

/// Folds all events into new rows, while the old rows still answer queries. `run` may take long, on its own thread,
/// while commits continue. `finish` applies later events and swaps the rows, on the committer's thread, so that no
/// event precedes the swap. If the store keeps rows, the new rows go to its shadow rows, and memory stays bounded.
public final class Rebuild: Sendable {
  /// Runs a write to the shadow rows; in a server, on the committer's thread.
  public typealias Writer = @Sendable (@escaping () throws(StoreError) -> Void) throws(StoreError) -> Void

  /// The names of the rebuilt models, in display order.
  public let names: [String]
  private let models: ReadModels
  private let write: Writer
  private let state: Locked<State>

  private struct State {
    let tables: TableSet
    var position: Position = 0
  }

  /// Creates a rebuild of the named models, or of all if `names` is empty.
  /// - Throws: `ProjectionError.unknownProjection`.
  public init(
    _ models: ReadModels, names: [String] = [], write: @escaping Writer = { body throws(StoreError) in try body() }
  ) throws(ProjectionError) {
    let chosen = try models.areas.checkedNames(names)
    self.names = chosen
    self.write = write
    self.models = models
    state = Locked(State(tables: TableSet(models.areas, names: Set(chosen), models.store.keepsRows ? .fresh : .whole)))
    models.served.withLock { $0.rebuilding.formUnion(chosen) }
  }

  private var store: any EventStore { models.store }

  /// The position of the last event that was folded.
  public var position: Position { state.withLock { $0.position } }

  /// Folds events nearly up to the last one, and writes the rows. The old rows stay in use. `end` ends the rebuild.
  /// - Throws: `locked` if another process is rebuilding, or the error with which `progress` stops the rebuild.
  public func run(progress: (RebuildProgress) throws -> Void = { _ in }) throws {
    try reserve()
    try foldAll(progress)
  }

  /// Prevents other processes from rebuilding until this ends. Throws `locked` if another is rebuilding.
  func reserve() throws(StoreError) { try store.beginRebuild() }

  func foldAll(_ progress: (RebuildProgress) throws -> Void) throws {
    if store.keepsRows {
      for name in names { try clearShadow(name) }
    }
    let clock = ContinuousClock()
    let start = clock.now
    for round in 1... {
      let head = try store.head()
      let behind = head - position
      try fold(through: head, write) { position in
        let seconds = (clock.now - start) / .seconds(1)
        try progress(
          RebuildProgress(
            position: position, head: head, eventsPerSecond: seconds > 0 ? Double(position) / seconds : 0))
      }
      if behind <= acceptableLag(inRound: round) { break }
    }
  }

  private func clearShadow(_ name: String) throws {
    let mayHaveMore = Locked(true)
    while mayHaveMore.withLock({ $0 }) {
      try write { [store] () throws(StoreError) in
        let more = try store.clearShadow(name)
        mayHaveMore.withLock { $0 = more }
      }
    }
  }

  /// Returns how many events may remain to be folded at the end without delaying commits noticeably. In a shared store,
  /// the last events are folded while no server can record, possibly with a read for each row. So the limit is lower
  /// there, except in late rounds, because other servers may record too fast to reach it.
  private func acceptableLag(inRound round: Int) -> Int {
    store.isShared && round <= Self.strictRounds ? Self.strictLag : Self.looseLag
  }

  // MARK: Ending and swapping

  /// Ends the rebuild. A rebuild that has not swapped its rows has no effect.
  public func end() {
    store.endRebuild()
    models.served.withLock { $0.rebuilding.subtract(names) }
  }

  /// Applies the events recorded since `run`, and swaps in the rebuilt rows. Call this on the committer's thread.
  /// - Throws: `StoreError`. The old rows then stay in use, except for models that were already swapped.
  public func finish() throws {
    if store.isShared { return try finishShared() }
    try models.catchUp()
    try swap(at: models.position)
    end()
  }

  /// Swaps in the rebuilt rows between two groups, while no server can record an event. All processes, including this
  /// one, learn from the next changes in the store that the rows were replaced.
  private func finishShared() throws {
    for round in 1... {
      let head = try store.beginGroup(after: position, limit: 0).head
      do {
        if head - position > acceptableLag(inRound: round) {
          store.endGroup()
          try fold(through: head, write)
          continue
        }
        for table in try complete(through: head).all {
          try store.swapShadow(table.name, version: table.version, checkpoint: table.checkpointReached(through: head))
        }
        _ = try store.commit([]) { _ in [] }
      } catch {
        store.endGroup()
        throw error
      }
      return end()
    }
  }

  /// Swaps in the rebuilt rows, after applying all events up to `head`.
  func swap(at head: Position) throws {
    for table in try complete(through: head).all {
      if store.keepsRows {
        try store.swapShadow(table.name, version: table.version, checkpoint: table.checkpointReached(through: head))
      }
      models.served.withLock { served in
        if store.keepsRows {
          served.tables.table(table.name)?.reset(
            checkpoint: table.checkpointReached(through: head), stopped: table.stopped)
        } else {
          served.tables.table(table.name)?.adopt(table)
        }
        served.rebuilding.remove(table.name)
      }
    }
  }

  /// Folds and writes the last events, on the committer's thread.
  private func complete(through head: Position) throws -> TableSet {
    try fold(through: head) { body throws(StoreError) in try body() }
    return state.withLock { $0.tables }
  }

  // MARK: Folding

  /// Uses three threads, in half the time of one: this thread reads, one decodes and folds, one encodes and writes.
  private func fold(through end: Position, _ write: @escaping Writer, progress: (Position) throws -> Void = { _ in })
    throws
  {
    let writing = Stage("movienight.rebuild.write", capacity: 8)
    let folding = Stage("movienight.rebuild.fold", capacity: Self.batchesAhead)
    defer {
      folding.drain()
      writing.drain()
    }
    var batch: [RecordedEvent] = []
    func handOver() throws {
      try folding.perform { [self, batch] in
        try fold(batch.map { DecodedEvent($0, models.schema) }, writing)
        if store.keepsRows { try makeRoom(writing, write) }
      }
      batch = []
      batch.reserveCapacity(Self.batch)
    }

    var position = position
    while position < end {
      let part = min(end, position + Self.chunk)
      try store.forEachEvent(after: position, through: part) { event in
        batch.append(event)
        if batch.count == Self.batch { try handOver() }
      }
      position = part
      try progress(position)
    }
    try handOver()
    try folding.finish()
    if store.keepsRows {
      for name in names { try writeRows(of: name, writing, write) }
    }
    try writing.finish()
    state.withLock { $0.position = max($0.position, end) }
  }

  private func fold(_ events: [DecodedEvent], _ writing: Stage) throws {
    var next = 0
    while let missing = state.withLock({ $0.tables.fold(events, from: &next) }) {
      // Waits for the writes in progress, because the row may be among them.
      try writing.finish()
      let row = try store.shadowRow(missing.table, key: missing.key)
      state.withLock { $0.tables.install(row, for: missing) }
    }
  }

  private func makeRoom(_ writing: Stage, _ write: @escaping Writer) throws {
    guard state.withLock({ $0.tables.byteCount > models.limits.rowMemory }) else { return }
    for name in names { try writeRows(of: name, writing, write) }
    state.withLock { $0.tables.evict(limit: models.limits.rowMemory) }
  }

  private func writeRows(of name: String, _ writing: Stage, _ write: @escaping Writer) throws {
    let changes = state.withLock { state in
      let table = state.tables.table(name)
      defer { table?.markClean() }
      return table?.changes()
    }
    guard let changes else { return }
    try writing.perform { [store] in
      for part in changes().parts(of: Self.rowsPerWrite) {
        try write { () throws(StoreError) in try store.writeShadow(name, part) }
      }
    }
  }

  private static let chunk = 50_000
  private static let batch = 1024
  /// The number of batches that may wait to be folded.
  private static let batchesAhead = 64
  /// The maximum number of rows in one write, during which commits must wait.
  private static let rowsPerWrite = 2000
  private static let looseLag = 2000
  private static let strictLag = 100
  private static let strictRounds = 20
}

/// A worker thread with a bounded queue.
private final class Stage: Sendable {
  private let queue: DispatchQueue
  private let room: DispatchSemaphore
  private let failure = Locked<(any Error)?>(nil)

  init(_ label: String, capacity: Int) {
    queue = DispatchQueue(label: label)
    room = DispatchSemaphore(value: capacity)
  }

  /// Waits until the queue has room, then queues work. Throws the error of earlier work, after which none is done.
  func perform(_ work: @escaping @Sendable () throws -> Void) throws {
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      guard failure.withLock({ $0 }) == nil else { return }
      do { try work() } catch { failure.withLock { $0 = error } }
    }
    try check()
  }

  func finish() throws {
    drain()
    try check()
  }

  func drain() { queue.sync {} }

  private func check() throws { if let error = failure.withLock({ $0 }) { throw error } }
}
