#if Postgres
  import EventStore
  import MovieNightPrimitives

  /// What the session of a connection must be like.
  enum PostgresSession {
    // The process that does the work: what libpq knows of it is what a pooler says.
    private static let process = PostgresStatement(name: "process", sql: "SELECT pg_backend_pid()::bigint")

    /// Refuses a pooler that lends one session to several connections, transaction by transaction: locks and settings of
    /// one would be those of another, and notifications nobody's. While little goes on, one session does all the work.
    ///
    /// - Throws: `cannotOpen`.
    static func requireApart(_ one: PostgresConnection, _ other: PostgresConnection) throws(StoreError) {
      guard try one.run(process).integer(0, 0) == other.run(process).integer(0, 0) else { return }
      throw .pooled(one.place)
    }

    // By the names that the statements use, wherever in the search path they are found.
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

    /// Requires the rights to the tables: whoever lacks one would be ready, answer queries, and refuse every command.
    ///
    /// - Throws: `cannotOpen` that names the first right that the user lacks.
    static func requireRights(_ connection: PostgresConnection) throws(StoreError) {
      let tables = ["events", "receipts", "personal_texts", "read_models", "read_model_rows"]
      guard let found = try connection.run(missing, PostgresArray(tables) { $0 }).first else { return }
      throw StoreError(
        .cannotOpen, "\(connection.place): the user has no right to \(found.string(0))",
        hint: "Grant the user the rights to the tables, or let it own them.")
    }
  }
#endif
