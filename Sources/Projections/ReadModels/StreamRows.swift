import Domain
import EventStore

/// All rows of a stream in every read model of its area, for checking the stream's events.
public struct StreamRows: Sendable {
  private var models: [any ModelRows]

  /// Creates the rows before the first event.
  public init(_ stream: StreamID, areas: ReadModelAreas) {
    models = areas.projections.filter { $0.category == stream.category }.map { $0.rows(stream) }
  }

  /// Folds the next event.
  public mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError) {
    for index in models.indices { try models[index].fold(event, recorded) }
  }
}

protocol ModelRows: Sendable {
  mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError)
}
