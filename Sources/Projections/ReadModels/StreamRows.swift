import Domain
import EventStore

/// The rows of a stream in every read model of its area. They are folded in order to check the stream's events.
public struct StreamRows: Sendable {
  private var models: [any ModelRows]

  /// Creates the rows as they are before the stream's first event.
  public init(_ stream: StreamID, areas: ReadModelAreas) {
    models = areas.projections.filter { $0.category == stream.category }.map { $0.rows(stream) }
  }

  /// Folds the next event of the stream.
  public mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError) {
    for index in models.indices { try models[index].fold(event, recorded) }
  }
}

protocol ModelRows: Sendable {
  mutating func fold(_ event: Event, _ recorded: RecordedEvent) throws(FoldError)
}
