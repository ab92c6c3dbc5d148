import Domain
import EventStore
import Primitives

/// One stream's events up to a moment, folded into the row of one projection.
struct StreamFold<Model: Projection> {
  struct Outcome {
    var model: Model
    /// The last event that changed the row.
    var position: Position
    var type: String
  }

  let stream: StreamID
  /// Of a time, what had happened by it: the clock's events count from when they were due, however late the server came
  /// to record them.
  let through: Moment

  /// - Returns: The row; nil where the stream has no event up to the moment.
  /// - Throws: `StoreError`, or `EventError` or `FoldError` for an event that cannot be folded.
  func run(_ store: any EventStore, _ schema: EventSchema) throws -> Outcome? {
    var outcome: Outcome?
    var revision = 0
    while true {
      let page = try store.read(stream, from: revision, limit: Self.pageSize)
      for recorded in page {
        if case .position(let last) = through, recorded.position > last { return outcome }
        try fold(recorded, schema, into: &outcome)
      }
      if page.count < Self.pageSize { return outcome }
      revision += page.count
    }
  }

  private func fold(_ recorded: RecordedEvent, _ schema: EventSchema, into outcome: inout Outcome?) throws {
    let event = try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data)
    // What follows counts all the same: something that was due by then may have been recorded later.
    if case .time(let time) = through, event.dueAt ?? recorded.recordedAt > time { return }
    guard let fact = event.fact as? Model.Fact else { throw FoldError.outOfPlace }
    guard Model.reads(fact) else { return }
    let envelope = EventEnvelope(recorded)
    if outcome == nil {
      outcome = Outcome(model: try Model(first: fact, envelope), position: recorded.position, type: recorded.type)
    } else {
      try outcome?.model.fold(fact, envelope)
      outcome?.position = recorded.position
      outcome?.type = recorded.type
    }
  }

  private static var pageSize: Int { 256 }
}
