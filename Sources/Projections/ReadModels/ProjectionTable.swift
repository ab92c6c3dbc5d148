import EventStore

/// The rows of one projection that are in memory, seen without their type.
///
/// Not thread-safe: whoever holds tables keeps them behind one lock.
package protocol ProjectionTable: AnyObject {
  var name: String { get }
  var version: Int { get }
  /// Whether events are folded into it.
  var takesPart: Bool { get }
  /// The last position whose event is in the rows.
  var checkpoint: Position { get }
  var stopped: ReadModelState.Stopped? { get }
  var rowCount: Int { get }
  var dirtyCount: Int { get }
  /// About how many bytes all rows take in memory, those that changed, and those that `evictable` may choose.
  var byteCount: Int { get }
  var dirtyByteCount: Int { get }
  var evictableByteCount: Int { get }

  /// Puts in a row that a fold missed, as the store keeps it; nil where the store has none.
  func install(_ row: Row?, for key: RowKey, nextEvent: Position)

  /// Whether events of the stream may change what is in memory.
  func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool
  /// Forgets the row of a stream that has one, and has changed; the store has it.
  func drop(_ stream: StreamID, _ owner: OwnerID)
  /// Forgets the rows that changed; the store has them as they were before.
  func dropChanges()
  /// What changed, as values. The closure encodes them and may run without the lock.
  func changes() -> @Sendable () -> RowChanges
  /// All rows as values; see `changes`.
  func contents() -> @Sendable () -> [Row]
  /// What changed is written.
  func markClean()
  /// How many rows changed and have not ended.
  var changedRowCount: Int { get }
  /// Some of them, those that changed first; see `changes`.
  func changedRows(_ count: Int) -> @Sendable () -> [Row]
  /// What `changedRows` gave is written, ahead of the checkpoint.
  func markClean(_ count: Int)
  /// The clean rows, among which so many bytes are to be chosen.
  func evictable(byteCount: Int) -> EvictionChoice
  /// Forgets these rows, but for those that were used or changed since they were chosen.
  func evict(_ victims: ArraySlice<EvictionChoice.Use>)

  /// Takes events after a position again. Rows that have some of them already must have been dropped.
  func rewind(to position: Position)
  /// Begins anew without rows, at a position.
  func reset(checkpoint: Position, stopped: ReadModelState.Stopped?)
  /// Takes the rows of another table of the same projection.
  func adopt(_ other: any ProjectionTable)
}

extension ProjectionTable {
  /// How far the rows reach of a table that has taken in what comes up to `end`, unless it stopped before.
  func reach(_ end: Position) -> Position { stopped.map { $0.position - 1 } ?? end }

  /// What a flush writes of it, as values. The closure encodes them and may run without the lock.
  func flush(checkpoint: Position, withRows: Bool = true) -> () -> ReadModelFlush {
    let (name, version, stopped, changes) = (name, version, stopped, withRows ? changes() : { RowChanges() })
    return {
      ReadModelFlush(name: name, version: version, checkpoint: checkpoint, stopped: stopped, changes: changes())
    }
  }
}

/// Clean rows with their last use, of which the search for the oldest can be made without the lock.
package struct EvictionChoice {
  package struct Use {
    let key: RowKey
    let lastUse: UInt64
    let byteCount: Int
  }

  let uses: [Use]
  /// How many bytes are too many.
  let excess: Int

  /// Those that were not used for longest; together they take the excess, or all there is.
  func victims() -> [Use] {
    var left = excess
    return Array(
      uses.sorted { $0.lastUse < $1.lastUse }.prefix { use in
        defer { left -= use.byteCount }
        return left > 0
      })
  }
}
