#if SQLite
  import EventStore
  import MovieNightPrimitives

  extension Migration {
    /// The migrations in the folder `migrations/sqlite`, in order. A test compares this list with the folder.
    static let sqlite = [
      Migration(version: 1, name: "event_store", text: PackageResources._001_event_store_sql),
      Migration(version: 2, name: "read_models", text: PackageResources._002_read_models_sql),
      Migration(version: 3, name: "text_checksums", text: PackageResources._003_text_checksums_sql),
      Migration(version: 4, name: "receipt_runs", text: PackageResources._004_receipt_runs_sql),
      Migration(version: 5, name: "generic_rows", text: PackageResources._005_generic_rows_sql),
      Migration(version: 6, name: "text_slots", text: PackageResources._006_text_slots_sql),
      Migration(version: 7, name: "receipt_checksums", text: PackageResources._007_receipt_checksums_sql),
    ]
  }

  struct SQLiteMigrator {
    let connection: SQLiteConnection
    var migrations = Migration.sqlite

    /// Returns applied and pending migrations. Throws `newerSchema` or `damaged` (`MigrationStatus`).
    func status() throws(StoreError) -> MigrationStatus {
      try MigrationStatus(of: migrations, recorded: recordedMigrations(), in: connection.path)
    }

    /// Applies the pending migrations, each in its own transaction.
    func migrate() throws(StoreError) {
      let status = try status()
      for migration in migrations where status.isPending(migration) {
        try connection.writing { () throws(StoreError) in
          try connection.execute(String(decoding: migration.text, as: UTF8.self))
          try connection.run(
            "INSERT INTO schema_migrations VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?3)",
            migration.version, migration.name, migration.crc32)
        }
      }
    }

    private func recordedMigrations() throws(StoreError) -> [RecordedMigration] {
      let tables = try connection.integer("SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
      guard tables > 0 else { return [] }
      guard try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'schema_migrations'") == 1 else {
        throw StoreError(
          .cannotOpen, "\(connection.path) belongs to another program",
          hint: "Name a new file, or one created by movienight.")
      }
      return try connection.all(
        "SELECT version, name, applied_at, crc32 FROM schema_migrations ORDER BY version"
      ) { RecordedMigration($0) }
    }
  }
#endif
