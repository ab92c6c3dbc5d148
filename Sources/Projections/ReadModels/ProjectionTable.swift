import EventStore

/// A type-erased table of a projection's rows in memory. Not thread-safe: tables live behind one lock.
package protocol ProjectionTable: AnyObject {
  var name: String { get }
  var version: Int { get }
  var isSelected: Bool { get }
  var checkpoint: Position { get }
  var stopped: ReadModelState.Stopped? { get }
  var rowCount: Int { get }
  var dirtyCount: Int { get }
  /// The approximate sizes in bytes of all rows, of the changed ones, and of those that `evictable` may choose.
  var byteCount: Int { get }
  var dirtyByteCount: Int { get }
  var evictableByteCount: Int { get }

  /// Installs a row that a fold missed, as stored; nil if the store has none.
  func install(_ row: Row?, for key: RowKey, nextEvent: Position)

  /// Whether events of the stream may change rows in memory.
  func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool
  /// Forgets the stream's only row, if there is one, after it changed in the store.
  func drop(_ stream: StreamID, _ owner: OwnerID)
  /// Forgets the changed rows; the store has the earlier versions.
  func dropChanges()
  /// Returns the changes as values. The closure encodes them, and may run without the lock.
  func changes() -> @Sendable () -> RowChanges
  func contents() -> @Sendable () -> [Row]
  /// Marks all changes as written.
  func markClean()
  /// The number of changed rows that have not ended.
  var changedRowCount: Int { get }
  /// Returns those that changed first; see `changes`.
  func changedRows(_ count: Int) -> @Sendable () -> [Row]
  /// Marks the result of `changedRows` as written, ahead of the checkpoint.
  func markClean(_ count: Int)
  /// Returns the clean rows, from which `byteCount` bytes are to be evicted.
  func evictable(byteCount: Int) -> EvictionChoice
  /// Evicts these rows, except those used or changed since they were chosen.
  func evict(_ victims: ArraySlice<EvictionChoice.Use>)

  /// Moves the checkpoint back. Rows with later events must have been dropped.
  func rewind(to position: Position)
  /// Removes all rows and starts at a position.
  func reset(checkpoint: Position, stopped: ReadModelState.Stopped?)
  /// Takes over the rows of another table of the same projection.
  func adopt(_ other: any ProjectionTable)
}

extension ProjectionTable {
  /// Returns the checkpoint of a table that has folded everything up to `end`, unless it stopped before.
  func reach(_ end: Position) -> Position { stopped.map { $0.position - 1 } ?? end }

  /// Returns what a flush writes, as values. The closure encodes them, and may run without the lock.
  func flush(checkpoint: Position, withRows: Bool = true) -> () -> ReadModelFlush {
    let (name, version, stopped, changes) = (name, version, stopped, withRows ? changes() : { RowChanges() })
    return {
      ReadModelFlush(name: name, version: version, checkpoint: checkpoint, stopped: stopped, changes: changes())
    }
  }
}

/// Clean rows with their last use. The oldest can be selected without the lock.
package struct EvictionChoice {
  package struct Use {
    let key: RowKey
    let lastUse: UInt64
    let byteCount: Int
  }

  let uses: [Use]
  let excess: Int

  /// Returns the least recently used rows, which together free the excess, or all rows.
  func victims() -> [Use] {
    var left = excess
    return Array(
      uses.sorted { $0.lastUse < $1.lastUse }.prefix { use in
        defer { left -= use.byteCount }
        return left > 0
      })
  }
}
