import Stores
import EventStore
import MovieNightPrimitives

@testable import Console
@testable import Projections

/// Returns the rows of every read model: the stored rows if the store keeps rows, or else rows folded from its events.
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

/// Returns the rows of a store that no server has open.
func rows(at address: StoreAddress) throws -> [String: [Row]] {
  let store = try openStore(address, mode: .readOnly)
  defer { store.close() }
  return try rows(of: store)
}

/// Returns the rows that a new store has after importing all events of `store`.
func replayedRows(of store: any EventStore) throws -> [String: [Row]] {
  let fresh = try openStore(.memory, mode: .readWrite(administratorSocket: nil))
  defer { fresh.close() }
  try fresh.importEvents(try store.readAll(after: 0, limit: .max, owner: nil), texts: [])
  return try rows(of: fresh)
}
