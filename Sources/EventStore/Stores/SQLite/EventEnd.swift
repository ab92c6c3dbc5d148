#if SQLite
  import MovieNightPrimitives

  /// Where the events of a database end.
  struct EventEnd: Equatable, Sendable {
    /// 0 where there are none.
    var position: Position
    /// Of the event at `position`.
    var checksum: UInt32
  }

  extension SQLiteConnection {
    /// Where they end now, as the database says.
    func eventEnd() throws(StoreError) -> EventEnd {
      try with("SELECT position, checksum FROM events ORDER BY position DESC LIMIT 1") {
        (statement) throws(StoreError) in
        guard try statement.step() else { return EventEnd(position: 0, checksum: 0) }
        return EventEnd(
          position: statement.integer(0), checksum: UInt32(truncatingIfNeeded: statement.integer(1)))
      }
    }

    /// Up to where streams and owners of the events stand in the tables, and up to where their receipts do.
    func indexedPositions() throws(StoreError) -> (index: Position, receipts: Position) {
      try with("SELECT position, receipts FROM event_index") { (statement) throws(StoreError) in
        try statement.step() ? (statement.integer(0), statement.integer(1)) : (0, 0)
      }
    }

    /// Writes over what a COMMIT whose sync failed has left in the write-ahead log: SQLite does not show it, but would
    /// take it for recorded after a crash. When this step is durable, that never happens.
    func discardUnknownCommit() throws(StoreError) {
      try writing { () throws(StoreError) in
        // Twice, because SQLite writes no page whose bytes stay what they are.
        try run("UPDATE event_index SET position = position + 1")
        try run("UPDATE event_index SET position = position - 1")
      }
    }
  }
#endif
