#if Postgres
  import Primitives

  /// Entries in a table that all servers share, by a connection of its own: commits never wait for it. A table that was
  /// dropped is made anew.
  final class PostgresSideEntries: SideEntries {
    private let uri: PostgresURI
    private let limit: SideLimit
    private let state = Locked(State())

    private struct State {
      var connection: PostgresConnection?
      var backoff = Backoff()
      /// Why there is no connection.
      var failure: StoreError?
      /// How many entries there are, as far as this server knows; nil until it has counted.
      var count: Int?
    }

    init(_ uri: PostgresURI, limit: Int) {
      self.uri = uri.takingWrites()
      self.limit = SideLimit(limit)
    }

    // MARK: Statements

    private static let select = PostgresStatement(
      name: "side_read", sql: "SELECT used_at, entry FROM catalog_entries WHERE key = $1")
    private static let insert = PostgresStatement(
      name: "side_write",
      sql: """
        INSERT INTO catalog_entries VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (key) DO UPDATE SET used_at = excluded.used_at, entry = excluded.entry
        """)
    private static let update = PostgresStatement(
      name: "side_touch", sql: "UPDATE catalog_entries SET used_at = $2 WHERE key = $1 AND used_at <= $3")
    private static let delete = PostgresStatement(
      name: "side_remove",
      sql: """
        WITH removed AS (
          DELETE FROM catalog_entries
          WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR id = $2) RETURNING 1
        ) SELECT count(*) FROM removed
        """)
    // Here and below: what another server is removing or using just now stays.
    private static let deleteKeys = PostgresStatement(
      name: "side_remove_keys",
      sql: """
        DELETE FROM catalog_entries WHERE key IN (
          SELECT key FROM catalog_entries WHERE key = ANY($1::text[]) FOR UPDATE SKIP LOCKED)
        """)
    private static let deleteOldest = PostgresStatement(
      name: "side_remove_oldest",
      sql: """
        DELETE FROM catalog_entries WHERE key IN (
          SELECT key FROM catalog_entries ORDER BY used_at, key LIMIT $1::bigint FOR UPDATE SKIP LOCKED)
        """)
    private static let page = PostgresStatement(
      name: "side_page",
      sql: """
        SELECT kind, variant, id, entry FROM catalog_entries WHERE $1::text IS NULL OR key > $1
        ORDER BY key LIMIT $2::bigint
        """)
    private static let size = PostgresStatement(
      name: "side_size", sql: "SELECT count(*), coalesce(sum(length(entry)), 0)::bigint FROM catalog_entries")
    private static let count = PostgresStatement(name: "side_count", sql: "SELECT count(*) FROM catalog_entries")

    private static let table = PostgresStatement(
      name: "side_table", sql: "SELECT CASE WHEN to_regclass('catalog_entries') IS NULL THEN 0 ELSE 1 END")

    // MARK: Entries

    func read(_ key: SideKey, at now: Timestamp) throws(StoreError) -> [UInt8]? {
      guard key.fitsText else { return nil }
      let found = try using { (connection, _) throws(StoreError) -> (usedAt: Timestamp, bytes: [UInt8])? in
        let result = try connection.run(Self.select) { $0.add(text: key.text) }
        return result.count == 0 ? nil : (result.timestamp(0, 0), result.array(0, 1))
      }
      guard let found else { return nil }
      // It is there, whether or not that can be noted: the next reading tries it again.
      if SideLimit.isTouchDue(found.usedAt, at: now) { try? touch(key, at: now) }
      return found.bytes
    }

    func write(_ bytes: [UInt8], for key: SideKey, at now: Timestamp) throws(StoreError) {
      guard key.fitsText else { return }
      try using { (connection, count) throws(StoreError) in
        _ = try connection.run(Self.insert) { parameters in
          for text in [key.text, key.kind, key.variant, key.id] { parameters.add(text: text) }
          parameters.add(now)
          parameters.add(text: bytes)
        }
        try self.removeOldest(connection, &count)
      }
    }

    func touch(_ key: SideKey, at now: Timestamp) throws(StoreError) {
      guard key.fitsText else { return }
      try using { (connection, _) throws(StoreError) in
        _ = try connection.run(Self.update) { parameters in
          parameters.add(text: key.text)
          parameters.add(now)
          parameters.add(now.advanced(bySeconds: -SideLimit.secondsBetweenTouches))
        }
      }
    }

    func remove(kind: String?, id: String?) throws(StoreError) -> Int {
      try using { (connection, count) throws(StoreError) in
        count = nil
        return try connection.run(Self.delete) { parameters in
          parameters.add(optionalText: kind)
          parameters.add(optionalText: id)
        }.integer(0, 0)
      }
    }

    /// The count stays: one that is too high has all counted sooner.
    func remove(_ keys: [SideKey]) throws(StoreError) {
      let texts = keys.filter(\.fitsText).map(\.text)
      try using { (connection, _) throws(StoreError) in
        _ = try connection.run(Self.deleteKeys) { parameters in
          parameters.add(.text, texts) { bytes, text in
            bytes.append(contentsOf: text.utf8)
            return true
          }
        }
      }
    }

    func page(after cursor: String?, limit: Int) throws(StoreError) -> [SideEntry] {
      try using { (connection, _) throws(StoreError) in
        let result = try connection.run(Self.page) { parameters in
          parameters.add(optionalText: cursor)
          parameters.add(max(0, limit))
        }
        return (0..<result.count).map { row in
          let key = SideKey(kind: result.string(row, 0), variant: result.string(row, 1), id: result.string(row, 2))
          return SideEntry(key: key, bytes: result.array(row, 3))
        }
      }
    }

    func size() throws(StoreError) -> SideSize {
      try using { (connection, _) throws(StoreError) in
        let result = try connection.run(Self.size)
        return SideSize(entries: result.integer(0, 0), bytes: result.integer(0, 1))
      }
    }

    /// This server's own writes are counted, as if all were of new entries; only when they may be too many all are.
    private func removeOldest(_ connection: PostgresConnection, _ count: inout Int?) throws(StoreError) {
      count = count.map { $0 + 1 }
      if let count, limit.excess(of: count) == 0 { return }
      let all = try connection.run(Self.count).integer(0, 0)
      count = all
      let excess = limit.excess(of: all)
      guard excess > 0 else { return }
      _ = try connection.run(Self.deleteOldest) { $0.add(excess) }
      count = all - excess
    }

    // MARK: The connection

    /// Runs `body` with the connection; once more with a new one, where one that had lain idle turns out to be lost.
    private func using<Result>(
      _ body: (PostgresConnection, inout Int?) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      try state.withLock { state throws(StoreError) in
        if let connection = state.connection {
          do throws(StoreError) {
            return try use(connection, &state.count, body)
          } catch {
            guard connection.isLost else { throw error }
            state.connection = nil
            // Another one would most likely be silent too.
            guard !connection.isSilent else { throw error }
          }
        }
        let connection = try connect(&state)
        state.connection = connection
        return try use(connection, &state.count, body)
      }
    }

    /// Runs `body`; once more, where the table was not there, and is now.
    private func use<Result>(
      _ connection: PostgresConnection, _ count: inout Int?,
      _ body: (PostgresConnection, inout Int?) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      do throws(StoreError) {
        return try body(connection, &count)
      } catch {
        guard error.code == .damaged, try isTableMissing(connection) else { throw error }
        do throws(StoreError) {
          try connection.execute(String(decoding: Migration.catalogEntries.text, as: UTF8.self))
        } catch {
          // Another server may have made it at the same time.
          guard try !isTableMissing(connection) else { throw error }
        }
        count = nil
        return try body(connection, &count)
      }
    }

    private func isTableMissing(_ connection: PostgresConnection) throws(StoreError) -> Bool {
      try connection.run(Self.table).integer(0, 0) == 0
    }

    private func connect(_ state: inout State) throws(StoreError) -> PostgresConnection {
      if let failure = state.failure, !state.backoff.isDue { throw failure }
      do throws(StoreError) {
        let connection = try PostgresConnection(uri, .side)
        connection.isHurried = true
        state.backoff.noteSuccess()
        state.failure = nil
        return connection
      } catch {
        state.backoff.noteFailure()
        state.failure = error
        throw error
      }
    }
  }

  extension SideKey {
    /// PostgreSQL's texts hold no zero: such a key has no entry.
    fileprivate var fitsText: Bool { !text.utf8.contains(0) }
  }

  extension PostgresParameters {
    fileprivate mutating func add(optionalText text: String?) {
      if let text { add(text: text) } else { addNull() }
    }
  }
#endif
