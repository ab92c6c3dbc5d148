import EventStore
import MovieNightPrimitives

/// An in-memory store that can keep rows, so that tests see flushes, reloads and rebuilds.
///
/// It supports what projections need, and counts what they read. It does not support commands.
final class RowStore: EventStore {
  struct Content {
    var events: [RecordedEvent] = []
    var rows: [String: [RowKey: Row]] = [:]
    var shadow: [String: [RowKey: Row]] = [:]
    var states: [String: ReadModelState] = [:]
    var rowReads = 0
    /// The number of rows written or deleted by flushes.
    var rowsWritten = 0
    var streamReads = 0
    var keysRead = 0
    /// The number of reads of a whole table.
    var tableReads = 0
    var failingRowReads = 0
    var groupIsOpen = false
    /// The number of events read in a group, while other writers had to wait.
    var eventsReadInGroup = 0
    /// The number of further attempts to rebuild that fail because another process rebuilds.
    var rebuildsElsewhere = 0
  }

  let kind = "memory"
  let keepsRows: Bool
  let isShared: Bool
  let content: Locked<Content>

  /// Whether every seventh event is damaged when servers receive it as changes.
  private let changesAreDamaged: Bool

  init(keepsRows: Bool, isShared: Bool = false, changesAreDamaged: Bool = false, content: Content = Content()) {
    self.keepsRows = keepsRows
    self.isShared = isShared
    self.changesAreDamaged = changesAreDamaged
    self.content = Locked(content)
  }

  func record(_ events: [RecordedEvent]) {
    content.withLock { $0.events += events }
  }

  // MARK: Sharing

  /// Records events and rows in one step, as a shared store does.
  func record(_ events: [RecordedEvent], _ rows: [ReadModelFlush]) throws(StoreError) {
    record(events)
    try flush(rows)
  }

  func storeChanges(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    let head = try head()
    let events = position < head ? try readAll(after: position, limit: limit, owner: nil) : []
    let isDamaged = { [changesAreDamaged] (event: RecordedEvent) in changesAreDamaged && event.position % 7 == 0 }
    let damaged = events.filter(isDamaged).map {
      DamagedEvent(
        stream: $0.stream, owner: $0.owner, position: $0.position,
        error: StoreError(.damaged, "event \($0.position)"))
    }
    return StoreChanges(
      events: events.filter { !isDamaged($0) }, damaged: damaged, head: head, readModels: try readModels())
  }

  func beginGroup(after position: Position, checksum: UInt32?, limit: Int) throws(StoreError) -> StoreChanges {
    content.withLock { $0.groupIsOpen = true }
    return try storeChanges(after: position, limit: limit)
  }

  func endGroup() { content.withLock { $0.groupIsOpen = false } }

  func beginRebuild() throws(StoreError) {
    try content.withLock { content throws(StoreError) in
      guard content.rebuildsElsewhere > 0 else { return }
      content.rebuildsElsewhere -= 1
      throw StoreError(.locked, "another process rebuilds")
    }
  }

  // MARK: Events

  func commit(
    _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) -> [CommitOutcome] {
    guard group.isEmpty, content.withLock({ $0.groupIsOpen }) else {
      throw StoreError(.misuse, "this store only records")
    }
    endGroup()
    return []
  }

  func read(_ stream: StreamID, from revision: Revision, limit: Int) throws(StoreError) -> [RecordedEvent] {
    content.withLock { content in
      content.streamReads += 1
      return Array(content.events.lazy.filter { $0.stream == stream && $0.revision >= revision }.prefix(limit))
    }
  }

  func readAll(after position: Position, limit: Int, owner: OwnerID?) throws(StoreError) -> [RecordedEvent] {
    content.withLock { content in
      Array(content.events.dropFirst(position).lazy.filter { owner == nil || $0.owner == owner }.prefix(limit))
    }
  }

  func forEachEvent(after position: Position, through end: Position, _ body: (RecordedEvent) throws -> Void) throws {
    let events = content.withLock { content in
      if content.groupIsOpen { content.eventsReadInGroup += end - position }
      return Array(content.events[position..<end])
    }
    for event in events { try body(event) }
  }

  func head() throws(StoreError) -> Position { content.withLock { $0.events.count } }

  func receipt(for key: ReceiptKey) throws(StoreError) -> Receipt? { nil }

  func forEachStream(_ body: (StreamID, OwnerID, Revision) throws -> Void) throws {
    let events = content.withLock { $0.events }
    let lengths = Dictionary(grouping: events, by: \.stream).mapValues(\.count)
    for event in events where event.revision == 0 {
      try body(event.stream, event.owner, (lengths[event.stream] ?? 0) - 1)
    }
  }

  func texts(_ ids: [TextID]) throws(StoreError) -> [PersonalText] { [] }
  func allTexts(after id: TextID?, limit: Int, owner: OwnerID?) throws(StoreError) -> [PersonalText] { [] }

  // MARK: Rows

  func readModels() throws(StoreError) -> [ReadModelState] {
    content.withLock { content in content.states.values.sorted { $0.name < $1.name } }
  }

  func addReadModels(_ names: [String]) throws(StoreError) {
    content.withLock { content in
      for name in names where content.states[name] == nil {
        content.states[name] = ReadModelState(name: name, version: 0, checkpoint: 0, generation: 0)
      }
    }
  }

  func flush(_ flushes: [ReadModelFlush]) throws(StoreError) {
    guard keepsRows else { return }
    content.withLock { content in
      for flush in flushes {
        content.states[flush.name] = ReadModelState(
          name: flush.name, version: flush.version, checkpoint: flush.checkpoint,
          generation: content.states[flush.name]?.generation ?? 0, stopped: flush.stopped)
        for row in flush.changes.rows { content.rows[flush.name, default: [:]][row.key] = row }
        for key in flush.changes.ended { content.rows[flush.name]?[key] = nil }
        content.rowsWritten += flush.changes.rows.count + flush.changes.ended.count
      }
    }
  }

  func row(_ model: String, key: RowKey) throws(StoreError) -> Row? {
    try content.withLock { content throws(StoreError) in
      content.rowReads += 1
      if content.failingRowReads > 0 {
        content.failingRowReads -= 1
        throw StoreError(.unavailable, "the disk does not answer")
      }
      return content.rows[model]?[key]
    }
  }

  func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError) -> [Row] {
    content.withLock { content in
      content.rowReads += 1
      let rows = (content.rows[model] ?? [:]).values.compactMap { row -> (sortKey: SortKey, row: Row)? in
        guard row.key.partition == partition, let own = row.sortKey, sortKey.map({ own < $0 }) ?? true else {
          return nil
        }
        return (own, row)
      }
      return rows.sorted { $1.sortKey < $0.sortKey }.prefix(limit).map(\.row)
    }
  }

  func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
    content.withLock { content in
      let keys = (content.rows[model] ?? [:]).keys.filter { found in key.map { $0 < found } ?? true }
      let page = Array(keys.sorted().prefix(limit))
      content.keysRead += page.count
      return page
    }
  }

  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
    let rows = content.withLock { content in
      content.tableReads += 1
      return content.rows[model] ?? [:]
    }
    for key in rows.keys.sorted() { if let row = rows[key] { try body(row) } }
  }

  func writeRows(_ model: String, _ rows: [Row]) throws(StoreError) {
    content.withLock { content in
      for row in rows { content.rows[model, default: [:]][row.key] = row }
      content.rowsWritten += rows.count
    }
  }

  // MARK: Shadow rows

  func clearShadow(_ model: String) throws(StoreError) -> Bool {
    content.withLock { $0.shadow[model] = [:] }
    return false
  }

  func writeShadow(_ model: String, _ changes: RowChanges) throws(StoreError) {
    content.withLock { content in
      for row in changes.rows { content.shadow[model, default: [:]][row.key] = row }
      for key in changes.ended { content.shadow[model]?[key] = nil }
    }
  }

  func shadowRow(_ model: String, key: RowKey) throws(StoreError) -> Row? {
    content.withLock { $0.shadow[model]?[key] }
  }

  func swapShadow(_ model: String, version: Int, checkpoint: Position) throws(StoreError) {
    content.withLock { content in
      content.rows[model] = content.shadow.removeValue(forKey: model) ?? [:]
      content.states[model] = ReadModelState(
        name: model, version: version, checkpoint: checkpoint,
        generation: (content.states[model]?.generation ?? 0) + 1)
    }
  }

  // MARK: Lifecycle

  func withSnapshot<Result>(_ body: (any EventStore) throws -> Result) throws -> Result {
    try body(RowStore(keepsRows: keepsRows, content: content.withLock { $0 }))
  }

  func reopen() throws(StoreError) {}
  func close() {}

  func importEvents(
    _ events: [RecordedEvent], texts: [PersonalText],
    rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
  ) throws(StoreError) { record(events) }
  func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] { [] }
}
