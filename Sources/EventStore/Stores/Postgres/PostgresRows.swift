#if Postgres
  import MovieNightPrimitives

  /// A read model as the database has it.
  struct PostgresReadModel {
    var state: ReadModelState
    /// Which rows are read and written: an even number and the next are a read model's two halves.
    var half: Int
    /// Whether the rows go with the head, so that no checkpoint stands in the table.
    var followsHead: Bool
  }

  extension StoreError {
    static func noReadModel(_ name: String) -> StoreError { StoreError(.misuse, "there is no read model '\(name)'") }
  }

  /// The rows of all read models, on any connection.
  ///
  /// Each statement that reads looks up itself which half is active, so that no swap by another server is missed.
  enum PostgresRows {
    static let states = PostgresStatement(
      name: "read_models",
      sql: """
        SELECT name, version, coalesce(checkpoint, (SELECT max(position) FROM events), 0), generation,
        stopped_position, stopped_reason, half, CASE WHEN checkpoint IS NULL THEN 1 ELSE 0 END
        FROM read_models ORDER BY name
        """)

    static func models(_ result: PostgresResult) -> [PostgresReadModel] {
      (0..<result.count).map { row in
        PostgresReadModel(
          state: ReadModelState(
            name: result.string(row, 0), version: result.integer(row, 1), checkpoint: result.integer(row, 2),
            generation: result.integer(row, 3),
            stopped: result.isNull(row, 4)
              ? nil : .init(position: result.integer(row, 4), reason: result.string(row, 5))),
          half: result.integer(row, 6), followsHead: result.integer(row, 7) == 1)
      }
    }

    static func models(_ connection: PostgresConnection) throws(StoreError) -> [PostgresReadModel] {
      models(try connection.run(states))
    }

    // MARK: Reading

    private static let columns = "shelf, item, owner, sort_order, tie, position, document"

    /// - Parameter condition: what the rows of the half are chosen by; the model's name is `$1`.
    private static func reading(
      _ name: String, columns: String = columns, shadow: Bool = false, _ condition: String
    ) -> PostgresStatement {
      PostgresStatement(
        name: name,
        sql: """
          SELECT \(columns) FROM read_model_rows
          WHERE half = (SELECT \(shadow ? "half # 1" : "half") FROM read_models WHERE name = $1) \(condition)
          """)
    }

    private static let oneRow = reading("row", "AND shelf = $2 AND item = $3")
    private static let shadowRow = reading("shadow_row", shadow: true, "AND shelf = $2 AND item = $3")
    private static let newestFirst = "ORDER BY sort_order DESC, tie DESC LIMIT $3::bigint"
    private static let firstRows = reading(
      "first_rows", "AND shelf = $2 AND sort_order IS NOT NULL \(newestFirst)")
    private static let rowsAfter = reading(
      "rows_after",
      "AND shelf = $2 AND sort_order IS NOT NULL AND (sort_order, tie) < ($4::bigint, $5::uuid) \(newestFirst)")
    private static let byKey = "ORDER BY shelf, item LIMIT $2::bigint"
    private static let afterKey = "AND (shelf, item) > ($3::uuid, $4::uuid)"
    private static let firstKeys = reading("first_keys", columns: "shelf, item", byKey)
    private static let keysAfter = reading("keys_after", columns: "shelf, item", "\(afterKey) \(byKey)")
    private static let firstByKey = reading("first_by_key", byKey)
    private static let rowsByKey = reading("rows_by_key", "\(afterKey) \(byKey)")

    static func row(
      _ model: String, key: RowKey, shadow: Bool = false, _ connection: PostgresConnection
    ) throws(StoreError) -> Row? {
      try rows(
        connection.run(shadow ? shadowRow : oneRow) { parameters in
          parameters.add(text: model)
          parameters.add(key)
        }
      ).first
    }

    static func rows(
      _ model: String, shelf: ShelfID, after place: RowPlace?, limit: Int, _ connection: PostgresConnection
    ) throws(StoreError) -> [Row] {
      try rows(
        connection.run(place == nil ? firstRows : rowsAfter) { parameters in
          parameters.add(text: model)
          parameters.add(shelf)
          parameters.add(max(0, limit))
          if let place {
            parameters.add(Int(place.order))
            parameters.add(place.tie)
          }
        })
    }

    static func keys(
      _ model: String, after key: RowKey?, limit: Int, _ connection: PostgresConnection
    ) throws(StoreError) -> [RowKey] {
      let result = try connection.run(key == nil ? firstKeys : keysAfter) { $0.addPage(of: model, after: key, limit) }
      var keys: [RowKey] = []
      for row in 0..<result.count { keys.append(try rowKey(result, row)) }
      return keys
    }

    /// A page of all rows by key.
    static func page(
      _ model: String, after key: RowKey?, _ connection: PostgresConnection
    ) throws(StoreError) -> [Row] {
      try rows(
        connection.run(key == nil ? firstByKey : rowsByKey) {
          $0.addPage(of: model, after: key, PostgresReads.pageSize)
        })
    }

    private static func rows(_ result: PostgresResult) throws(StoreError) -> [Row] {
      var rows: [Row] = []
      rows.reserveCapacity(result.count)
      for row in 0..<result.count {
        rows.append(
          Row(
            key: try rowKey(result, row), owner: try result.identifier(row, 2),
            place: result.isNull(row, 3)
              ? nil
              : RowPlace(
                order: Int64(result.integer(row, 3)), tie: try result.identifier(row, 4) as Identifier<TieKind>),
            position: result.integer(row, 5), document: result.array(row, 6)))
      }
      return rows
    }

    /// From the first two columns.
    private static func rowKey(_ result: PostgresResult, _ row: Int) throws(StoreError) -> RowKey {
      RowKey(shelf: try result.identifier(row, 0), item: try result.identifier(row, 1))
    }

    // MARK: Writing

    private static let upsert = PostgresStatement(
      name: "upsert_rows",
      sql: """
        INSERT INTO read_model_rows (half, \(columns))
        SELECT $1::bigint, changed.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::uuid[],
          $7::bigint[], $8::text[]) AS changed
        ON CONFLICT (half, shelf, item) DO UPDATE SET owner = excluded.owner, sort_order = excluded.sort_order,
        tie = excluded.tie, position = excluded.position, document = excluded.document
        """)

    private static let delete = PostgresStatement(
      name: "delete_rows",
      sql: """
        DELETE FROM read_model_rows USING unnest($2::uuid[], $3::uuid[]) AS ended (shelf, item)
        WHERE half = $1::bigint AND read_model_rows.shelf = ended.shelf AND read_model_rows.item = ended.item
        """)

    /// Writes rows into a half, and removes those that have ended.
    static func write(_ changes: RowChanges, half: Int) -> [PostgresRequest] {
      var requests: [PostgresRequest] = []
      if !changes.ended.isEmpty {
        requests.append(
          PostgresRequest(delete) { parameters in
            parameters.add(half)
            parameters.add(ids: changes.ended.map(\.shelf))
            parameters.add(ids: changes.ended.map(\.item))
          })
      }
      if !changes.rows.isEmpty { requests.append(upsert(changes.rows, half: half)) }
      return requests
    }

    private static func upsert(_ rows: [Row], half: Int) -> PostgresRequest {
      PostgresRequest(upsert) { parameters in
        parameters.add(half)
        parameters.add(ids: rows.map(\.key.shelf))
        parameters.add(ids: rows.map(\.key.item))
        parameters.add(ids: rows.map(\.owner))
        parameters.add(.bigint, rows) { bytes, row in
          guard let place = row.place else { return false }
          bytes.append(bigEndian: place.order)
          return true
        }
        parameters.add(.uuid, rows) { bytes, row in
          guard let place = row.place else { return false }
          bytes.append(place.tie)
          return true
        }
        parameters.add(.bigint, rows) { bytes, row in
          bytes.append(bigEndian: Int64(row.position))
          return true
        }
        parameters.add(.text, rows) { bytes, row in
          bytes += row.document
          return true
        }
      }
    }

    // MARK: Clearing a half

    private static let clear = PostgresStatement(
      name: "clear_rows",
      sql: """
        WITH page AS MATERIALIZED (
          SELECT shelf, item FROM read_model_rows
          WHERE half = $1::bigint AND (shelf, item) >= ($2::uuid, $3::uuid) ORDER BY shelf, item LIMIT \(rowsCleared)),
        gone AS (
          DELETE FROM read_model_rows USING page
          WHERE half = $1::bigint AND read_model_rows.shelf = page.shelf AND read_model_rows.item = page.item)
        SELECT shelf, item FROM page ORDER BY shelf DESC, item DESC LIMIT 1
        """)

    private static let rowsCleared = 20_000

    private static let vacuum = PostgresStatement(name: "vacuum_rows", sql: "VACUUM (TRUNCATE false) read_model_rows")

    /// Removes all rows of a half, in steps that are short for any number of them.
    static func clear(half: Int, _ connection: PostgresConnection) throws(StoreError) {
      var next: RowKey? = RowKey(ShelfID(high: 0, low: 0))
      var isEmpty = true
      while let first = next {
        let result = try connection.run(clear) { parameters in
          parameters.add(half)
          parameters.add(first)
        }
        next = result.count > 0 ? try rowKey(result, 0) : nil
        if next != nil { isEmpty = false }
      }
      if isEmpty { return }
      do {
        _ = try connection.run(vacuum)
      } catch {
        // It only gives their room back sooner than the database would: where it takes too long, a rebuild goes on without.
        if connection.isLost { throw error }
      }
    }
  }

  extension PostgresParameters {
    /// As two parameters: shelf and item.
    fileprivate mutating func add(_ key: RowKey) {
      add(key.shelf)
      add(key.item)
    }

    fileprivate mutating func addPage(of model: String, after key: RowKey?, _ limit: Int) {
      add(text: model)
      add(limit)
      if let key { add(key) }
    }
  }
#endif
