import EventStore

/// Part of a shelf's list, the greatest place first.
public struct RowPage<Model: Projection>: Equatable, Sendable {
  public let rows: [Model]
  /// Where the next page begins; nil at the end.
  public let next: RowPlace?

  /// - Parameter found: is one longer than the page where something follows it.
  init(_ found: [Model], limit: Int) {
    rows = Array(found.prefix(limit))
    next = found.count > limit ? rows.last?.place : nil
  }
}

// Pages of what is listed: from memory, or from the store with what it does not have yet.
extension ReadModels {
  /// A page without the store; `miss` where it would be needed.
  package func cachedPage<Model>(
    _ shelf: ShelfID, after place: RowPlace?, limit: Int, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> Cached<RowPage<Model>> {
    notes?.note(.list(Model.self, shelf))
    return try state.withLock { state throws(ProjectionError) in
      let page = try choose(state.tables).answering().page(shelf, after: place, limit: limit)
      return page.map { .hit($0) } ?? .miss
    }
  }

  /// At most `limit` rows that come after `place`; from the greatest on, where it is nil. May read the store.
  package func page<Model>(
    _ shelf: ShelfID, after place: RowPlace?, limit: Int, _ choose: (TableSet) -> Table<Model>
  ) throws(ProjectionError) -> RowPage<Model> {
    if case .hit(let page?) = try cachedPage(shelf, after: place, limit: limit, choose) { return page }
    let (changed, epoch, count) = state.withLock { state in
      let table = choose(state.tables)
      return (table.dirtyRows(of: shelf), table.epoch, state.changes.count)
    }
    // Each row that changed may stand elsewhere than in the store.
    let wanted = max(limit + 1, place == nil ? ShelfLists.depth : 0) + changed.count
    let stored = try storedRows(of: Model.self, shelf, after: place, limit: wanted)
    let isAll = stored.count < wanted
    let found = Self.merge(stored, changed, after: place, through: isAll ? nil : stored.last?.model.place)
    if place == nil {
      state.withLock { state in
        // What was read is still all there is only when nothing on the shelf changed meanwhile.
        let table = choose(state.tables)
        guard table.epoch == epoch, state.changes.isUnchanged(.list(Model.self, shelf), since: count) else { return }
        table.installList(found, isComplete: isAll, shelf: shelf)
      }
      trim()
    }
    return RowPage(found.prefix(limit + 1).map(\.model), limit: limit)
  }

  private typealias Found<Model> = (model: Model, position: Position)

  private func storedRows<Model: Projection>(
    of _: Model.Type, _ shelf: ShelfID, after place: RowPlace?, limit: Int
  ) throws(ProjectionError) -> [Found<Model>] {
    let rows: [Row]
    do throws(StoreError) {
      rows = try store.rows(Model.name, shelf: shelf, after: place, limit: limit)
    } catch {
      throw ProjectionError(error)
    }
    var found: [Found<Model>] = []
    for row in rows { found.append((try Model(stored: row), row.position)) }
    return found
  }

  /// Of a row that is in both, the one that has seen more: a flush may have come between the two readings.
  /// - Parameter last: how far the store was read; what follows there is not known.
  private static func merge<Model: Projection>(
    _ stored: [Found<Model>], _ changed: [(key: RowKey, model: Model?, position: Position)], after place: RowPlace?,
    through last: RowPlace?
  ) -> [Found<Model>] {
    var newest: [RowKey: (model: Model?, position: Position)] = [:]
    for row in stored { newest[row.model.key] = (row.model, row.position) }
    for row in changed {
      if let known = newest[row.key], known.position >= row.position { continue }
      newest[row.key] = (row.model, row.position)
    }
    var found: [(place: RowPlace, row: Found<Model>)] = []
    for (model, position) in newest.values {
      guard let model, let own = model.place, place.map({ own < $0 }) ?? true, last.map({ $0 <= own }) ?? true
      else { continue }
      found.append((own, (model, position)))
    }
    return found.sorted { $1.place < $0.place }.map(\.row)
  }
}
