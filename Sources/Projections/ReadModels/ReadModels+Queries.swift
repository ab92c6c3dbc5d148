import EventStore
import MovieNightPrimitives

// What the queries of all areas rest on.
extension ReadModels {
  package func cached<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError)
    -> Cached<Model>
  {
    notes?.note(.row(Model.self, key))
    return try state.withLock { state throws(ProjectionError) in try choose(state.tables).answering().cached(key) }
  }

  package func find<Model>(_ key: RowKey, _ choose: (TableSet) -> Table<Model>) throws(ProjectionError) -> Model? {
    notes?.note(.row(Model.self, key))
    let (known, epoch, count) = try state.withLock { state throws(ProjectionError) in
      let table = try choose(state.tables).answering()
      return (table.cached(key), table.epoch, state.changes.count)
    }
    if case .hit(let model) = known { return model }
    let row = try storedRow(Model.name, key)
    let model = try row.map { (row) throws(ProjectionError) in try Model(stored: row) }
    state.withLock { state in
      let table = choose(state.tables)
      // It may have changed and left memory again; or, of a shared store, changed without having been here.
      guard table.epoch == epoch, state.changes.isUnchanged(.row(Model.self, key), since: count) else { return }
      if let model, let row { table.install(model, at: row.position) } else { table.noteAbsence(of: key) }
    }
    trim()
    return model
  }

  package func find<Model: StreamProjection>(
    _ key: RowKey, through position: Position, _ choose: (TableSet) -> Table<Model>
  )
    throws(ProjectionError) -> Model?
  {
    let model = try find(key, choose)
    // What is not there now was not there then: these rows never end.
    guard store.isShared, model != nil else { return model }
    let known = state.withLock { choose($0.tables).position(of: key) }
    if let known, known <= position { return model }
    return try find(key, asOf: .position(position))
  }

  func storedRow(_ name: String, _ key: RowKey) throws(ProjectionError) -> Row? {
    do throws(StoreError) { return try store.row(name, key: key) } catch { throw ProjectionError(error) }
  }

  /// The row as it was at a moment, folded from its stream; nil where it was not there yet. Reads the store.
  ///
  /// - Precondition: the row's shelf is its stream.
  package func find<Model: StreamProjection>(_ key: RowKey, asOf moment: Moment) throws(ProjectionError) -> Model? {
    try rows(of: StreamID(category: Model.category, id: Identifier<StreamKind>(key.shelf)), asOf: moment)[key]
  }

  /// The rows of a stream as they were at a moment. Reads the store.
  package func rows<Model: Projection>(of stream: StreamID, asOf moment: Moment) throws(ProjectionError) -> [RowKey:
    Model]
  {
    notes?.note(.stream(stream))
    do {
      return try StreamFold<Model>(stream: stream, through: moment).run(store, schema).compactMapValues(\.model)
    } catch let error as StoreError {
      throw ProjectionError(error)
    } catch {
      throw .projectionStopped(name: Model.name)
    }
  }
}

extension Table {
  /// Itself, unless it has stopped.
  func answering() throws(ProjectionError) -> Table {
    if stopped != nil { throw .projectionStopped(name: name) }
    return self
  }
}

extension Projection {
  init(stored row: Row) throws(ProjectionError) {
    do throws(JSONError) {
      try self.init(row: row)
    } catch {
      throw .unreadableRow(name: Self.name, key: row.key)
    }
  }
}
