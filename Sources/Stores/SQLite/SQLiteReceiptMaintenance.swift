#if SQLite
  import EventStore
  import MovieNightPrimitives

  /// The maintenance of the runs of receipts. It merges runs of the same tier into one of the next tier, and drops
  /// expired runs, in transactions that move a few thousand receipts each.
  ///
  /// A merge moves receipts in key order from its source runs to its target run. All runs are valid between two steps,
  /// so a merge can continue after a crash. A receipt may be in two runs between two steps, but it is the same in both.
  struct SQLiteReceiptMaintenance {
    let connection: SQLiteConnection

    /// The number of runs of a tier that are merged into one run of the next tier. So a lookup searches at most 15
    /// complete runs per tier, and each receipt is rewritten only a few times.
    private static let fanIn = 16
    private static let chunksPerStep = 8
    private static let droppedPerStep = 64

    /// Performs one step, in the caller's transaction. Returns false if there was nothing to do.
    func step(at latest: Timestamp) throws(StoreError) -> Bool {
      try connection.withoutSecureDelete { () throws(StoreError) in
        if try dropExpired(before: Receipt.expiry(at: latest)) { return true }
        guard let target = try target() else { return false }
        try merge(into: target)
        return true
      }
    }

    // MARK: Expiry

    /// Drops some chunks of an expired run, and returns whether there was such a run. If a merge's source and target
    /// have the same time, the source is dropped first.
    private func dropExpired(before expiry: Timestamp) throws(StoreError) -> Bool {
      let sql = "SELECT number FROM receipt_runs WHERE newest < ?1 ORDER BY newest, merges_into IS NULL LIMIT 1"
      guard let run = try connection.integer(sql, expiry) else { return false }
      let delete = """
        DELETE FROM receipt_chunks WHERE run = ?1 AND first IN (
          SELECT first FROM receipt_chunks WHERE run = ?1 ORDER BY first LIMIT ?2)
        """
      try connection.deleteChunks(delete, [run, Self.droppedPerStep])
      try removeIfEmpty(run)
      return true
    }

    private func removeIfEmpty(_ run: Int) throws(StoreError) {
      let sql =
        "DELETE FROM receipt_runs WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM receipt_chunks WHERE run = ?1)"
      try connection.run(sql, run)
    }

    // MARK: Merging

    /// Returns the target of the merge in progress, or of one that this begins because a tier is full; else nil.
    private func target() throws(StoreError) -> Int? {
      let running = "SELECT merges_into FROM receipt_runs WHERE merges_into IS NOT NULL LIMIT 1"
      if let target = try connection.integer(running) { return target }
      let full = "SELECT tier FROM receipt_runs GROUP BY tier HAVING count(*) >= ?1 ORDER BY tier LIMIT 1"
      guard let tier = try connection.integer(full, Self.fanIn) else { return nil }
      return try begin(tier)
    }

    private func begin(_ tier: Int) throws(StoreError) -> Int {
      let oldest = """
        SELECT number FROM receipt_runs WHERE tier = ?1 AND merges_into IS NULL ORDER BY newest, number LIMIT ?2
        """
      let sources = try connection.integers(oldest, tier, Self.fanIn)
      let newest = try connection.integer(
        "SELECT newest FROM receipt_runs WHERE number = ?1", sources[sources.count - 1])
      let target = try connection.addRun(tier: tier + 1, newest: Timestamp(microseconds: Int64(newest ?? 0)))
      for source in sources {
        try connection.run("UPDATE receipt_runs SET merges_into = ?2 WHERE number = ?1", source, target)
      }
      return target
    }

    private func merge(into target: Int) throws(StoreError) {
      let numbers = try connection.integers(
        "SELECT number FROM receipt_runs WHERE merges_into = ?1 ORDER BY number", target)
      var runs = numbers.map { RunCursor(run: $0) }
      var merge = ReceiptMerge(sources: runs.count, after: try lastKey(of: target))
      var merged: [Receipt] = []
      while merged.count < Self.chunksPerStep * ReceiptChunk.capacity {
        while !merge.sourcesToFeed.isEmpty {
          for source in merge.sourcesToFeed { merge.feed(try nextChunk(&runs[source]), to: source) }
        }
        let part = merge.next()
        if part.isEmpty { break }
        merged += part
      }
      try connection.append(merged, toRun: target)
      for (source, cursor) in runs.enumerated() {
        try remove(cursor, isUsedUp: !merge.hasReceipts(of: source))
      }
    }

    private struct RunCursor {
      let run: Int
      /// The first key of the chunk that was read last; nil before the first chunk.
      var first: [UInt8]?
    }

    private func nextChunk(_ cursor: inout RunCursor) throws(StoreError) -> [Receipt]? {
      let sql = """
        SELECT \(SQLiteConnection.chunkColumns) FROM receipt_chunks WHERE run = ?1 AND first > ?2 ORDER BY first LIMIT 1
        """
      return try connection.first(sql, [cursor.run, cursor.first ?? []]) { (row) throws(StoreError) in
        cursor.first = row.array(0)
        return try connection.chunk(row).receipts
      }
    }

    private func lastKey(of run: Int) throws(StoreError) -> ReceiptKey? {
      let sql = """
        SELECT \(SQLiteConnection.chunkColumns) FROM receipt_chunks WHERE run = ?1 ORDER BY first DESC LIMIT 1
        """
      return try connection.first(sql, [run]) { (row) throws(StoreError) in
        let chunk = try connection.chunk(row)
        return chunk[chunk.count - 1].key
      }
    }

    /// Removes the chunks whose receipts were all moved: those read, except the last if it has receipts.
    private func remove(_ cursor: RunCursor, isUsedUp: Bool) throws(StoreError) {
      if let first = cursor.first {
        let sql = "DELETE FROM receipt_chunks WHERE run = ?1 AND first \(isUsedUp ? "<=" : "<") ?2"
        try connection.deleteChunks(sql, [cursor.run, first])
      }
      try removeIfEmpty(cursor.run)
    }
  }
#endif
