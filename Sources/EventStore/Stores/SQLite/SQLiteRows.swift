#if SQLite
  import MovieNightPrimitives

  /// Read-model rows: how they are read and written, on any connection.
  ///
  /// A read model has two halves, an even number and the next: one is read and flushed to, a rebuild writes the other.
  extension SQLiteConnection {
    private static let rowColumns = "shelf, item, owner, sort_order, tie, position, document"

    func readModels() throws(StoreError) -> [ReadModelState] {
      let sql = """
        SELECT name, version, checkpoint, generation, stopped_position, stopped_reason FROM read_models ORDER BY name
        """
      return try with(sql) { (statement) throws(StoreError) in
        var models: [ReadModelState] = []
        while try statement.step() {
          models.append(
            ReadModelState(
              name: statement.string(0), version: statement.integer(1), checkpoint: statement.integer(2),
              generation: statement.integer(3),
              stopped: statement.isNull(4) ? nil : .init(position: statement.integer(4), reason: statement.string(5))))
        }
        return models
      }
    }

    /// The half that is read and flushed to, or the other one.
    /// - Throws: `misuse` for a read model that nobody has added.
    func half(of model: String, shadow: Bool = false) throws(StoreError) -> Int {
      try with("SELECT half FROM read_models WHERE name = ?1") { (statement) throws(StoreError) in
        statement.bind(1, text: model)
        guard try statement.step() else { throw StoreError(.misuse, "there is no read model '\(model)'") }
        return statement.integer(0) ^ (shadow ? 1 : 0)
      }
    }

    // MARK: Reading

    /// - Parameter condition: what the rows of the half are chosen by; the model's name is `?1`.
    private func selecting(
      _ columns: String = rowColumns, of model: String, shadow: Bool = false, _ condition: String,
      _ bind: (SQLiteStatement) -> Void = { _ in }
    ) throws(StoreError) -> SQLiteStatement {
      let half = shadow ? "half + 1 - 2 * (half % 2)" : "half"
      let statement = try take(
        """
        SELECT \(columns) FROM read_model_rows WHERE half = (SELECT \(half) FROM read_models WHERE name = ?1) \(condition)
        """)
      statement.bind(1, text: model)
      bind(statement)
      return statement
    }

    func row(_ model: String, key: RowKey, shadow: Bool = false) throws(StoreError) -> Row? {
      let statement = try selecting(of: model, shadow: shadow, "AND shelf = ?2 AND item = ?3") { $0.bind(2, key) }
      defer { giveBack(statement) }
      return try statement.step() ? try row(statement) : nil
    }

    func rows(_ model: String, shelf: ShelfID, after place: RowPlace?, limit: Int) throws(StoreError) -> [Row] {
      let condition = """
        AND shelf = ?2 AND sort_order IS NOT NULL \(place == nil ? "" : "AND (sort_order, tie) < (?4, ?5)")
        ORDER BY sort_order DESC, tie DESC LIMIT ?3
        """
      let statement = try selecting(of: model, condition) { statement in
        statement.bind(2, shelf)
        statement.bind(3, max(0, limit))
        if let place {
          statement.bind(4, Int(place.order))
          statement.bind(5, place.tie)
        }
      }
      defer { giveBack(statement) }
      var rows: [Row] = []
      while try statement.step() { rows.append(try row(statement)) }
      return rows
    }

    func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
      let condition = "\(key == nil ? "" : "AND (shelf, item) > (?3, ?4)") ORDER BY shelf, item LIMIT ?2"
      let statement = try selecting("shelf, item", of: model, condition) { statement in
        statement.bind(2, max(0, limit))
        if let key { statement.bind(3, key) }
      }
      defer { giveBack(statement) }
      var keys: [RowKey] = []
      while try statement.step() { keys.append(try rowKey(statement)) }
      return keys
    }

    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
      // One statement sees one state.
      let statement = try selecting(of: model, "ORDER BY shelf, item")
      defer { giveBack(statement) }
      while try statement.step() { try body(row(statement)) }
    }

    private func row(_ statement: SQLiteStatement) throws(StoreError) -> Row {
      Row(
        key: try rowKey(statement), owner: try statement.identifier(2),
        place: statement.isNull(3)
          ? nil : RowPlace(order: Int64(statement.integer(3)), tie: try statement.identifier(4) as Identifier<TieKind>),
        position: statement.integer(5), document: statement.array(6))
    }

    /// From the first two columns.
    private func rowKey(_ statement: SQLiteStatement) throws(StoreError) -> RowKey {
      RowKey(
        shelf: try statement.identifier(0),
        item: statement.isEmpty(1) ? RowKey.onlyItem : try statement.identifier(1))
    }

    // MARK: Writing, inside a transaction

    func addReadModel(_ name: String) throws(StoreError) {
      let sql = """
        INSERT INTO read_models (name, half, version, checkpoint, generation)
        SELECT ?1, coalesce(max(half / 2) + 1, 0) * 2, 0, 0, 0 FROM read_models WHERE true ON CONFLICT (name) DO NOTHING
        """
      try run(sql) { $0.bind(1, text: name) }
    }

    func write(_ flush: ReadModelFlush) throws(StoreError) {
      try write(flush.changes, half: try half(of: flush.name))
      let sql = """
        UPDATE read_models SET version = ?2, checkpoint = ?3, stopped_position = ?4, stopped_reason = ?5
        WHERE name = ?1
        """
      try run(sql) { statement in
        statement.bind(1, text: flush.name)
        statement.bind(2, flush.version)
        statement.bind(3, flush.checkpoint)
        if let stopped = flush.stopped {
          statement.bind(4, stopped.position)
          statement.bind(5, text: stopped.reason)
        } else {
          statement.bindNull(4)
          statement.bindNull(5)
        }
      }
    }

    func write(_ changes: RowChanges, half: Int) throws(StoreError) {
      try delete(changes.ended, half: half)
      let sql = """
        INSERT INTO read_model_rows (half, \(Self.rowColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (half, shelf, item) DO UPDATE SET owner = excluded.owner, sort_order = excluded.sort_order,
        tie = excluded.tie, position = excluded.position, document = excluded.document
        """
      try with(sql) { (statement) throws(StoreError) in
        for row in changes.rows {
          statement.bind(1, half)
          statement.bind(2, row.key)
          statement.bind(4, row.owner)
          if let place = row.place {
            statement.bind(5, Int(place.order))
            statement.bind(6, place.tie)
          } else {
            statement.bindNull(5)
            statement.bindNull(6)
          }
          statement.bind(7, row.position)
          statement.bind(8, blob: row.document)
          _ = try statement.step()
          statement.reset()
        }
      }
    }

    private func delete(_ keys: [RowKey], half: Int) throws(StoreError) {
      guard !keys.isEmpty else { return }
      // Rows hold no personal text.
      try withoutSecureDelete { () throws(StoreError) in
        try with("DELETE FROM read_model_rows WHERE half = ?1 AND shelf = ?2 AND item = ?3") {
          (statement) throws(StoreError) in
          for key in keys {
            statement.bind(1, half)
            statement.bind(2, key)
            _ = try statement.step()
            statement.reset()
          }
        }
      }
    }

    /// Deletes up to `limit` shadow rows.
    /// - Returns: whether there may be more.
    func clearShadow(of model: String, limit: Int) throws(StoreError) -> Bool {
      let half = try half(of: model, shadow: true)
      let sql = """
        DELETE FROM read_model_rows WHERE rowid IN (SELECT rowid FROM read_model_rows WHERE half = ?1 LIMIT ?2)
        RETURNING 1
        """
      return try withoutSecureDelete { () throws(StoreError) in
        try with(sql) { (statement) throws(StoreError) in
          statement.bind(1, half)
          statement.bind(2, limit)
          var count = 0
          while try statement.step() { count += 1 }
          return count == limit
        }
      }
    }

    func swapShadow(of model: String, version: Int, checkpoint: Position) throws(StoreError) {
      let half = try half(of: model, shadow: true)
      let sql = """
        UPDATE read_models SET half = ?2, version = ?3, checkpoint = ?4, generation = generation + 1,
        stopped_position = NULL, stopped_reason = NULL WHERE name = ?1
        """
      try run(sql) { statement in
        statement.bind(1, text: model)
        statement.bind(2, half)
        statement.bind(3, version)
        statement.bind(4, checkpoint)
      }
    }
  }

  extension SQLiteStatement {
    /// As two parameters: shelf and item.
    fileprivate func bind(_ parameter: Int32, _ key: RowKey) {
      bind(parameter, key.shelf)
      // Most shelves have one row: nothing is shorter than zeros.
      if key.item == RowKey.onlyItem { bind(parameter + 1, blob: []) } else { bind(parameter + 1, key.item) }
    }
  }
#endif
