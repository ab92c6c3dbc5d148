#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// A row of the table `read_models`.
  struct PostgresReadModel {
    var state: ReadModelState
    /// The number of the active half. A read model owns two halves, whose numbers are an even number and the next one.
    var half: Int
    /// Whether the rows are always as of the head, in which case the table stores no checkpoint.
    var followsHead: Bool

    static let all = PostgresStatement(
      name: "read_models",
      sql: """
        SELECT name, version, coalesce(checkpoint, (SELECT max(position) FROM events), 0), generation,
        stopped_position, stopped_reason, half, CASE WHEN checkpoint IS NULL THEN 1 ELSE 0 END
        FROM read_models ORDER BY name
        """)

    init(_ row: PostgresRow) {
      state = ReadModelState(row)
      half = row.integer(6)
      followsHead = row.integer(7) == 1
    }
  }

  /// The reads of rows. Each statement looks up the active half itself, so it cannot miss another server's swap.
  extension PostgresReads {
    func readModels() throws(StoreError) -> [ReadModelState] {
      try connection.run(PostgresReadModel.all).map { ReadModelState($0) }
    }

    /// Returns a statement that selects rows of a half. In the SQL `condition`, `$1` is the model's name.
    private static func selecting(
      _ name: String, columns: String = Row.columns, half: String = "half", _ condition: String
    ) -> PostgresStatement {
      PostgresStatement(
        name: name,
        sql: """
          SELECT \(columns) FROM read_model_rows
          WHERE half = (SELECT \(half) FROM read_models WHERE name = $1) \(condition)
          """)
    }

    private static let oneRow = selecting("row", "AND shelf = $2 AND item = $3")
    private static let shadowRow = selecting("shadow_row", half: "half # 1", "AND shelf = $2 AND item = $3")
    private static let newestFirst = "ORDER BY sort_order DESC, tie DESC LIMIT $3::bigint"
    private static let firstRows = selecting("first_rows", "AND shelf = $2 AND sort_order IS NOT NULL \(newestFirst)")
    private static let rowsAfter = selecting(
      "rows_after",
      "AND shelf = $2 AND sort_order IS NOT NULL AND (sort_order, tie) < ($4::bigint, $5::uuid) \(newestFirst)")
    private static let byKey = "ORDER BY shelf, item LIMIT $2::bigint"
    private static let afterKey = "AND (shelf, item) > ($3::uuid, $4::uuid)"
    private static let firstKeys = selecting("first_keys", columns: "shelf, item", byKey)
    private static let keysAfter = selecting("keys_after", columns: "shelf, item", "\(afterKey) \(byKey)")
    private static let firstByKey = selecting("first_by_key", byKey)
    private static let rowsByKey = selecting("rows_by_key", "\(afterKey) \(byKey)")

    func row(_ model: String, key: RowKey, shadow: Bool) throws(StoreError) -> Row? {
      try connection.run(shadow ? Self.shadowRow : Self.oneRow, model, key.partition, key.item).map(Row.init(_:)).first
    }

    func rows(_ model: String, partition: PartitionKey, after sortKey: SortKey?, limit: Int) throws(StoreError) -> [Row]
    {
      let result =
        if let sortKey {
          try connection.run(Self.rowsAfter, model, partition, max(0, limit), sortKey.order, sortKey.tie)
        } else {
          try connection.run(Self.firstRows, model, partition, max(0, limit))
        }
      return try result.map(Row.init(_:))
    }

    func keys(_ model: String, after key: RowKey?, limit: Int) throws(StoreError) -> [RowKey] {
      try page(of: model, after: key, limit, Self.firstKeys, Self.keysAfter).map(RowKey.init(_:))
    }

    func forEachRow(_ model: String, _ body: (Row) throws -> Void) throws {
      var key: RowKey?
      while true {
        let page = try page(of: model, after: key, Self.pageSize, Self.firstByKey, Self.rowsByKey)
        for row in page { try body(Row(row)) }
        guard let last = page.last else { return }
        key = try RowKey(last)
      }
    }

    private func page(
      of model: String, after key: RowKey?, _ limit: Int, _ first: PostgresStatement, _ next: PostgresStatement
    ) throws(StoreError) -> PostgresResult {
      guard let key else { return try connection.run(first, model, max(0, limit)) }
      return try connection.run(next, model, max(0, limit), key.partition, key.item)
    }
  }

  enum PostgresRows {
    private static let upsert = PostgresStatement(
      name: "upsert_rows",
      sql: """
        INSERT INTO read_model_rows (half, \(Row.columns))
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

    /// Returns the requests that write changed rows to a half, and delete ended rows from it.
    static func write(_ changes: RowChanges, half: Int) -> [PostgresRequest] {
      var requests: [PostgresRequest] = []
      if !changes.ended.isEmpty {
        requests.append(
          PostgresRequest(
            delete, half, PostgresArray(changes.ended) { $0.partition }, PostgresArray(changes.ended) { $0.item }))
      }
      let rows = changes.rows
      if !rows.isEmpty {
        requests.append(
          PostgresRequest(
            upsert, half, PostgresArray(rows) { $0.key.partition }, PostgresArray(rows) { $0.key.item },
            PostgresArray(rows) { $0.owner }, PostgresArray(rows) { $0.sortKey?.order },
            PostgresArray(rows) { $0.sortKey?.tie }, PostgresArray(rows) { $0.position },
            PostgresArray(rows) { $0.document }))
      }
      return requests
    }

    // MARK: Clearing a half

    private static let clear = PostgresStatement(
      name: "clear_rows",
      sql: """
        WITH page AS MATERIALIZED (
          SELECT shelf, item FROM read_model_rows
          WHERE half = $1::bigint AND (shelf, item) >= ($2::uuid, $3::uuid) ORDER BY shelf, item LIMIT 20000),
        gone AS (
          DELETE FROM read_model_rows USING page
          WHERE half = $1::bigint AND read_model_rows.shelf = page.shelf AND read_model_rows.item = page.item)
        SELECT shelf, item FROM page ORDER BY shelf DESC, item DESC LIMIT 1
        """)

    private static let vacuum = PostgresStatement(name: "vacuum_rows", sql: "VACUUM (TRUNCATE false) read_model_rows")

    /// Deletes all rows of a half, in short steps so that no statement takes long.
    static func clear(half: Int, _ connection: PostgresConnection) throws(StoreError) {
      var first = RowKey(PartitionKey(high: 0, low: 0))
      var isEmpty = true
      while let last = try connection.run(clear, half, first.partition, first.item).first {
        first = try RowKey(last)
        isEmpty = false
      }
      if isEmpty { return }
      do {
        _ = try connection.run(vacuum)
      } catch {
        // VACUUM only frees the space sooner; a rebuild continues without it.
        if connection.isLost { throw error }
      }
    }
  }
#endif
