import Domain
import EventStore
import Primitives

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
  private let names: [String]

  /// - Parameter names: What to verify; everything when empty.
  /// - Throws: `ProjectionError.unknownProjection`.
  public init(names: [String] = [], schema: EventSchema = .current) throws(ProjectionError) {
    for name in names where !ReadModels.names.contains(name) { throw .unknownProjection(name: name) }
    self.names = names.isEmpty ? ReadModels.names : ReadModels.names.filter(names.contains)
    self.schema = schema
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
    let models = ReadModels(store: copy, schema: schema)
    try models.open()
    return try compare(source, RowsInMemory(models))
  }

  private func compare(_ store: any EventStore, _ rows: some RowSource) throws -> [Report] {
    var audits = try names.compactMap { try audit(named: $0, store, rows) }
    try store.forEachStream { stream, _, _ in
      for index in audits.indices where audits[index].category == stream.category {
        try audits[index].compare(stream)
      }
    }
    for index in audits.indices { try audits[index].takeRows() }
    return audits.map(\.report)
  }

  private func audit(named name: String, _ store: any EventStore, _ rows: some RowSource) throws
    -> (any ModelAudit)?
  {
    func audit<Model: Projection>(_ model: Model.Type) throws -> (any ModelAudit)? {
      guard let state = try rows.state(of: name) else { return nil }
      return TableAudit<Model>(store: store, rows: rows, schema: schema, checkpoint: state.checkpoint)
    }
    return switch name {
    case HouseholdDetails.name: try audit(HouseholdDetails.self)
    case LibraryDetails.name: try audit(LibraryDetails.self)
    case RoundDetails.name: try audit(RoundDetails.self)
    case SessionSummary.name: try audit(SessionSummary.self)
    case RoundRatings.name: try audit(RoundRatings.self)
    default: nil
    }
  }
}

/// The comparison of one read model, seen without its type.
private protocol ModelAudit {
  var category: String { get }
  var report: Verification.Report { get }
  mutating func compare(_ stream: StreamID) throws
  mutating func takeRows() throws
}

private struct TableAudit<Model: Projection>: ModelAudit {
  let store: any EventStore
  let rows: any RowSource
  let schema: EventSchema
  let checkpoint: Position
  private var equalRows = 0
  private var rowCount = 0
  private var expectedDigest = RowDigest()
  private var actualDigest = RowDigest()
  private var difference: RowDifference?

  init(store: any EventStore, rows: any RowSource, schema: EventSchema, checkpoint: Position) {
    self.store = store
    self.rows = rows
    self.schema = schema
    self.checkpoint = checkpoint
  }

  var category: String { Model.category }

  var report: Verification.Report {
    Verification.Report(
      model: Model.name, checkpoint: checkpoint, equalRows: equalRows, rowCount: rowCount,
      expectedDigest: expectedDigest, actualDigest: actualDigest, difference: difference)
  }

  mutating func compare(_ stream: StreamID) throws {
    let key = RowKey(stream.id)
    do {
      let fold = StreamFold<Model>(stream: stream, through: .position(checkpoint))
      guard let outcome = try fold.run(store, schema) else { return }
      let expected = outcome.model.row(at: outcome.position)
      expectedDigest.add(expected)
      let kind =
        if let actual = try rows.row(Model.name, key: key) {
          RowDifference.Kind(expected: expected, actual: actual)
        } else {
          RowDifference.Kind.missing
        }
      guard let kind else {
        equalRows += 1
        return
      }
      let lastEvent = RowDifference.LastEvent(position: outcome.position, type: outcome.type)
      note(RowDifference(model: Model.name, key: key, kind: kind, lastEvent: lastEvent))
    } catch let error as EventError {
      report(error, key)
    } catch let error as FoldError {
      report(error, key)
    }
  }

  // A stopped projection's checkpoint lies before the event that stopped it: so this one should have been folded.
  private mutating func report(_ error: some Error, _ key: RowKey) {
    note(RowDifference(model: Model.name, key: key, kind: .unreadable(reason: "\(error)"), lastEvent: nil))
  }

  // The first one is told; the digests are of all rows.
  private mutating func note(_ found: RowDifference) {
    difference = difference ?? found
  }

  // Counting is enough where nothing differs: only more rows than streams make it worth looking for the extra one.
  mutating func takeRows() throws {
    try rows.forEachRow(Model.name) { row in
      rowCount += 1
      actualDigest.add(row)
    }
    guard difference == nil, rowCount > equalRows else { return }
    var unexpected: RowKey?
    try rows.forEachRow(Model.name) { row in
      guard unexpected == nil else { return }
      let stream = StreamID(category: Model.category, id: row.key)
      let first = try store.read(stream, from: 0, limit: 1).first
      if first.map({ $0.position > checkpoint }) ?? true { unexpected = row.key }
    }
    difference = unexpected.map {
      RowDifference(model: Model.name, key: $0, kind: .unexpected, lastEvent: nil)
    }
  }
}
