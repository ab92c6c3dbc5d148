import Domain
import EventStore
import MovieNightPrimitives

/// The read models of a store: rows that are folded from its events and written to the store from time to time.
///
/// Only the committer's thread may call `open`, `apply`, `catchUp`, `flush`, `flushPart` and `Rebuild.finish`. Any
/// thread may query. The `cached…` queries never wait for the store; they are for threads that must not block.
public final class ReadModels: Sendable {
  /// Limits on memory, and on the work that is done at once.
  public struct Limits: Sendable {
    /// The approximate limit in bytes for cached rows, if the store keeps rows. A rebuild may use as much in addition.
    public var rowMemory = 64 << 20
    /// The number of events replayed between two flushes when opening.
    public var eventsBetweenFlushes = 4096

    public init() {}
  }

  let store: any EventStore
  package let reader: RowReader
  let areas: ReadModelAreas
  let limits: Limits

  /// Creates the read models; they are empty until `open`.
  public init(store: any EventStore, schema: EventSchema, areas: ReadModelAreas, limits: Limits = Limits()) {
    let changes = RecentChanges()
    let tables = TableSet(areas, store.keepsRows ? .cache : .whole, changes: changes)
    self.store = store
    reader = RowReader(
      store: store, schema: schema, rowMemory: limits.rowMemory,
      served: Locked(ServedRows(tables: tables, changes: changes)))
    self.areas = areas
    self.limits = limits
  }

  private init(_ models: ReadModels, _ recorder: DependencyRecorder) {
    var reader = models.reader
    reader.recorder = recorder
    (self.reader, store, areas, limits) = (reader, models.store, models.areas, models.limits)
  }

  public var schema: EventSchema { reader.schema }
  var served: Locked<ServedRows> { reader.served }
  var recorder: DependencyRecorder? { reader.recorder }

  /// Opens the read models. Rebuilds those whose stored rows have another version or that the store does not keep, and
  /// replays the events after the checkpoints of the others. An error thrown by `progress` stops a rebuild.
  public func open(progress: (RebuildProgress) throws -> Void = { _ in }) throws {
    try Opening(models: self).run(progress)
  }

  // MARK: Applying events

  /// The position of the last event that was applied.
  public var position: Position {
    recorder?.invalidate()
    return served.withLock { $0.position }
  }

  /// Returns the store's last position if it is before `position`; nil if the history includes `position`, even if its
  /// event was recorded by another server and is not applied here yet. May read the store.
  public func end(before position: Position) throws(StoreError) -> Position? {
    guard position > self.position else { return nil }
    let head = try store.head()
    return position > head ? head : nil
  }

  /// Applies events that were just recorded, in order. When the function returns, queries reflect them.
  ///
  /// Skips events that were already applied, and reads missing earlier events from the store. So after an error, the
  /// next call of `apply` or `catchUp` applies what was missed. `decodedEvents` has the decoded events, or none.
  public func apply(_ events: [RecordedEvent], decodedEvents: [Event] = []) throws(StoreError) {
    guard let first = events.first else { return }
    let applied = position
    if first.position > applied + 1 { try catchUp(through: first.position - 1) }
    let next = first.position > applied ? 0 : applied + 1 - first.position
    if next < events.count { try take(events, decodedEvents: decodedEvents, from: next) }
  }

  /// Applies the store's events that were not applied yet.
  public func catchUp() throws(StoreError) { try catchUp(through: try store.head()) }

  private func catchUp(through end: Position) throws(StoreError) {
    while position < end { try catchUpPage() }
  }

  func catchUpPage() throws(StoreError) {
    let after = position
    let page = try store.readAll(after: after, limit: 1000, owner: nil)
    guard let first = page.first, first.position == after + 1 else {
      throw StoreError(.damaged, "no event at position \(after + 1), but the store has later ones")
    }
    try take(page)
  }

  private func take(_ events: [RecordedEvent], decodedEvents: [Event] = [], from first: Int = 0) throws(StoreError) {
    func decoded(_ index: Int) -> DecodedEvent {
      DecodedEvent(events[index], schema, known: decodedEvents.isEmpty ? nil : decodedEvents[index])
    }
    if store.isShared { return mirror(events[first...], decoded) }
    let events = events.indices[first...].map(decoded)
    var next = 0
    while let missing = served.withLock({ $0.fold(events, from: &next) }) {
      let row = try store.row(missing.table, key: missing.key)
      served.withLock { $0.tables.install(row, for: missing) }
    }
  }

  // MARK: Shared stores

  /// Applies events that the store's rows already include to rows in memory and to new rows. With many servers, most
  /// events belong to households that another server serves. Those events are not even decoded.
  private func mirror(_ events: ArraySlice<RecordedEvent>, _ decoded: (Int) -> DecodedEvent) {
    let wanted = served.withLock { served in
      events.map { $0.revision == 0 || served.tables.holds($0.stream, $0.owner) }
    }
    let decoded = zip(events.indices, wanted).map { index, isWanted in isWanted ? decoded(index) : nil }
    let isFull = served.withLock { served in
      for (event, decoded) in zip(events, decoded) { served.mirror(event, decoded) }
      return served.tables.byteCount > limits.rowMemory
    }
    if isFull { served.trim(to: limits.rowMemory) }
  }

  /// Adopts the state of read models whose rows other servers write and replace. The events are passed to `apply`.
  /// - Throws: `newerSchema` if the rows have a later version than this program's; the read model then stops answering.
  public func follow(_ models: [ReadModelState]) throws(StoreError) {
    let newer = served.withLock { served in models.compactMap { served.follow($0) }.first }
    if let newer { throw .newerRows(newer) }
  }

  /// Skips the events up to `position`, some of which are damaged, and forgets the rows in memory. The store has all
  /// rows, because they are recorded with their events.
  public func forgetRows(through position: Position) {
    served.withLock { served in
      served.position = max(served.position, position)
      for table in served.tables.all { table.reset(checkpoint: served.checkpoint(of: table), stopped: table.stopped) }
    }
  }

  /// Makes all read models stop answering because memory no longer matches the store. `follow` makes them answer again.
  public func stopAll(_ reason: String) {
    served.withLock { served in
      for table in served.tables.all {
        table.reset(checkpoint: served.position, stopped: .init(position: served.position + 1, reason: reason))
      }
    }
  }

  /// Whether no read model answers queries, as after `stopAll`.
  public var haveAllStopped: Bool { health().allSatisfy { $0.state == .stopped } }

  // MARK: Flushing

  /// The number of applied events that the store's rows do not include; 0 in a shared store.
  public var unflushedEvents: Int { store.isShared ? 0 : served.withLock { $0.position - $0.flushedPosition } }

  /// The number of rows in memory that differ from the store's.
  public var unflushedRows: Int { served.withLock { $0.tables.all.reduce(0) { $0 + $1.dirtyCount } } }

  /// Whether the unflushed rows take so much memory that they should be written.
  public var unflushedRowsAreLarge: Bool {
    served.withLock { $0.tables.all.reduce(0) { $0 + $1.dirtyByteCount } } > limits.rowMemory / 8
  }

  /// The approximate size of all rows in memory.
  public var rowBytes: Int { served.withLock { $0.tables.byteCount } }

  /// Writes the changed rows and checkpoints in one step. If it throws, the next flush writes the rows again. Does
  /// nothing in a shared store, whose rows are recorded with their events and may be newer than those in memory.
  public func flush() throws(StoreError) {
    guard !store.isShared else { return }
    try flush(areas.names) { (flushes) throws(StoreError) in try store.flush(flushes) }
  }

  /// Writes part of the changes in read models whose stored rows lack events up to `end`: all changes of some read
  /// models, or `count` changed rows, without ended ones, of one model. Returns whether more remains to be written.
  public func flushPart(through end: Position, rows count: Int) throws(StoreError) -> Bool {
    guard !store.isShared else { return false }
    switch served.withLock({ $0.part(through: end, rows: store.keepsRows ? count : .max) }) {
    case .whole(let names, let isLast):
      try flush(names) { (flushes) throws(StoreError) in try store.flushRows(flushes) }
      return !isLast
    case .some(let name):
      let rows = served.withLock { $0.tables.table(name)?.changedRows(count) }
      try store.writeRows(name, rows?() ?? [])
      served.withLock { $0.tables.table(name)?.markClean(count) }
      served.trim(to: limits.rowMemory)
      return true
    }
  }

  private func flush(
    _ names: [String], _ write: ([ReadModelFlush]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (position, flushes) = served.withLock { served in
      let tables = names.compactMap { served.tables.table($0) }
      return (
        served.position,
        tables.map { $0.flush(checkpoint: served.checkpoint(of: $0), withRows: store.keepsRows) }
      )
    }
    try write(flushes.map { $0() })
    served.withLock { served in
      for name in names {
        served.flushedPositions[name] = position
        served.tables.table(name)?.markClean()
      }
    }
    served.trim(to: limits.rowMemory)
  }

  // MARK: Health

  /// Returns the state of each projection in display order, from memory, so that it works while the store does not.
  public func health() -> [ProjectionHealth] {
    recorder?.invalidate()
    return served.withLock { $0.health }
  }

  // MARK: Dependencies of answers

  /// Creates a recorder of dependencies. Call this before the reads that it is to record.
  public func makeRecorder() -> DependencyRecorder {
    DependencyRecorder(changeCount: served.withLock { $0.changes.count })
  }

  /// Returns the same read models, except that all reads through them are recorded in `recorder`.
  public func recordingDependencies(in recorder: DependencyRecorder) -> ReadModels { ReadModels(self, recorder) }

  /// Returns whether no dependency has changed. If so, updates the change count. The caller must check the period.
  public func confirm(_ dependencies: inout DependencySet) -> Bool {
    served.withLock { $0.changes.confirm(&dependencies) }
  }

  /// Invalidates answers that depend on a fact that no event records. Call this once the new fact can be read.
  public func noteChange(of fact: Dependency) { served.withLock { $0.changes.note(fact) } }

  // MARK: Deadlines

  /// Returns the stream's next deadline; nil if it has none or does not exist.
  public func dueTime(of stream: StreamID) throws(ProjectionError) -> Timestamp? {
    for area in areas.all where area.category == stream.category {
      return try area.dueTime(of: RowKey(stream.id), in: self)
    }
    return nil
  }

  /// Returns the household's streams that may have deadlines.
  public func streamsWithDeadlines(in household: HouseholdID) throws(ProjectionError) -> [StreamID] {
    var streamsWithDeadlines: [StreamID] = []
    for area in areas.all { streamsWithDeadlines += try area.streamsWithDeadlines(in: household, self) }
    return streamsWithDeadlines
  }

  /// Returns all streams with deadlines, in no particular order. Reads the store. If a stream changes meanwhile, its
  /// deadline may be the old or the new one; if its rows lack its latest events, it is the earliest possible time.
  public func deadlines() throws -> [(stream: StreamID, dueAt: Timestamp)] {
    recorder?.invalidate()
    return try areas.all.flatMap { try $0.deadlines(self) }
  }
}
