import Domain
import EventStore

/// Verifies read models: replays every stream and compares the result with the rows.
public struct Verification: Sendable {
  /// The result for one read model.
  public struct Report: Equatable, Sendable {
    public let model: String
    /// The position up to which rows and events were compared.
    public let checkpoint: Position
    /// The number of rows that match the events.
    public let equalRows: Int
    /// The number of existing rows.
    public let rowCount: Int
    /// The digest of the rows that the events produce.
    public let expectedDigest: RowDigest
    public let actualDigest: RowDigest
    /// The first row that differs; nil if all are equal.
    public let difference: RowDifference?
  }

  private let schema: EventSchema
  private let areas: ReadModelAreas
  private let names: [String]

  /// Creates a verification of the named read models, or of all if `names` is empty.
  /// - Throws: `ProjectionError.unknownProjection`.
  public init(
    names: [String] = [], schema: EventSchema, areas: ReadModelAreas
  ) throws(ProjectionError) {
    self.names = try areas.checkedNames(names)
    self.schema = schema
    self.areas = areas
  }

  /// Verifies the rows in the store, in one snapshot, up to each model's checkpoint.
  public func run(_ store: any EventStore) throws -> [Report] {
    try store.withSnapshot { snapshot in try compare(snapshot, StoredRows(store: snapshot)) }
  }

  /// Verifies the rows in an open store, or those in memory if the store keeps none.
  public func run(_ models: ReadModels) throws -> [Report] {
    if models.store.keepsRows { return try run(models.store) }
    let rows = RowsInMemory(models)
    return try models.store.withSnapshot { snapshot in try compare(snapshot, rows) }
  }

  /// Verifies the rows of a copy against the events of its source, up to the rows' checkpoints. If the copy keeps no
  /// rows, they are folded in memory.
  public func run(events source: any EventLog, rowsOf copy: any EventStore) throws -> [Report] {
    if copy.keepsRows { return try copy.withSnapshot { try compare(source, StoredRows(store: $0)) } }
    let models = ReadModels(store: copy, schema: schema, areas: areas)
    try models.open()
    return try compare(source, RowsInMemory(models))
  }

  private func compare(_ store: any EventLog, _ rows: some RowSource) throws -> [Report] {
    var audits: [any ModelAudit] = []
    for projection in areas.projections where names.contains(projection.name) {
      guard let state = try rows.state(of: projection.name) else { continue }
      // The next start of a server rebuilds rows of another version. Version 0 has no rows yet.
      guard [0, projection.version].contains(state.version) else { continue }
      audits.append(projection.audit(store, rows, schema, state.checkpoint))
    }
    for index in audits.indices { try audits[index].readRows() }
    try store.forEachStream { stream, _, _ in
      for index in audits.indices where audits[index].category == stream.category {
        try audits[index].compare(stream)
      }
    }
    for index in audits.indices { try audits[index].findUnexpected() }
    return audits.map(\.report)
  }
}
