#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// The checks that a server makes on its sessions before it uses a database.
  enum PostgresSession {
    // Selects the id of the process that runs the statement. The id that libpq knows could be the pooler's.
    private static let process = PostgresStatement(name: "process", sql: "SELECT pg_backend_pid()::bigint")

    /// Throws `cannotOpen` if the two connections lead to a pooler in transaction mode, which would mix connections'
    /// locks and settings, and lose notifications. With little traffic, such a pooler runs both in one session.
    static func requireSeparateSessions(_ one: PostgresConnection, _ other: PostgresConnection) throws(StoreError) {
      guard try one.run(process).integer(0, 0) == other.run(process).integer(0, 0) else { return }
      throw .pooled(one.place)
    }

    // Looks up the tables by name in the search path, like all other statements.
    private static let missingRights = PostgresStatement(
      name: "missing_rights",
      sql: """
        SELECT wanted.privilege || ' on ' || tables.name
        FROM unnest($1::text[]) AS tables (name)
        CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS wanted (privilege)
        WHERE (tables.name <> 'events' OR wanted.privilege IN ('SELECT', 'INSERT'))
        AND (tables.name <> 'read_models' OR wanted.privilege IN ('SELECT', 'INSERT', 'UPDATE'))
        AND NOT has_table_privilege(to_regclass(tables.name), wanted.privilege)
        ORDER BY tables.name, wanted.privilege LIMIT 1
        """)

    /// Throws `cannotOpen` if the user lacks a right to a table. Else a server could look ready, but refuse commands.
    static func requireRights(_ connection: PostgresConnection) throws(StoreError) {
      let tables = ["events", "receipts", "personal_texts", "subject_texts", "read_models", "read_model_rows"]
      guard let found = try connection.run(missingRights, PostgresArray(tables) { $0 }).first else { return }
      throw StoreError(
        .cannotOpen, "\(connection.place): the user has no permission for \(found.string(0))",
        hint: "Grant the user permissions on the tables, or make it their owner.")
    }
  }
#endif
