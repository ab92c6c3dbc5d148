import Domain
import EventStore
import MovieNightPrimitives

/// The result of a lookup in memory.
public enum Cached<Value> {
  /// Memory has the answer: the value, or nil if it is known not to exist.
  case hit(Value?)
  /// Only the store has the answer.
  case miss
}

extension Cached: Sendable where Value: Sendable {}

/// A point in history: a position, or a time.
public enum Moment: Hashable, Sendable {
  case position(Position)
  case time(Timestamp)
}

/// The version of a row that a query needs.
public enum Reading: Sendable {
  /// The row with all applied events.
  case applied
  /// The row as of this position, whose event has just been applied. In a shared store, the current row may be ahead of
  /// that position. Used by the committer.
  case through(Position)
  /// The current row, even if another server has just changed it; the last known row during an outage.
  case latest
  /// The row at a past moment, folded from its stream.
  case asOf(Moment)
}

/// Reads rows for all queries: from memory, or else from the store, merged with newer rows in memory. The `cached…`
/// functions never wait for the store; all other functions may.
package struct RowReader: Sendable {
  let store: any EventLog & RowStore
  let schema: EventSchema
  let rowMemory: Int
  let served: Locked<ServedRows>
  var recorder: DependencyRecorder?

  // MARK: Single rows

  package func cached<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError)
    -> Cached<Model>
  {
    recorder?.note(.row(Model.self, key))
    return try served.withLock { served throws(ProjectionError) in
      try choose(served.tables).requireRunning().cached(key)
    }
  }

  package func find<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    recorder?.note(.row(Model.self, key))
    let (known, epoch, count) = try served.withLock { served throws(ProjectionError) in
      let table = try choose(served.tables).requireRunning()
      return (table.cached(key), table.epoch, served.changes.count)
    }
    if case .hit(let model) = known { return model }
    let found: RowPage<Model>.PositionedRow? = try stored(key)
    served.withLock { served in
      let table = choose(served.tables)
      // Do not install a row that changed during the read and left memory or, in a shared store, was not there.
      guard table.epoch == epoch, served.changes.isUnchanged(.row(Model.self, key), since: count) else { return }
      if let found { table.install(found.model, at: found.position) } else { table.noteAbsence(of: key) }
    }
    served.trim(to: rowMemory)
    return found?.model
  }

  /// Returns the version of a row that `reading` asks for.
  /// - Precondition: for `through` and `asOf`, the row's partition is its stream.
  package func find<Model: StreamProjection>(
    _ key: RowKey, _ reading: Reading, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> Model? {
    func past(_ moment: Moment) throws(ProjectionError) -> Model? {
      try rows(of: StreamID(category: Model.category, id: Identifier<StreamKind>(key.partition)), asOf: moment)[key]
    }
    switch reading {
    case .applied: return try find(key, choose)
    case .latest: return try latest(key, choose)
    case .asOf(let moment): return try past(moment)
    case .through(let position):
      let model = try find(key, choose)
      // Rows of a `StreamProjection` never end, so a row that is missing now was also missing at `position`.
      guard store.isShared, model != nil else { return model }
      let known = served.withLock { choose($0.tables).rows.position(of: key) }
      if let known, known <= position { return model }
      return try past(.position(position))
    }
  }

  /// Returns the row as `find` does, but without caching it, for deadline checks of rows that clients rarely ask for.
  func lookUp<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    if case .hit(let model) = try cached(key, choose) { return model }
    let found: RowPage<Model>.PositionedRow? = try stored(key)
    return found?.model
  }

  private func latest<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    guard store.isShared else { return try find(key, choose) }
    // The row may be ahead of the applied events, and can change without notice.
    recorder?.invalidate()
    _ = try served.withLock { served throws(ProjectionError) in try choose(served.tables).requireRunning() }
    let found: RowPage<Model>.PositionedRow?
    do throws(ProjectionError) {
      found = try stored(key)
    } catch {
      guard case .store(let error) = error, error.code == .unavailable else { throw error }
      return try find(key, choose)
    }
    // Caches the row, so that it is in memory if the store becomes unreachable.
    _ = try find(key, choose)
    return found?.model
  }

  private func stored<Model: Projection>(_ key: RowKey) throws(ProjectionError) -> RowPage<Model>.PositionedRow? {
    let row: Row?
    do throws(StoreError) { row = try store.row(Model.name, key: key) } catch { throw .store(error) }
    return try row.map { (row) throws(ProjectionError) in (try Model(stored: row), row.position) }
  }

  // MARK: Lists

  /// Returns a page without reading the store; `miss` if it is not in memory.
  package func cachedPage<Model>(
    _ partition: PartitionKey, after sortKey: SortKey?, limit: Int, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> Cached<RowPage<Model>> {
    recorder?.note(.list(Model.self, partition))
    return try served.withLock { served throws(ProjectionError) in
      let page = try choose(served.tables).requireRunning().page(partition, after: sortKey, limit: limit)
      return page.map { .hit($0) } ?? .miss
    }
  }

  /// Returns at most `limit` rows after `sortKey`, or the first ones if it is nil.
  package func page<Model>(
    _ partition: PartitionKey, after sortKey: SortKey?, limit: Int, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> RowPage<Model> {
    if case .hit(let page?) = try cachedPage(partition, after: sortKey, limit: limit, choose) { return page }
    let (changed, epoch, count) = served.withLock { served in
      let table = choose(served.tables)
      return (table.rows.dirtyRows(of: partition), table.epoch, served.changes.count)
    }
    // Reads more rows than the page needs, because each changed row may have another sort key in the store.
    let wanted = max(limit + 1, sortKey == nil ? PartitionLists.depth : 0) + changed.count
    let rows: [Row]
    do throws(StoreError) {
      rows = try store.rows(Model.name, partition: partition, after: sortKey, limit: wanted)
    } catch {
      throw .store(error)
    }
    var stored: [RowPage<Model>.PositionedRow] = []
    for row in rows { stored.append((try Model(stored: row), row.position)) }
    let isAll = stored.count < wanted
    let found = RowPage.merge(stored, changed, after: sortKey, through: isAll ? nil : stored.last?.model.sortKey)
    if sortKey == nil {
      served.withLock { served in
        // The rows are complete only if the partition did not change during the read.
        let table = choose(served.tables)
        guard table.epoch == epoch, served.changes.isUnchanged(.list(Model.self, partition), since: count) else {
          return
        }
        table.installList(found, isComplete: isAll, partition: partition)
      }
      served.trim(to: rowMemory)
    }
    return RowPage(found.prefix(limit + 1).map(\.model), limit: limit)
  }

  // MARK: Past rows

  func rows<Model: Projection>(of stream: StreamID, asOf moment: Moment) throws(ProjectionError) -> [RowKey: Model] {
    recorder?.note(.stream(stream))
    do {
      return try StreamFold<Model>(stream: stream, through: moment).run(store, schema).compactMapValues(\.model)
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .projectionStopped(name: Model.name)
    }
  }
}

extension Projection {
  fileprivate init(stored row: Row) throws(ProjectionError) {
    do throws(JSONError) {
      try self.init(row: row)
    } catch {
      throw .unreadableRow(name: Self.name, key: row.key)
    }
  }
}
