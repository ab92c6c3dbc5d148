import EventStore

protocol RowSource {
  /// Returns the version and the checkpoint of the rows; nil if there are none yet.
  func state(of model: String) throws -> (version: Int, checkpoint: Position)?
  func row(_ model: String, key: RowKey) throws -> Row?
  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws
}

struct StoredRows: RowSource {
  let store: any RowStore

  func state(of model: String) throws -> (version: Int, checkpoint: Position)? {
    try store.readModels().first { $0.name == model }.map { ($0.version, $0.checkpoint) }
  }

  func row(_ model: String, key: RowKey) throws -> Row? { try store.row(model, key: key) }

  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
    try store.forEachRow(model, body)
  }
}

/// A snapshot of the rows in memory, for a store that keeps none.
struct RowsInMemory: RowSource {
  private let models: [String: (version: Int, checkpoint: Position, rows: [RowKey: Row])]

  init(_ readModels: ReadModels) {
    let tables = readModels.served.withLock { served in
      served.tables.all.map { ($0.name, $0.version, served.checkpoint(of: $0), $0.contents()) }
    }
    var models: [String: (version: Int, checkpoint: Position, rows: [RowKey: Row])] = [:]
    for (name, version, checkpoint, contents) in tables {
      models[name] = (version, checkpoint, Dictionary(uniqueKeysWithValues: contents().map { ($0.key, $0) }))
    }
    self.models = models
  }

  func state(of model: String) -> (version: Int, checkpoint: Position)? {
    models[model].map { ($0.version, $0.checkpoint) }
  }

  func row(_ model: String, key: RowKey) -> Row? { models[model]?.rows[key] }

  func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
    guard let rows = models[model]?.rows else { return }
    for key in rows.keys.sorted() { if let row = rows[key] { try body(row) } }
  }
}
