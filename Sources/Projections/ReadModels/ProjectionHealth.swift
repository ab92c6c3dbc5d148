import EventStore

/// The state of a projection, for `server.health`.
public struct ProjectionHealth: Equatable, Sendable {
  /// A `stopped` projection answers no queries, even while rebuilt; a `rebuilding` one answers from its old rows.
  public enum State: String, CaseIterable, Sendable {
    case ready, rebuilding, stopped
  }

  public let name: String
  public let version: Int
  /// The position of the last event that the rows include.
  public let checkpoint: Position
  /// The number of applied events that the rows lack; 0 unless the projection has stopped.
  public let lag: Int
  public let state: State
  /// The position and reason of the stop; nil while the projection runs.
  public let stopped: ReadModelState.Stopped?
}

/// The reason why a read model cannot answer.
public enum ProjectionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An event could not be folded. `server.health` shows the details.
  case projectionStopped(name: String)
  /// The row is not in this program's format.
  case unreadableRow(name: String, key: RowKey)
  /// There is no projection of this name.
  case unknownProjection(name: String)
  case store(StoreError)

  public var description: String {
    switch self {
    case .projectionStopped(let name): "the projection \(name) has stopped"
    case .unreadableRow(let name, let key): "the row \(key) of \(name) cannot be read"
    case .unknownProjection(let name): "there is no projection '\(name)'"
    case .store(let error): error.description
    }
  }
}
