import Stores
import EventStore
import MovieNightPrimitives

@testable import Console
@testable import Projections

/// Every row of every read model: those that the store keeps, else those that it is folded to.
func rows(of store: any EventStore) throws -> [String: [Row]] {
  var rows: [String: [Row]] = [:]
  if store.keepsRows {
    for name in ReadModelAreas.current.names { try store.forEachRow(name) { rows[name, default: []].append($0) } }
  } else {
    let models = ReadModels(store: store, schema: .current, areas: .current)
    try models.open()
    let inMemory = RowsInMemory(models)
    for name in ReadModelAreas.current.names { try inMemory.forEachRow(name) { rows[name, default: []].append($0) } }
  }
  return rows.mapValues { $0.sorted { $0.key < $1.key } }
}

/// The rows of a store that nobody serves now.
func rows(at address: StoreAddress) throws -> [String: [Row]] {
  let store = try openStore(address, mode: .readOnly)
  defer { store.close() }
  return try rows(of: store)
}

/// The rows that a fold of the store's events from the first on makes, in a store of its own.
func replayedRows(of store: any EventStore) throws -> [String: [Row]] {
  let fresh = try openStore(.memory, mode: .readWrite(administratorSocket: nil))
  defer { fresh.close() }
  try fresh.importEvents(try store.readAll(after: 0, limit: .max, owner: nil), texts: [])
  return try rows(of: fresh)
}
