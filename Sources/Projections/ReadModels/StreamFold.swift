import Domain
import EventStore
import Primitives

/// One stream's events up to a position, folded into the row of one projection.
struct StreamFold<Model: Projection> {
  struct Outcome {
    var model: Model
    /// The last event that changed the row.
    var position: Position
    var type: String
  }

  let stream: StreamID
  let through: Position

  /// - Returns: The row; nil where the stream has no event up to the position.
  /// - Throws: `StoreError`, or `EventError` or `FoldError` for an event that cannot be folded.
  func run(_ store: any EventStore, _ schema: EventSchema) throws -> Outcome? {
    var outcome: Outcome?
    var revision = 0
    while true {
      let page = try store.read(stream, from: revision, limit: Self.pageSize)
      for recorded in page {
        if recorded.position > through { return outcome }
        try fold(recorded, schema, into: &outcome)
      }
      if page.count < Self.pageSize { return outcome }
      revision += page.count
    }
  }

  private func fold(_ recorded: RecordedEvent, _ schema: EventSchema, into outcome: inout Outcome?) throws {
    let event = try schema.decode(type: recorded.type, version: recorded.version, data: recorded.data)
    guard let fact = Model.fact(of: event) else { throw FoldError.outOfPlace }
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
