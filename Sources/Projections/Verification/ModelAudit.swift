import Domain
import EventStore

/// The comparison of one read model, seen without its type.
protocol ModelAudit {
  var category: String { get }
  var report: Verification.Report { get }
  mutating func compare(_ stream: StreamID) throws
  mutating func takeRows() throws
}

struct TableAudit<Model: Projection>: ModelAudit {
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
