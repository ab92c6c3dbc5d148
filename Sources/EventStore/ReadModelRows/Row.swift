import MovieNightPrimitives

/// The key of a row: a partition and an item within it. Read models refer to each other's rows only by key, so every
/// key must be computable from an event alone.
public struct RowKey: Hashable, Comparable, Sendable {
  /// The partition key: the id of a round, of a household or of a list.
  public let partition: PartitionKey
  /// The item, which identifies the row within its partition; `onlyItem` if the partition has only one row.
  public let item: ItemID

  public static let onlyItem = ItemID(high: 0, low: 0)

  public init(partition: PartitionKey, item: ItemID) {
    self.partition = partition
    self.item = item
  }

  /// Creates the key of a partition's only row.
  public init<Kind>(_ partition: Identifier<Kind>) {
    self.init(partition: PartitionKey(partition), item: Self.onlyItem)
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.partition == right.partition ? left.item < right.item : left.partition < right.partition
  }

  // Ids are random, so the XOR of an id's halves has enough entropy, and two words are cheaper to hash than four.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(partition.high ^ partition.low)
    hasher.combine(item.high ^ item.low)
  }
}

public enum PartitionKind {}
public enum ItemKind {}
public typealias PartitionKey = Identifier<PartitionKind>
public typealias ItemID = Identifier<ItemKind>

extension RowKey: CustomStringConvertible {
  public var description: String { item == Self.onlyItem ? "\(partition)" : "\(partition)/\(item)" }
}

/// A row of a read model. Its document contains ids, never names; the names are inserted when an answer is written.
public struct Row: Equatable, Sendable {
  public var key: RowKey
  public var owner: OwnerID
  /// The row's sort key within its partition; nil if the row does not appear in lists.
  public var sortKey: SortKey?
  /// The position of the last event that changed the row.
  public var position: Position
  /// The content of the row: JSON with a fixed order of keys, so that equal rows have equal bytes.
  public var document: [UInt8]

  public init(key: RowKey, owner: OwnerID, sortKey: SortKey?, position: Position, document: [UInt8]) {
    self.key = key
    self.owner = owner
    self.sortKey = sortKey
    self.position = position
    self.document = document
  }
}

/// A sort key, unique in its partition. Lists are in descending order of sort keys, so the newest row comes first.
public struct SortKey: Hashable, Comparable, Sendable {
  public var order: Int64
  /// The tie-breaker between sort keys with equal `order`.
  public var tie: Identifier<TieKind>

  public init<Kind>(order: Int64, tie: Identifier<Kind>) {
    self.order = order
    self.tie = Identifier(tie)
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.order, left.tie) < (right.order, right.tie)
  }
}

public enum TieKind {}

/// Rows that were created or replaced, and the keys of rows that were deleted. No key is in both lists.
public struct RowChanges: Equatable, Sendable {
  public var rows: [Row]
  public var ended: [RowKey]

  public init(rows: [Row] = [], ended: [RowKey] = []) {
    self.rows = rows
    self.ended = ended
  }

  /// Splits the changes into parts of at most `size` rows.
  public func parts(of size: Int) -> [RowChanges] {
    stride(from: 0, to: rows.count, by: size).map { RowChanges(rows: Array(rows[$0..<min($0 + size, rows.count)])) }
      + stride(from: 0, to: ended.count, by: size).map {
        RowChanges(ended: Array(ended[$0..<min($0 + size, ended.count)]))
      }
  }
}

/// The state of a read model, apart from its rows.
public struct ReadModelState: Equatable, Sendable {
  public var name: String
  /// The version of the fold that produced the rows; 0 if no rows were written yet.
  public var version: Int
  /// The position of the last event that was folded into the rows.
  public var checkpoint: Position
  /// The number of rebuilds. If it has changed, the rows that a reader has in memory were replaced.
  public var generation: Int
  /// The event at which the fold stopped; nil while the fold continues.
  public var stopped: Stopped?

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

/// A read model's changes since its last flush, and its checkpoint after them.
public struct ReadModelFlush: Sendable {
  public var name: String
  public var version: Int
  public var checkpoint: Position
  public var stopped: ReadModelState.Stopped?
  public var changes: RowChanges

  public init(
    name: String, version: Int, checkpoint: Position, stopped: ReadModelState.Stopped? = nil,
    changes: RowChanges = RowChanges()
  ) {
    self.name = name
    self.version = version
    self.checkpoint = checkpoint
    self.stopped = stopped
    self.changes = changes
  }
}
