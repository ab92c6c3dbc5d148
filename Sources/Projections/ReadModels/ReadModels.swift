import Domain
import EventStore
import MovieNightPrimitives

/// The read models of a store: rows folded from its events, in memory first and in the store from time to time.
///
/// One thread, the committer's, calls `open`, `apply`, `catchUp`, `flush`, `flushPart` and `Rebuild.finish`; queries come from
/// any thread. Of the queries for rows `cached…` never wait for the store: they are for threads that must not block.
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

  package let reader: RowReader
  let areas: ReadModelAreas
  let limits: Limits

  /// Reads nothing yet: they know what the store has from `open` on.
  public init(store: any EventStore, schema: EventSchema, areas: ReadModelAreas, limits: Limits = Limits()) {
    let changes = RecentChanges()
    let tables = TableSet(areas, store.keepsRows ? .cache : .whole, changes: changes)
    reader = RowReader(
      store: store, schema: schema, rowMemory: limits.rowMemory,
      served: Locked(ServedRows(tables: tables, changes: changes)))
    self.areas = areas
    self.limits = limits
  }

  private init(_ models: ReadModels, _ notes: GroundNotes) {
    var reader = models.reader
    reader.notes = notes
    (self.reader, areas, limits) = (reader, models.areas, models.limits)
  }

  var store: any EventStore { reader.store }
  public var schema: EventSchema { reader.schema }
  var served: Locked<ServedRows> { reader.served }
  var notes: GroundNotes? { reader.notes }

  /// Makes the read models ready: rebuilds those whose version is another one or whose rows the store does not
  /// keep, and replays for the others what follows their checkpoints.
  ///
  /// - Throws: `StoreError`; and what `progress` throws to break a rebuild off.
  public func open(progress: (RebuildProgress) throws -> Void = { _ in }) throws {
    try Opening(models: self).run(progress)
  }

  // MARK: Following the events

  /// The last event that was applied.
  public var position: Position {
    notes?.ruleOut()
    return served.withLock { $0.position }
  }

  /// Where history ends, if that is before `position`; nil where it goes at least so far, also where another server
  /// recorded that and it was not applied here yet. May read the store.
  public func end(before position: Position) throws(StoreError) -> Position? {
    guard position > self.position else { return nil }
    let head = try store.head()
    return position > head ? head : nil
  }

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
    if next < events.count { try take(events, said: said, from: next) }
  }

  /// Takes in what the store has and was not applied yet.
  public func catchUp() throws(StoreError) { try catchUp(through: try store.head()) }

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
    try take(page)
  }

  private func take(_ events: [RecordedEvent], said: [Event] = [], from first: Int = 0) throws(StoreError) {
    func decoded(_ index: Int) -> DecodedEvent {
      DecodedEvent(events[index], schema, known: said.isEmpty ? nil : said[index])
    }
    if store.isShared { return mirror(events[first...], decoded) }
    let events = events.indices[first...].map(decoded)
    var next = 0
    while let missing = served.withLock({ $0.fold(events, from: &next) }) {
      let row = try store.row(missing.table, key: missing.key)
      served.withLock { $0.tables.install(row, for: missing) }
    }
  }

  // MARK: A shared store

  /// Takes in events whose rows the store has already: into those rows that are in memory, and into new ones. With
  /// many servers most events are of households that another one serves: those cost no decoding.
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

  /// Takes in how the rows stand that others record and replace. What events say is `apply`'s.
  ///
  /// - Throws: `newerSchema` where the rows are of a fold that this program does not know: from then on its read
  ///   models do not answer.
  public func follow(_ models: [ReadModelState]) throws(StoreError) {
    let newer = served.withLock { served in models.compactMap { served.follow($0) }.first }
    if let newer { throw .newerRows(newer) }
  }

  /// Takes in events some of which are damaged, by forgetting the rows in memory: the store has them all, recorded with
  /// their events.
  public func forgetRows(through position: Position) {
    served.withLock { served in
      served.position = max(served.position, position)
      for table in served.tables.all { table.reset(checkpoint: served.checkpoint(of: table), stopped: table.stopped) }
    }
  }

  /// Answers no more, since what is in memory is no longer what the store says; until `follow` finds that it is.
  public func stopAll(_ reason: String) {
    served.withLock { served in
      for table in served.tables.all {
        table.reset(checkpoint: served.position, stopped: .init(position: served.position + 1, reason: reason))
      }
    }
  }

  /// Whether no read model answers, as after `stopAll`.
  public var haveAllStopped: Bool { health().allSatisfy { $0.state == .stopped } }

  // MARK: Flushing

  /// How many applied events the store's rows do not contain yet: none in a shared store.
  public var unflushedEvents: Int { store.isShared ? 0 : served.withLock { $0.position - $0.flushedPosition } }

  /// How many rows of memory the store has otherwise.
  public var unflushedRows: Int { served.withLock { $0.tables.all.reduce(0) { $0 + $1.dirtyCount } } }

  /// Whether these rows take so much of the memory for rows that they should be written.
  public var unflushedRowsAreLarge: Bool {
    served.withLock { $0.tables.all.reduce(0) { $0 + $1.dirtyByteCount } } > limits.rowMemory / 8
  }

  /// About how many bytes all rows take in memory.
  public var rowBytes: Int { served.withLock { $0.tables.byteCount } }

  /// Writes the rows that changed, and how far they reach, in one step of the store. Nothing in a shared store: its
  /// rows are recorded with their events, and what this process knows of them may be old.
  ///
  /// When it throws, the rows count as not written, and the next flush writes them again.
  public func flush() throws(StoreError) {
    guard !store.isShared else { return }
    try flush(areas.names) { (flushes) throws(StoreError) in try store.flush(flushes) }
  }

  /// Writes a part of what changed: of some read models that do not reach to `end` yet, or of one of them.
  /// - Parameter count: how many rows, beside those that have ended.
  /// - Returns: whether there is more to write.
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
        served.flushed[name] = position
        served.tables.table(name)?.markClean()
      }
    }
    served.trim(to: limits.rowMemory)
  }

  // MARK: Health

  /// How each projection is, in the order in which they are shown; from memory, so that it answers while the store does not.
  public func health() -> [ProjectionHealth] {
    notes?.ruleOut()
    return served.withLock { $0.health }
  }

  // MARK: What answers rest on

  /// To be made before anything is read of what is then noted in it.
  public func makeNotes() -> GroundNotes { GroundNotes(changeCount: served.withLock { $0.changes.count }) }

  /// The same read models, which note what is read of them.
  public func noting(in notes: GroundNotes) -> ReadModels { ReadModels(self, notes) }

  /// Whether nothing of `grounds` has changed; that is then known as of now. When their period is over the caller knows.
  public func confirm(_ grounds: inout Grounds) -> Bool { served.withLock { $0.changes.confirm(&grounds) } }

  /// Ends answers that rest on a fact which no event tells. To be called when the fact can be read as it is now.
  public func noteChange(of fact: Ground) { served.withLock { $0.changes.note(fact) } }

  // MARK: What the clock asks

  /// When the clock moves the stream on; nil where it never does, or there is no such stream.
  public func dueTime(of stream: StreamID) throws(ProjectionError) -> Timestamp? {
    for area in areas.all where area.category == stream.category {
      return try area.dueTime(of: RowKey(stream.id), in: self)
    }
    return nil
  }

  /// The household's streams that the clock looks at.
  public func waiting(in household: HouseholdID) throws(ProjectionError) -> [StreamID] {
    var waiting: [StreamID] = []
    for area in areas.all { waiting += try area.waiting(in: household, self) }
    return waiting
  }

  /// Every stream that the clock looks at, with the moment at which it moves it on, in no order. Reads the store.
  ///
  /// A stream that changes meanwhile may have the moment of before or after; one whose row does not tell has the earliest
  /// there is.
  public func deadlines() throws -> [(stream: StreamID, dueAt: Timestamp)] {
    notes?.ruleOut()
    return try areas.all.flatMap { try $0.deadlines(self) }
  }
}
