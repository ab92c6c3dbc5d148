#if SQLite
  import Primitives

  /// Which of a read model's two tables.
  enum RowTable: String {
    case a, b

    var other: RowTable { self == .a ? .b : .a }
  }

  /// Read-model rows: how they are read and written, on any connection.
  extension SQLiteConnection {
    private static let rowColumns = "key, owner, sort_order, position, document"

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

    /// The table that is read and flushed to.
    /// - Throws: `misuse` for a name that no migration has made.
    func activeTable(of model: String) throws(StoreError) -> RowTable {
      try with("SELECT active FROM read_models WHERE name = ?1") { (statement) throws(StoreError) in
        statement.bind(1, text: model)
        guard try statement.step(), let table = RowTable(rawValue: statement.string(0)) else {
          throw StoreError(.misuse, "there is no read model '\(model)'")
        }
        return table
      }
    }

    // MARK: Reading

    func row(_ model: String, key: Identifier<RowKind>, shadow: Bool = false) throws(StoreError) -> Row? {
      try reading { () throws(StoreError) in
        let active = try activeTable(of: model)
        let table = "rm_\(model)_\(shadow ? active.other : active)"
        return try with("SELECT \(Self.rowColumns) FROM \(table) WHERE key = ?1") {
          (statement) throws(StoreError) in
          statement.bind(1, key)
          return try statement.step() ? try row(statement) : nil
        }
      }
    }

    func rows(_ model: String, owner: OwnerID, after cursor: RowCursor?, limit: Int) throws(StoreError) -> [Row] {
      try reading { () throws(StoreError) in
        let sql = """
          SELECT \(Self.rowColumns) FROM rm_\(model)_\(try activeTable(of: model)) WHERE owner = ?1
          \(cursor == nil ? "" : "AND (sort_order, key) < (?3, ?4)") ORDER BY sort_order DESC, key DESC LIMIT ?2
          """
        return try with(sql) { (statement) throws(StoreError) in
          statement.bind(1, owner)
          statement.bind(2, max(0, limit))
          if let cursor {
            statement.bind(3, Int(cursor.order))
            statement.bind(4, cursor.key)
          }
          var rows: [Row] = []
          while try statement.step() { rows.append(try row(statement)) }
          return rows
        }
      }
    }

    func keys(_ model: String, after key: Identifier<RowKind>?, limit: Int) throws(StoreError)
      -> [Identifier<RowKind>]
    {
      try reading { () throws(StoreError) in
        let table = "rm_\(model)_\(try activeTable(of: model))"
        return try with("SELECT key FROM \(table) WHERE key > ?1 ORDER BY key LIMIT ?2") {
          (statement) throws(StoreError) in
          if let key { statement.bind(1, key) } else { statement.bind(1, blob: []) }
          statement.bind(2, max(0, limit))
          var keys: [Identifier<RowKind>] = []
          while try statement.step() { keys.append(try statement.identifier(0)) }
          return keys
        }
      }
    }

    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
      // One statement sees one state; the transaction ties it to the choice of the table.
      let begins = !isInTransaction
      if begins { try run("BEGIN") }
      defer { if begins { rollBack() } }
      let table = "rm_\(model)_\(try activeTable(of: model))"
      let statement = try take("SELECT \(Self.rowColumns) FROM \(table) ORDER BY key")
      defer { giveBack(statement) }
      while try statement.step() { try body(row(statement)) }
    }

    private func row(_ statement: SQLiteStatement) throws(StoreError) -> Row {
      Row(
        key: try statement.identifier(0), owner: try statement.identifier(1), order: Int64(statement.integer(2)),
        position: statement.integer(3), document: statement.array(4))
    }

    // MARK: Writing, inside a transaction

    func write(_ flush: ReadModelFlush) throws(StoreError) {
      try write(flush.rows, to: flush.name, try activeTable(of: flush.name))
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

    func write(_ rows: [Row], to model: String, _ table: RowTable) throws(StoreError) {
      let sql = """
        INSERT INTO rm_\(model)_\(table) (\(Self.rowColumns)) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, sort_order = excluded.sort_order,
        position = excluded.position, document = excluded.document
        """
      try with(sql) { (statement) throws(StoreError) in
        for row in rows {
          statement.bind(1, row.key)
          statement.bind(2, row.owner)
          statement.bind(3, Int(row.order))
          statement.bind(4, row.position)
          statement.bind(5, blob: row.document)
          _ = try statement.step()
          statement.reset()
        }
      }
    }

    func clearShadow(of model: String) throws(StoreError) {
      let delete = "DELETE FROM rm_\(model)_\(try activeTable(of: model).other)"
      // Rows hold no personal text.
      try withoutSecureDelete { () throws(StoreError) in try run(delete) }
    }

    func swapShadow(of model: String, version: Int, checkpoint: Position) throws(StoreError) {
      let active = try activeTable(of: model).other
      let sql = """
        UPDATE read_models SET active = ?2, version = ?3, checkpoint = ?4, generation = generation + 1,
        stopped_position = NULL, stopped_reason = NULL WHERE name = ?1
        """
      try run(sql) { statement in
        statement.bind(1, text: model)
        statement.bind(2, text: active.rawValue)
        statement.bind(3, version)
        statement.bind(4, checkpoint)
      }
    }
  }
#endif
