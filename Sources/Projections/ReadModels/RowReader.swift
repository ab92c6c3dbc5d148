import Domain
import EventStore
import MovieNightPrimitives

/// What memory knows of a row.
public enum Cached<Value> {
  /// The value; nil where there is none.
  case hit(Value?)
  /// Only the store can tell.
  case miss
}

extension Cached: Sendable where Value: Sendable {}

/// Up to where events count: up to a position, or by a time.
public enum Moment: Hashable, Sendable {
  case position(Position)
  case time(Timestamp)
}

/// As of when a row is read.
public enum Reading: Sendable {
  /// With what was applied.
  case applied
  /// With what was recorded up to the event at this position, which has just been applied: the rows of a shared store may be
  /// ahead of it. For the committer.
  case through(Position)
  /// As it is at this moment, also where another server has just changed it; while a shared store cannot be reached, as far
  /// as it is known.
  case latest
  /// As it was at a moment, folded from its stream.
  case asOf(Moment)
}

/// Reads rows for the queries of all areas: from memory, or from the store with what that does not have yet.
///
/// `cached…` never waits for the store; everything else may.
package struct RowReader: Sendable {
  let store: any EventStore
  let schema: EventSchema
  /// About how many bytes rows may take in memory.
  let rowMemory: Int
  let served: Locked<ServedRows>
  /// Records what is read; nil if that is not needed.
  var notes: GroundNotes?

  // MARK: A row

  package func cached<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError)
    -> Cached<Model>
  {
    notes?.note(.row(Model.self, key))
    return try served.withLock { served throws(ProjectionError) in try choose(served.tables).answering().cached(key) }
  }

  package func find<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    notes?.note(.row(Model.self, key))
    let (known, epoch, count) = try served.withLock { served throws(ProjectionError) in
      let table = try choose(served.tables).answering()
      return (table.cached(key), table.epoch, served.changes.count)
    }
    if case .hit(let model) = known { return model }
    let found: RowPage<Model>.Found? = try stored(key)
    served.withLock { served in
      let table = choose(served.tables)
      // It may have changed and left memory again; or, of a shared store, changed without having been here.
      guard table.epoch == epoch, served.changes.isUnchanged(.row(Model.self, key), since: count) else { return }
      if let found { table.install(found.model, at: found.position) } else { table.noteAbsence(of: key) }
    }
    served.trim(to: rowMemory)
    return found?.model
  }

  /// - Precondition: the row's shelf is its stream, for `through` and `asOf`.
  package func find<Model: StreamProjection>(
    _ key: RowKey, _ reading: Reading, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> Model? {
    func past(_ moment: Moment) throws(ProjectionError) -> Model? {
      try rows(of: StreamID(category: Model.category, id: Identifier<StreamKind>(key.shelf)), asOf: moment)[key]
    }
    switch reading {
    case .applied: return try find(key, choose)
    case .latest: return try latest(key, choose)
    case .asOf(let moment): return try past(moment)
    case .through(let position):
      let model = try find(key, choose)
      // What is not there now was not there then: these rows never end.
      guard store.isShared, model != nil else { return model }
      let known = served.withLock { choose($0.tables).rows.position(of: key) }
      if let known, known <= position { return model }
      return try past(.position(position))
    }
  }

  /// The row as `find` returns it, without caching it: for deadline checks, whose rows clients seldom ask for.
  func look<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    if case .hit(let model) = try cached(key, choose) { return model }
    let found: RowPage<Model>.Found? = try stored(key)
    return found?.model
  }

  private func latest<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    guard store.isShared else { return try find(key, choose) }
    // It is ahead of what this process hears of, and changes without that.
    notes?.ruleOut()
    _ = try served.withLock { served throws(ProjectionError) in try choose(served.tables).answering() }
    let found: RowPage<Model>.Found?
    do throws(ProjectionError) {
      found = try stored(key)
    } catch {
      guard case .store(let error) = error, error.code == .unavailable else { throw error }
      return try find(key, choose)
    }
    // It stays in memory for when the store cannot be reached.
    _ = try find(key, choose)
    return found?.model
  }

  private func stored<Model: Projection>(_ key: RowKey) throws(ProjectionError) -> RowPage<Model>.Found? {
    let row: Row?
    do throws(StoreError) { row = try store.row(Model.name, key: key) } catch { throw .store(error) }
    return try row.map { (row) throws(ProjectionError) in (try Model(stored: row), row.position) }
  }

  // MARK: Lists

  /// A page without the store; `miss` where it would be needed.
  package func cachedPage<Model>(
    _ shelf: ShelfID, after place: RowPlace?, limit: Int, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> Cached<RowPage<Model>> {
    notes?.note(.list(Model.self, shelf))
    return try served.withLock { served throws(ProjectionError) in
      let page = try choose(served.tables).answering().page(shelf, after: place, limit: limit)
      return page.map { .hit($0) } ?? .miss
    }
  }

  /// At most `limit` rows that come after `place`; from the greatest on, where it is nil.
  package func page<Model>(
    _ shelf: ShelfID, after place: RowPlace?, limit: Int, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> RowPage<Model> {
    if case .hit(let page?) = try cachedPage(shelf, after: place, limit: limit, choose) { return page }
    let (changed, epoch, count) = served.withLock { served in
      let table = choose(served.tables)
      return (table.rows.dirtyRows(of: shelf), table.epoch, served.changes.count)
    }
    // Each row that changed may stand elsewhere than in the store.
    let wanted = max(limit + 1, place == nil ? ShelfLists.depth : 0) + changed.count
    let rows: [Row]
    do throws(StoreError) {
      rows = try store.rows(Model.name, shelf: shelf, after: place, limit: wanted)
    } catch {
      throw .store(error)
    }
    var stored: [RowPage<Model>.Found] = []
    for row in rows { stored.append((try Model(stored: row), row.position)) }
    let isAll = stored.count < wanted
    let found = RowPage.merge(stored, changed, after: place, through: isAll ? nil : stored.last?.model.place)
    if place == nil {
      served.withLock { served in
        // What was read is still all there is only when nothing on the shelf changed meanwhile.
        let table = choose(served.tables)
        guard table.epoch == epoch, served.changes.isUnchanged(.list(Model.self, shelf), since: count) else { return }
        table.installList(found, isComplete: isAll, shelf: shelf)
      }
      served.trim(to: rowMemory)
    }
    return RowPage(found.prefix(limit + 1).map(\.model), limit: limit)
  }

  // MARK: A moment

  /// The rows of a stream as they were at a moment.
  func rows<Model: Projection>(of stream: StreamID, asOf moment: Moment) throws(ProjectionError) -> [RowKey: Model] {
    notes?.note(.stream(stream))
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
