import Domain
import EventStore

/// A fold of a stream's events, up to a moment, into the stream's rows of one projection.
struct StreamFold<Model: Projection>: ModelRows {
  struct Outcome {
    var model: Model?
    var position: Position
    var type: String
  }

  let stream: StreamID
  /// The moment up to which events count. For a time, a deadline's event counts from its due time.
  let through: Moment
  /// For rows that are written beyond `through`, the position up to which their events count.
  var ahead: [RowKey: Position] = [:]
  private(set) var rows: [RowKey: Outcome] = [:]

  /// Returns the rows; none if the stream has no event up to the moment.
  /// - Throws: `StoreError`, or `EventError` or `FoldError` for an event that cannot be folded.
  func run(_ store: any EventLog, _ schema: EventSchema) throws -> [RowKey: Outcome] {
    var fold = self
    var revision = 0
    let lastAhead = ahead.values.max() ?? 0
    while true {
      let page = try store.read(stream, from: revision, limit: Self.pageSize)
      for recorded in page {
        if case .position(let last) = through, recorded.position > last, recorded.position > lastAhead {
          return fold.rows
        }
        let event = try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data)
        try fold.fold(event, recorded)
      }
      if page.count < Self.pageSize { return fold.rows }
      revision += page.count
    }
  }

  mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError) {
    // Skips only this event, because later ones may have been due by `time`, although they were recorded after it.
    if case .time(let time) = through, event.dueAt ?? recorded.recordedAt > time { return }
    guard let domainEvent = event.domainEvent as? Model.DomainEvent else { throw FoldError.outOfPlace }
    let envelope = EventEnvelope(recorded)
    func touch(_ row: TouchedRow) throws(FoldError) {
      if case .position(let last) = through, recorded.position > max(last, ahead[row.key] ?? 0) { return }
      switch row {
      case .ended(let key): rows[key] = nil
      case .made(let key), .changed(let key):
        if case .made = row { rows[key] = nil }
        try Model.fold(&rows[key, default: Outcome(position: 0, type: "")].model, key, domainEvent, envelope)
        rows[key]?.position = recorded.position
        rows[key]?.type = recorded.type
      }
    }
    switch Model.rows(touchedBy: domainEvent, envelope) {
    case .none: break
    case .one(let row): try touch(row)
    case .several(let touched): for row in touched { try touch(row) }
    }
  }

  private static var pageSize: Int { 256 }
}
