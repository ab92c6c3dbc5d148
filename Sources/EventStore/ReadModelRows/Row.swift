import MovieNightPrimitives

/// Which row of a read model: an item on a shelf. Read models know each other's rows only by such keys, so a key follows
/// from an event alone, and never needs a row.
public struct RowKey: Hashable, Comparable, Sendable {
  /// What the row is kept with: the id of a round, of a household or of somebody's list.
  public let shelf: ShelfID
  /// Which of the shelf's rows; `onlyItem` where a shelf has one.
  public let item: ItemID

  public static let onlyItem = ItemID(high: 0, low: 0)

  public init(shelf: ShelfID, item: ItemID) {
    self.shelf = shelf
    self.item = item
  }

  /// The one row of a shelf.
  public init<Kind>(_ shelf: Identifier<Kind>) {
    self.init(shelf: ShelfID(shelf), item: Self.onlyItem)
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.shelf == right.shelf ? left.item < right.item : left.shelf < right.shelf
  }

  // Two words that are as random as ids are, which is much cheaper to hash than four.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(shelf.high ^ shelf.low)
    hasher.combine(item.high ^ item.low)
  }
}

public enum ShelfKind {}
public enum ItemKind {}
public typealias ShelfID = Identifier<ShelfKind>
public typealias ItemID = Identifier<ItemKind>

extension RowKey: CustomStringConvertible {
  /// The shelf, and the item where there are several.
  public var description: String { item == Self.onlyItem ? "\(shelf)" : "\(shelf)/\(item)" }
}

/// One row of a read model. Its document holds ids, never names.
public struct Row: Equatable, Sendable {
  public var key: RowKey
  public var owner: OwnerID
  /// Where it stands in its shelf's list; nil where nobody lists the shelf.
  public var place: RowPlace?
  /// The position of the last event that changed it.
  public var position: Position
  /// JSON with a fixed order of keys, so that equal rows are equal bytes.
  public var document: [UInt8]

  public init(key: RowKey, owner: OwnerID, place: RowPlace?, position: Position, document: [UInt8]) {
    self.key = key
    self.owner = owner
    self.place = place
    self.position = position
    self.document = document
  }
}

/// A place in a shelf's list, which runs from the greatest, the newest, to the smallest. No two rows of a shelf have the
/// same.
public struct RowPlace: Hashable, Comparable, Sendable {
  public var order: Int64
  /// What tells apart those with the same order.
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

/// What becomes of rows: those that are as they are from now on, and those that have ended. No key is in both.
public struct RowChanges: Equatable, Sendable {
  public var rows: [Row]
  public var ended: [RowKey]

  public init(rows: [Row] = [], ended: [RowKey] = []) {
    self.rows = rows
    self.ended = ended
  }

  /// The same in parts of at most `size` rows.
  public func parts(of size: Int) -> [RowChanges] {
    stride(from: 0, to: rows.count, by: size).map { RowChanges(rows: Array(rows[$0..<min($0 + size, rows.count)])) }
      + stride(from: 0, to: ended.count, by: size).map {
        RowChanges(ended: Array(ended[$0..<min($0 + size, ended.count)]))
      }
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

/// What changed since the last flush, and up to where the rows then reach.
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
