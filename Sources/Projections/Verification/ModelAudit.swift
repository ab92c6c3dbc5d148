import Domain
import EventStore

/// The type-erased comparison of a read model's rows with a replay.
protocol ModelAudit {
  var category: String { get }
  var report: Verification.Report { get }
  mutating func readRows() throws
  mutating func compare(_ stream: StreamID) throws
  /// Looks for a row that no event produces. Call this last.
  mutating func findUnexpected() throws
}

struct TableAudit<Model: Projection>: ModelAudit {
  let store: any EventLog
  let rows: any RowSource
  let schema: EventSchema
  let checkpoint: Position
  private(set) var equalRows = 0
  private(set) var rowCount = 0
  /// The positions of rows that were written ahead of the checkpoint.
  private(set) var ahead: [RowKey: Position] = [:]
  private(set) var expectedDigest = RowDigest()
  private(set) var actualDigest = RowDigest()
  private(set) var difference: RowDifference?

  var category: String { Model.category }

  var report: Verification.Report {
    Verification.Report(
      model: Model.name, checkpoint: checkpoint, equalRows: equalRows, rowCount: rowCount,
      expectedDigest: expectedDigest, actualDigest: actualDigest, difference: difference)
  }

  mutating func compare(_ stream: StreamID) throws {
    do {
      let expected = try rows(of: stream)
      for key in expected.keys.sorted() {
        if let outcome = expected[key], let model = outcome.model { try compare(key, model, outcome) }
      }
    } catch let error where error is EventError || error is FoldError {
      // A stopped projection's checkpoint is before the event that stopped it, so the events up to it should fold.
      let kind = RowDifference.Kind.unreadable(reason: "\(error)")
      note(RowDifference(model: Model.name, key: RowKey(stream.id), kind: kind, lastEvent: nil))
    }
  }

  private func rows(of stream: StreamID) throws -> [RowKey: StreamFold<Model>.Outcome] {
    try StreamFold<Model>(stream: stream, through: .position(checkpoint), ahead: ahead).run(store, schema)
  }

  private mutating func compare(_ key: RowKey, _ model: Model, _ outcome: StreamFold<Model>.Outcome) throws {
    let expected = model.row(at: outcome.position)
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
  }

  // Only the first difference is reported; the digests cover all rows.
  private mutating func note(_ found: RowDifference) { difference = difference ?? found }

  mutating func readRows() throws {
    try rows.forEachRow(Model.name) { row in
      rowCount += 1
      actualDigest.add(row)
      if row.position > checkpoint { ahead[row.key] = row.position }
    }
  }

  // Searches for the extra row only if there are more rows than the events produce.
  mutating func findUnexpected() throws {
    guard difference == nil, rowCount > equalRows else { return }
    var expected: Set<RowKey> = []
    try store.forEachStream { stream, _, _ in
      if stream.category == Model.category { expected.formUnion(try rows(of: stream).keys) }
    }
    var unexpected: RowKey?
    try rows.forEachRow(Model.name) { row in
      if unexpected == nil, !expected.contains(row.key) { unexpected = row.key }
    }
    difference = unexpected.map {
      RowDifference(model: Model.name, key: $0, kind: .unexpected, lastEvent: nil)
    }
  }
}
