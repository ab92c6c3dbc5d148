#if Postgres
  import EventStore
  import MovieNightPrimitives

  extension Migration {
    /// The migrations in the folder `migrations/postgres`, in order. A test compares this list with the folder.
    static let postgres = [
      Migration(version: 1, name: "events", text: PackageResources._001_events_sql),
      Migration(version: 2, name: "rows", text: PackageResources._002_rows_sql),
      Migration(version: 3, name: "text_statistics", text: PackageResources._003_text_statistics_sql),
      Migration(version: 4, name: "generic_rows", text: PackageResources._004_generic_rows_sql),
      Migration(version: 5, name: "catalog_entries", text: PackageResources._005_catalog_entries_sql),
      Migration(version: 6, name: "collection_texts", text: PackageResources._006_collection_texts_sql),
    ]
  }

  struct PostgresMigrator {
    let connection: PostgresConnection
    var migrations = Migration.postgres

    private static let table = PostgresStatement(
      name: "migrations_table", sql: "SELECT CASE WHEN to_regclass('schema_migrations') IS NULL THEN 0 ELSE 1 END")
    private static let recorded = PostgresStatement(
      name: "migrations",
      sql: """
        SELECT version, name, to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), crc32
        FROM schema_migrations ORDER BY version
        """)
    private static let record = PostgresStatement(
      name: "record_migration",
      sql: "INSERT INTO schema_migrations (version, name, crc32) VALUES ($1::bigint, $2, $3)")
    private static let tryLock = PostgresStatement(
      name: "try_migration_lock",
      sql: "SELECT CASE WHEN pg_try_advisory_lock(\(PostgresLock.migration.parameters)) THEN 1 ELSE 0 END")
    private static let unlock = PostgresStatement(
      name: "migration_unlock", sql: "SELECT pg_advisory_unlock(\(PostgresLock.migration.parameters))")

    /// Returns which migrations were applied to the database and which are pending.
    /// - Throws: `newerSchema`, `damaged` (`MigrationStatus`), or `cannotOpen` for another program's database.
    func status() throws(StoreError) -> MigrationStatus {
      try MigrationStatus(of: migrations, recorded: recordedMigrations(), in: connection.place)
    }

    /// Applies the pending migrations, each in its own transaction. If several servers start together, one of them
    /// migrates and the others wait.
    func migrate() throws(StoreError) {
      guard try !status().pending.isEmpty else { return }
      try lock()
      defer { unlock() }
      let status = try status()
      for migration in migrations where status.isPending(migration) { try apply(migration) }
    }

    // Polls for the lock, because `statement_timeout` would end a statement that waits for it.
    private func lock() throws(StoreError) {
      let deadline = PostgresConnection.now() + 600_000_000
      while try connection.run(Self.tryLock).integer(0, 0) == 0 {
        guard PostgresConnection.now() < deadline else {
          throw StoreError(.unavailable, "\(connection.place): another server has been migrating for ten minutes")
        }
        pause(milliseconds: 50)
      }
    }

    private func unlock() {
      do {
        _ = try connection.run(Self.unlock)
      } catch {
        connection.giveUp()
      }
    }

    private func apply(_ migration: Migration) throws(StoreError) {
      do {
        try connection.execute("BEGIN; SET LOCAL statement_timeout = 0")
        try connection.execute(String(decoding: migration.text, as: UTF8.self), isEndless: true)
        _ = try connection.run(Self.record, migration.version, migration.name, migration.crc32)
        try connection.execute("COMMIT", isEndless: true)
      } catch {
        // Closing the connection rolls the transaction back.
        connection.giveUp()
        throw StoreError(
          error.code == .unavailable ? .unavailable : .cannotOpen,
          "migration \(migration.version) (\(migration.name)): \(error.message)",
          hint: error.hint ?? "Use a database, or a schema, that no other program uses.")
      }
    }

    private func recordedMigrations() throws(StoreError) -> [RecordedMigration] {
      guard try connection.run(Self.table).integer(0, 0) == 1 else { return [] }
      do {
        return try connection.run(Self.recorded).map { RecordedMigration($0) }
      } catch {
        guard error.code == .damaged else { throw error }
        throw StoreError(
          .cannotOpen, "\(connection.place) belongs to another program",
          hint: "Use a database, or a schema, that no other program uses.")
      }
    }
  }

  extension Migration {
    /// Checks that this program knows the database's schema version.
    /// - Throws: `newerSchema` if a newer server has migrated the database while this one was serving it.
    static func requireKnown(version: Int, in place: String) throws(StoreError) {
      let newest = postgres.last?.version ?? 0
      guard version <= newest else {
        throw StoreError(
          .newerSchema, "\(place) has schema version \(version), but this program supports versions up to \(newest)",
          hint: "A newer server has migrated it. Update this server to the same version.")
      }
    }
  }
#endif
