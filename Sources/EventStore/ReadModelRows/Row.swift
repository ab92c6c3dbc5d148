import Primitives

/// One row of a read model. Its document holds ids, never names.
public struct Row: Equatable, Sendable {
  /// Whose row it is (a round, a household).
  public var key: Identifier<RowKind>
  public var owner: OwnerID
  /// What lists are ordered by, then by key.
  public var order: Int64
  /// The position of the last event that changed it.
  public var position: Position
  /// JSON with a fixed order of keys, so that equal rows are equal bytes.
  public var document: [UInt8]

  public init(key: Identifier<RowKind>, owner: OwnerID, order: Int64, position: Position, document: [UInt8]) {
    self.key = key
    self.owner = owner
    self.order = order
    self.position = position
    self.document = document
  }
}

/// A place in an owner's list: the rows that come after it, newest first.
public struct RowCursor: Equatable, Sendable {
  public var order: Int64
  public var key: Identifier<RowKind>

  public init(order: Int64, key: Identifier<RowKind>) {
    self.order = order
    self.key = key
  }
}

/// What is known of a read model beside its rows.
public struct ReadModelState: Equatable, Sendable {
  public var name: String
  /// Of the fold that made the rows; 0 when there are none yet.
  public var version: Int
  /// The last position that the rows contain.
  public var checkpoint: Position
  /// Counts the rebuilds, so that a reader can tell that the rows were swapped.
  public var generation: Int
  /// Why the fold stopped, and at which position; nil while it goes on.
  public var stopped: Stopped?

  /// The event that the fold could not take in, and why.
  public struct Stopped: Equatable, Sendable {
    public var position: Position
    public var reason: String

    public init(position: Position, reason: String) {
      self.position = position
      self.reason = reason
    }
  }

  public init(name: String, version: Int, checkpoint: Position, generation: Int, stopped: Stopped? = nil) {
    self.name = name
    self.version = version
    self.checkpoint = checkpoint
    self.generation = generation
    self.stopped = stopped
  }
}

/// The rows that changed since the last flush, and up to where they reach.
public struct ReadModelFlush: Sendable {
  public var name: String
  public var version: Int
  public var checkpoint: Position
  public var stopped: ReadModelState.Stopped?
  public var rows: [Row]

  public init(
    name: String, version: Int, checkpoint: Position, stopped: ReadModelState.Stopped? = nil, rows: [Row]
  ) {
    self.name = name
    self.version = version
    self.checkpoint = checkpoint
    self.stopped = stopped
    self.rows = rows
  }
}
