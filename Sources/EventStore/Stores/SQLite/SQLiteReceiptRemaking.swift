#if SQLite
  import MovieNightPrimitives

  /// Receipts in runs are derived from the events, so runs that are damaged or missing are made anew.
  extension SQLiteConnection {
    /// So many receipts become one run, as after one merge.
    private static let receiptsARun = 1 << 16

    /// The filter of the receipts in the tables, which are made anew first where that is necessary.
    /// - Returns: with it, what the log should say.
    func soundReceipts() throws(StoreError) -> (filter: ReceiptFilter, notice: String?) {
      do {
        return (try ReceiptFilter(of: self), nil)
      } catch {
        guard error.code == .damaged else { throw error }
        try remakeReceipts()
        return (try ReceiptFilter(of: self), "\(error.message); the receipts of 30 days were made anew from the events")
      }
    }

    /// Replaces all runs, in one step. Receipts of commands that recorded no event stand elsewhere, and stay.
    private func remakeReceipts() throws(StoreError) {
      let expiry = Receipt.expiry(at: try latest())
      let through = try indexedPositions().receipts
      let lastExpired = try lastEvent(before: expiry)
      try withoutSecureDelete { () throws(StoreError) in
        try writing { () throws(StoreError) in
          try execute(
            "DELETE FROM receipt_chunks; DELETE FROM receipt_runs; UPDATE event_index SET receipt_chunks = 0")
          try writeReceipts(after: lastExpired, through: through)
        }
      }
    }

    /// The last event that happened before a moment, 0 where none did. A damaged one may say any time.
    private func lastEvent(before time: Timestamp) throws(StoreError) -> Position {
      let sql = "SELECT position FROM events WHERE recorded_at < ?1 AND position < ?2 ORDER BY position DESC LIMIT 1"
      var end = Position.max
      while true {
        guard let found = try integer(sql, time, end) else { return 0 }
        if try isSound(eventAt: found) { return found }
        end = found
      }
    }

    private func isSound(eventAt position: Position) throws(StoreError) -> Bool {
      var checksum = try checksum(at: position - 1) ?? 0
      let event = try first(SQLiteReads.eventsAfter, [position - 1, position, 1]) { (row) throws(StoreError) in
        try soundEvent(row, after: &checksum)
      }
      return event != nil
    }

    private func writeReceipts(after position: Position, through end: Position) throws(StoreError) {
      var receipts = Receipts()
      var lastKey: ReceiptKey?
      var checksum = try checksum(at: position) ?? 0
      try forEach(SQLiteReads.eventsAfter, [position, end, -1]) { (row) throws(StoreError) in
        guard let event = try soundEvent(row, after: &checksum) else { return }
        // A command's events stand side by side, and are counted together.
        if receipts.byKey.count >= Self.receiptsARun, event.metadata.receiptKey != lastKey {
          try write(run: receipts.byKey.values.inOrder(), tier: 1)
          receipts.removeAll()
        }
        receipts.note(event)
        lastKey = event.metadata.receiptKey
      }
      try write(run: receipts.byKey.values.inOrder(), tier: 1)
    }

    /// Nil for an event that is damaged: nobody knows whose command it was.
    private func soundEvent(
      _ row: SQLiteStatement, after checksum: inout UInt32
    ) throws(StoreError) -> RecordedEvent? {
      do {
        return try events.event(row, after: &checksum)
      } catch {
        guard error.code == .damaged else { throw error }
        return nil
      }
    }
  }
#endif
