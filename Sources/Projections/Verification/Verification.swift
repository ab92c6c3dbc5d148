import Domain
import EventStore

/// Proves read models against a replay: folds every stream anew and compares what comes out with the rows.
public struct Verification: Sendable {
  /// How it went with one read model.
  public struct Report: Equatable, Sendable {
    public let model: String
    /// Up to where rows and events were compared.
    public let checkpoint: Position
    /// Rows that are as the events say.
    public let equalRows: Int
    /// Rows that there are.
    public let rowCount: Int
    /// Of the rows that the events make, and of those that there are.
    public let expectedDigest: RowDigest
    public let actualDigest: RowDigest
    /// The first row that differs; nil when all are equal.
    public let difference: RowDifference?
  }

  private let schema: EventSchema
  private let areas: ReadModelAreas
  private let names: [String]

  /// - Parameter names: What to verify; everything when empty.
  /// - Throws: `ProjectionError.unknownProjection`.
  public init(
    names: [String] = [], schema: EventSchema, areas: ReadModelAreas
  ) throws(ProjectionError) {
    self.names = try areas.chosen(names)
    self.schema = schema
    self.areas = areas
  }

  /// Verifies the rows that the store keeps, in one snapshot of it: up to each model's checkpoint.
  public func run(_ store: any EventStore) throws -> [Report] {
    try store.withSnapshot { snapshot in try compare(snapshot, StoredRows(store: snapshot)) }
  }

  /// Verifies the rows of an open store: those that it keeps or, where it keeps none, those in memory.
  public func run(_ models: ReadModels) throws -> [Report] {
    if models.store.keepsRows { return try run(models.store) }
    let rows = RowsInMemory(models)
    return try models.store.withSnapshot { snapshot in try compare(snapshot, rows) }
  }

  /// Verifies the rows of a copy against the events of the store that it is a copy of, up to the rows' checkpoints.
  /// Where the copy keeps no rows they are folded in memory, as by whoever opens it next.
  public func run(events source: any EventStore, rowsOf copy: any EventStore) throws -> [Report] {
    if copy.keepsRows { return try copy.withSnapshot { try compare(source, StoredRows(store: $0)) } }
    let models = ReadModels(store: copy, schema: schema, areas: areas)
    try models.open()
    return try compare(source, RowsInMemory(models))
  }

  private func compare(_ store: any EventStore, _ rows: some RowSource) throws -> [Report] {
    var audits: [any ModelAudit] = []
    for projection in areas.projections where names.contains(projection.name) {
      guard let state = try rows.state(of: projection.name) else { continue }
      audits.append(projection.audit(store, rows, schema, state.checkpoint))
    }
    for index in audits.indices { try audits[index].takeRows() }
    try store.forEachStream { stream, _, _ in
      for index in audits.indices where audits[index].category == stream.category {
        try audits[index].compare(stream)
      }
    }
    for index in audits.indices { try audits[index].findUnexpected() }
    return audits.map(\.report)
  }
}
