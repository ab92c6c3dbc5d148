import Domain
import EventStore

/// All rows of one stream, of each read model of its area, for a check of the stream's events.
public struct StreamRows: Sendable {
  private var models: [any ModelRows]

  /// Before the first event.
  public init(_ stream: StreamID, areas: ReadModelAreas) {
    models = areas.projections.filter { $0.category == stream.category }.map { $0.rows(stream) }
  }

  /// Folds the next event.
  public mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError) {
    for index in models.indices { try models[index].fold(event, recorded) }
  }
}

/// A stream's rows of one read model, seen without their type.
protocol ModelRows: Sendable {
  mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError)
}
