#if SQLite
  import EventStore
  import MovieNightPrimitives

  // Read-model rows. A read model has two halves, whose numbers are an even number and the next one. Queries read the
  // active half, and flushes write to it. A rebuild writes shadow rows to the other half.

  extension SQLiteReads {
    func readModels() throws(StoreError) -> [ReadModelState] {
      try connection.all("SELECT \(ReadModelState.columns) FROM read_models ORDER BY name") { ReadModelState($0) }
    }

    /// Returns the SQL of a statement that selects rows of a read model. In `condition`, `?1` is the model's name.
    private func select(columns: String = Row.columns, shadow: Bool = false, _ condition: String) -> String {
      let half = shadow ? "half + 1 - 2 * (half % 2)" : "half"
      return """
        SELECT \(columns) FROM read_model_rows WHERE half = (SELECT \(half) FROM read_models WHERE name = ?1) \(condition)
        """
    }

    func row(_ model: String, key: RowKey, shadow: Bool) throws(StoreError) -> Row? {
      try connection.first(
        select(shadow: shadow, "AND shelf = ?2 AND item = ?3"), [model, key.partition, key.itemBytes],
        read: Row.init(_:))
    }

    func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError) -> [Row]
    {
      let condition = """
        AND shelf = ?2 AND sort_order IS NOT NULL \(sortKey == nil ? "" : "AND (sort_order, tie) < (?4, ?5)")
        ORDER BY sort_order DESC, tie DESC LIMIT ?3
        """
      var values: SQLiteValues = [model, partition, max(0, limit)]
      if let sortKey { values += [Int(sortKey.order), sortKey.tie] }
      return try connection.all(select(condition), values, read: Row.init(_:))
    }

    func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
      let condition = "\(key == nil ? "" : "AND (shelf, item) > (?3, ?4)") ORDER BY shelf, item LIMIT ?2"
      var values: SQLiteValues = [model, max(0, limit)]
      if let key { values += [key.partition, key.itemBytes] }
      return try connection.all(select(columns: "shelf, item", condition), values, read: RowKey.init(_:))
    }

    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
      // All rows are read with one statement, so that they are from one snapshot.
      let statement = try connection.take(select("ORDER BY shelf, item"))
      defer { connection.giveBack(statement) }
      statement.bind(1, model)
      while try statement.step() { try body(Row(statement)) }
    }
  }

  // MARK: Writing, inside a transaction

  extension SQLiteConnection {
    /// Returns the number of a read model's active or shadow half. Throws `misuse` if the read model was not added.
    func half(of model: String, shadow: Bool = false) throws(StoreError) -> Int {
      guard let half = try integer("SELECT half FROM read_models WHERE name = ?1", model) else {
        throw .noReadModel(model)
      }
      return half ^ (shadow ? 1 : 0)
    }

    func addReadModel(_ name: String) throws(StoreError) {
      let sql = """
        INSERT INTO read_models (name, half, version, checkpoint, generation)
        SELECT ?1, coalesce(max(half / 2) + 1, 0) * 2, 0, 0, 0 FROM read_models WHERE true ON CONFLICT (name) DO NOTHING
        """
      try run(sql, name)
    }

    func write(_ flush: ReadModelFlush) throws(StoreError) {
      try write(flush.changes, half: try half(of: flush.name))
      let sql = """
        UPDATE read_models SET version = ?2, checkpoint = ?3, stopped_position = ?4, stopped_reason = ?5
        WHERE name = ?1
        """
      try run(sql, flush.name, flush.version, flush.checkpoint, flush.stopped?.position, flush.stopped?.reason)
    }

    func write(_ changes: RowChanges, half: Int) throws(StoreError) {
      if !changes.ended.isEmpty {
        // Rows contain no personal texts, so deleted rows need not be overwritten.
        try withoutSecureDelete { () throws(StoreError) in
          for key in changes.ended {
            try run(
              "DELETE FROM read_model_rows WHERE half = ?1 AND shelf = ?2 AND item = ?3", half, key.partition,
              key.itemBytes
            )
          }
        }
      }
      let sql = """
        INSERT INTO read_model_rows (half, \(Row.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (half, shelf, item) DO UPDATE SET owner = excluded.owner, sort_order = excluded.sort_order,
        tie = excluded.tie, position = excluded.position, document = excluded.document
        """
      try with(sql) { (statement) throws(StoreError) in
        for row in changes.rows {
          statement.bind([
            half, row.key.partition, row.key.itemBytes, row.owner, row.sortKey.map { Int($0.order) }, row.sortKey?.tie,
            row.position, row.document,
          ])
          _ = try statement.step()
          statement.reset()
        }
      }
    }

    /// Deletes up to `limit` shadow rows, and returns whether there may be more.
    func clearShadow(of model: String, limit: Int) throws(StoreError) -> Bool {
      let half = try half(of: model, shadow: true)
      let sql = """
        DELETE FROM read_model_rows WHERE rowid IN (SELECT rowid FROM read_model_rows WHERE half = ?1 LIMIT ?2)
        RETURNING 1
        """
      return try withoutSecureDelete { () throws(StoreError) in try integers(sql, half, limit).count == limit }
    }

    func swapShadow(of model: String, version: Int, checkpoint: Position) throws(StoreError) {
      let sql = """
        UPDATE read_models SET half = ?2, version = ?3, checkpoint = ?4, generation = generation + 1,
        stopped_position = NULL, stopped_reason = NULL WHERE name = ?1
        """
      try run(sql, model, try half(of: model, shadow: true), version, checkpoint)
    }
  }

  extension RowKey {
    /// The bytes of the item's id. Most rows have `onlyItem`, for which an empty blob is shorter than 16 zero bytes.
    fileprivate var itemBytes: [UInt8] { item == Self.onlyItem ? [] : item.bytes }
  }
#endif
