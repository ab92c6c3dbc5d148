#if Postgres
  /// The rights to the tables. Whoever lacks one would be ready, answer queries, and refuse every command.
  enum PostgresRights {
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

    /// - Throws: `cannotOpen` that names the first right that the user lacks.
    static func require(_ connection: PostgresConnection) throws(StoreError) {
      let tables = ["events", "receipts", "personal_texts", "read_models", "read_model_rows"]
      let result = try connection.run(missing) { parameters in
        parameters.add(.text, tables) { bytes, name in
          bytes.append(contentsOf: name.utf8)
          return true
        }
      }
      guard result.count > 0 else { return }
      throw StoreError(
        .cannotOpen, "\(connection.place): the user has no right to \(result.string(0, 0))",
        hint: "Grant the user the rights to the tables, or let it own them.")
    }
  }
#endif
