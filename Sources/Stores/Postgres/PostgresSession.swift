#if Postgres
  import EventStore
  import MovieNightPrimitives

  enum PostgresSession {
    // The server process that runs statements. libpq's own number would be the pooler's.
    private static let process = PostgresStatement(name: "process", sql: "SELECT pg_backend_pid()::bigint")

    /// Refuses a pooler in transaction mode: it would mix the locks and settings of connections and lose notifications.
    /// While there is little traffic, such a pooler runs everything in one session, which is how it is detected.
    static func requireSeparateSessions(_ one: PostgresConnection, _ other: PostgresConnection) throws(StoreError) {
      guard try one.run(process).integer(0, 0) == other.run(process).integer(0, 0) else { return }
      throw .pooled(one.place)
    }

    // Looks the tables up by name, as the statements do, wherever they are in the search path.
    private static let missing = PostgresStatement(
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

    /// Requires the rights to the tables. Without one, a server would look ready and answer queries but refuse every command.
    static func requireRights(_ connection: PostgresConnection) throws(StoreError) {
      let tables = ["events", "receipts", "personal_texts", "read_models", "read_model_rows"]
      guard let found = try connection.run(missing, PostgresArray(tables) { $0 }).first else { return }
      throw StoreError(
        .cannotOpen, "\(connection.place): the user has no permission for \(found.string(0))",
        hint: "Grant the user permissions on the tables, or make it their owner.")
    }
  }
#endif
