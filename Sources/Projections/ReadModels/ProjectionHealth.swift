import EventStore

/// How a projection is, for `server.health`.
public struct ProjectionHealth: Equatable, Sendable {
  /// What has `stopped` answers no queries, and counts as that while it is rebuilt too. `rebuilding` answers as before.
  public enum State: String, CaseIterable, Sendable {
    case ready, rebuilding, stopped
  }

  public let name: String
  public let version: Int
  /// The last position whose event is in the rows.
  public let checkpoint: Position
  /// How many events it is behind the last one that was applied; 0 unless it has stopped.
  public let lag: Int
  public let state: State
  /// Where and why it stopped.
  public let stopped: ReadModelState.Stopped?
}

/// Why a read model cannot answer.
public enum ProjectionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An event could not be folded; `server.health` says which and why.
  case projectionStopped(name: String)
  /// A row is not what this program writes.
  case unreadableRow(name: String, key: RowKey)
  /// The program knows no projection of this name.
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
