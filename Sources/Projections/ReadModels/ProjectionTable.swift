import EventStore

/// A type-erased table of a projection's rows in memory. Not thread-safe; the tables of all projections share one lock.
package protocol ProjectionTable: AnyObject {
  var name: String { get }
  var version: Int { get }
  var isSelected: Bool { get }
  var checkpoint: Position { get }
  var stopped: ReadModelState.Stopped? { get }
  var rowCount: Int { get }
  var dirtyCount: Int { get }
  /// The approximate bytes of all rows, of those that differ from the store's, and of those that can be evicted.
  var byteCount: Int { get }
  var dirtyByteCount: Int { get }
  var evictableByteCount: Int { get }

  /// Installs a row from the store that the fold of the event at `nextEvent` needs; `row` is nil if the store has none.
  func install(_ row: Row?, for key: RowKey, nextEvent: Position)

  /// Whether events of the stream may change rows in memory.
  func holds(_ stream: StreamID, _ owner: OwnerID) -> Bool
  /// Forgets the row of a stream that has only one, because the row has changed in the store.
  func drop(_ stream: StreamID, _ owner: OwnerID)
  /// Forgets the changed rows. The store still has their earlier versions.
  func dropChanges()
  /// Copies the changed rows. The returned closure encodes them, and may be called without the lock.
  func changes() -> @Sendable () -> RowChanges
  func contents() -> @Sendable () -> [Row]
  /// Marks all changes as written.
  func markClean()
  /// Returns the number of changed rows, without those that have ended; nil if there are more than `limit`.
  func changedRowCount(atMost limit: Int) -> Int?
  /// Copies the `count` rows that changed first, without those that have ended; see `changes`.
  func changedRows(_ count: Int) -> @Sendable () -> [Row]
  /// Marks the rows that `changedRows` returned as written. In the store they are then ahead of the checkpoint.
  func markClean(_ count: Int)
  /// Returns the clean rows, from which `byteCount` bytes are to be evicted.
  func evictable(byteCount: Int) -> EvictionChoice
  /// Evicts rows, except those that were used or changed after they were chosen.
  func evict(_ victims: ArraySlice<EvictionChoice.Use>)

  /// Moves the checkpoint back. Rows with later events must have been dropped.
  func rewind(to position: Position)
  /// Removes all rows, and continues after `checkpoint`.
  func reset(checkpoint: Position, stopped: ReadModelState.Stopped?)
  /// Takes over the rows of another table of the same projection.
  func adopt(_ other: any ProjectionTable)
}

extension ProjectionTable {
  /// Returns `end`, or the position before the event at which the table stopped.
  func checkpointReached(through end: Position) -> Position { stopped.map { $0.position - 1 } ?? end }

  /// Copies the data that a flush writes. The returned closure encodes it, and may be called without the lock.
  func flush(checkpoint: Position, withRows: Bool = true) -> () -> ReadModelFlush {
    let (name, version, stopped, changes) = (name, version, stopped, withRows ? changes() : { RowChanges() })
    return {
      ReadModelFlush(name: name, version: version, checkpoint: checkpoint, stopped: stopped, changes: changes())
    }
  }
}

/// The clean rows of a table with their last uses. The least recently used ones can be selected without the lock.
package struct EvictionChoice {
  package struct Use {
    let key: RowKey
    let lastUse: UInt64
    let byteCount: Int
  }

  let uses: [Use]
  let excess: Int

  /// Returns the least recently used rows that together free `excess` bytes, or all rows if they are not enough.
  func victims() -> [Use] {
    var left = excess
    return Array(
      uses.sorted { $0.lastUse < $1.lastUse }.prefix { use in
        defer { left -= use.byteCount }
        return left > 0
      })
  }
}
