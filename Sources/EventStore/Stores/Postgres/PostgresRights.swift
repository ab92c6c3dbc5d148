#if Postgres
  /// The rights to the tables. Whoever lacks one would be ready, answer queries, and refuse every command.
  enum PostgresRights {
    private static let missing = PostgresStatement(
      name: "missing_rights",
      sql: """
        SELECT wanted.privilege || ' on ' || tables.tablename
        FROM pg_tables AS tables CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) AS wanted (privilege)
        WHERE tables.schemaname = current_schema()
        AND (tables.tablename LIKE 'rm\\_%' OR tables.tablename IN ('receipts', 'personal_texts')
          OR tables.tablename = 'events' AND wanted.privilege IN ('SELECT', 'INSERT')
          OR tables.tablename = 'read_models' AND wanted.privilege IN ('SELECT', 'UPDATE'))
        AND NOT has_table_privilege(format('%I.%I', tables.schemaname, tables.tablename), wanted.privilege)
        ORDER BY tables.tablename, wanted.privilege LIMIT 1
        """)

    /// - Throws: `cannotOpen` that names the first right that the user lacks.
    static func require(_ connection: PostgresConnection) throws(StoreError) {
      let result = try connection.run(missing)
      guard result.count > 0 else { return }
      throw StoreError(
        .cannotOpen, "\(connection.place): the user has no right to \(result.string(0, 0))",
        hint: "Grant the user the rights to the tables, or let it own them.")
    }
  }
#endif
