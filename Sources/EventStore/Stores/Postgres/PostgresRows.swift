#if Postgres
  import Primitives

  /// Which of a read model's two tables.
  enum PostgresHalf: String {
    case a, b

    var other: PostgresHalf { self == .a ? .b : .a }
  }

  /// The statements on one read model's rows. Each that reads looks up itself which half is active, so that no swap by
  /// another server is missed.
  struct PostgresRowStatements: Sendable {
    let row: PostgresStatement
    let shadowRow: PostgresStatement
    let firstRows: PostgresStatement
    let rowsAfter: PostgresStatement
    let rowsByKey: PostgresStatement
    let firstRowsByKey: PostgresStatement
    let keysAfter: PostgresStatement
    let firstKeys: PostgresStatement
    private let upserts: [PostgresHalf: PostgresStatement]
    private let deletes: [PostgresHalf: PostgresStatement]
    private let vacuums: [PostgresHalf: PostgresStatement]

    /// - Parameter model: one of the names in `read_models`, which are words.
    init(_ model: String) {
      let columns = "key, owner, sort_order, position, document"
      func reading(
        _ name: String, columns: String = columns, shadow: Bool = false, _ condition: String, order: String = ""
      ) -> PostgresStatement {
        let halves = [PostgresHalf.a, .b].map { half in
          """
          (SELECT \(columns) FROM rm_\(model)_\(half) WHERE \(condition)
          AND (SELECT active FROM read_models WHERE name = '\(model)') = '\(shadow ? half.other : half)' \(order))
          """
        }
        return PostgresStatement(
          name: "\(name)_\(model)", sql: "\(halves[0]) UNION ALL \(halves[1]) \(order)")
      }
      func writing(_ name: String, _ sql: (String) -> String) -> [PostgresHalf: PostgresStatement] {
        var statements: [PostgresHalf: PostgresStatement] = [:]
        for half in [PostgresHalf.a, .b] {
          statements[half] = PostgresStatement(name: "\(name)_\(model)_\(half)", sql: sql("rm_\(model)_\(half)"))
        }
        return statements
      }
      let newestFirst = "ORDER BY sort_order DESC, key DESC LIMIT $2::bigint"
      let byKey = "ORDER BY key LIMIT $1::bigint"
      row = reading("row", "key = $1")
      shadowRow = reading("shadow", shadow: true, "key = $1")
      firstRows = reading("first", "owner = $1", order: newestFirst)
      rowsAfter = reading("after", "owner = $1 AND (sort_order, key) < ($3::bigint, $4::uuid)", order: newestFirst)
      firstRowsByKey = reading("first_by_key", "true", order: byKey)
      rowsByKey = reading("by_key", "key > $2::uuid", order: byKey)
      firstKeys = reading("first_keys", columns: "key", "true", order: byKey)
      keysAfter = reading("keys", columns: "key", "key > $2::uuid", order: byKey)
      upserts = writing("upsert") { table in
        """
        INSERT INTO \(table) (\(columns))
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[])
        ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, sort_order = excluded.sort_order,
        position = excluded.position, document = excluded.document
        """
      }
      deletes = writing("delete") { table in
        """
        WITH page AS MATERIALIZED (
          SELECT key FROM \(table) WHERE key >= $1::uuid ORDER BY key LIMIT \(Self.rowsADeletion)),
        gone AS (DELETE FROM \(table) USING page WHERE \(table).key = page.key)
        SELECT key FROM page ORDER BY key DESC LIMIT 1
        """
      }
      vacuums = writing("vacuum") { "VACUUM \($0)" }
    }

    /// Writes rows, each key once, into a half.
    func upsert(_ rows: [Row], into half: PostgresHalf) -> PostgresRequest? {
      guard !rows.isEmpty, let statement = upserts[half] else { return nil }
      return PostgresRequest(statement) { parameters in
        parameters.add(ids: rows.map(\.key))
        parameters.add(ids: rows.map(\.owner))
        parameters.add(.bigint, rows) { bytes, row in
          bytes.append(bigEndian: row.order)
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

    private static let rowsADeletion = 20_000

    /// Deletes some rows, and has the last one's key as its result: what follows starts there. None when none is left.
    func delete(from half: PostgresHalf, startingAt key: Identifier<RowKind>) -> PostgresRequest? {
      deletes[half].map { PostgresRequest($0) { $0.add(key) } }
    }
    func vacuum(_ half: PostgresHalf) -> PostgresRequest? { vacuums[half].map { PostgresRequest($0) } }
  }

  /// A read model as the database has it.
  struct PostgresReadModel {
    var state: ReadModelState
    var active: PostgresHalf
    /// Whether the rows go with the head, so that no checkpoint stands in the table.
    var followsHead: Bool
  }

  /// The rows of all read models, on any connection.
  struct PostgresRows: Sendable {
    private let statements: [String: PostgresRowStatements]

    static let states = PostgresStatement(
      name: "read_models",
      sql: """
        SELECT name, version, coalesce(checkpoint, (SELECT max(position) FROM events), 0), generation,
        stopped_position, stopped_reason, active, CASE WHEN checkpoint IS NULL THEN 1 ELSE 0 END
        FROM read_models ORDER BY name
        """)

    init(models: [String]) {
      statements = Dictionary(models.map { ($0, PostgresRowStatements($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// - Throws: `misuse` for a name that no migration has made.
    func of(_ model: String) throws(StoreError) -> PostgresRowStatements {
      guard let found = statements[model] else { throw StoreError(.misuse, "there is no read model '\(model)'") }
      return found
    }

    static func models(_ result: PostgresResult) -> [PostgresReadModel] {
      (0..<result.count).map { row in
        PostgresReadModel(
          state: ReadModelState(
            name: result.string(row, 0), version: result.integer(row, 1), checkpoint: result.integer(row, 2),
            generation: result.integer(row, 3),
            stopped: result.isNull(row, 4)
              ? nil : .init(position: result.integer(row, 4), reason: result.string(row, 5))),
          active: PostgresHalf(rawValue: result.string(row, 6)) ?? .a, followsHead: result.integer(row, 7) == 1)
      }
    }

    static func models(_ connection: PostgresConnection) throws(StoreError) -> [PostgresReadModel] {
      models(try connection.run(states))
    }

    // MARK: Reading

    func row(
      _ model: String, key: Identifier<RowKind>, shadow: Bool = false, _ connection: PostgresConnection
    ) throws(StoreError) -> Row? {
      let statements = try of(model)
      return try Self.rows(connection.run(shadow ? statements.shadowRow : statements.row) { $0.add(key) }).first
    }

    func rows(
      _ model: String, owner: OwnerID, after cursor: RowCursor?, limit: Int, _ connection: PostgresConnection
    ) throws(StoreError) -> [Row] {
      let statements = try of(model)
      return try Self.rows(
        connection.run(cursor == nil ? statements.firstRows : statements.rowsAfter) { parameters in
          parameters.add(owner)
          parameters.add(max(0, limit))
          if let cursor {
            parameters.add(Int(cursor.order))
            parameters.add(cursor.key)
          }
        })
    }

    func keys(
      _ model: String, after key: Identifier<RowKind>?, limit: Int, _ connection: PostgresConnection
    ) throws(StoreError) -> [Identifier<RowKind>] {
      let statements = try of(model)
      let result = try connection.run(key == nil ? statements.firstKeys : statements.keysAfter) { parameters in
        parameters.add(max(0, limit))
        if let key { parameters.add(key) }
      }
      var keys: [Identifier<RowKind>] = []
      for row in 0..<result.count { keys.append(try result.identifier(row, 0)) }
      return keys
    }

    /// A page of all rows by key.
    func page(
      _ model: String, after key: Identifier<RowKind>?, _ connection: PostgresConnection
    ) throws(StoreError) -> [Row] {
      let statements = try of(model)
      return try Self.rows(
        connection.run(key == nil ? statements.firstRowsByKey : statements.rowsByKey) { parameters in
          parameters.add(PostgresReads.pageSize)
          if let key { parameters.add(key) }
        })
    }

    private static func rows(_ result: PostgresResult) throws(StoreError) -> [Row] {
      var rows: [Row] = []
      rows.reserveCapacity(result.count)
      for row in 0..<result.count {
        rows.append(
          Row(
            key: try result.identifier(row, 0), owner: try result.identifier(row, 1),
            order: Int64(result.integer(row, 2)), position: result.integer(row, 3), document: result.array(row, 4)))
      }
      return rows
    }
  }
#endif
