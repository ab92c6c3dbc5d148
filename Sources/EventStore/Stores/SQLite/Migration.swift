#if SQLite
  import CSQLite
  import Primitives

  /// A step of the schema: one file of `migrations/sqlite`, which the program carries.
  struct Migration: Sendable {
    var version: Int
    var name: String
    var text: [UInt8]

    /// All of them, in order. A test compares the list with the folder.
    static let all = [
      Migration(version: 1, name: "event_store", text: PackageResources._001_event_store_sql),
      Migration(version: 2, name: "read_models", text: PackageResources._002_read_models_sql),
    ]
  }

  /// How far a database's schema is.
  public struct MigrationStatus: Equatable, Sendable {
    public var applied: [AppliedMigration]
    public var pending: [PendingMigration]

    public struct AppliedMigration: Equatable, Sendable {
      public var version: Int
      public var name: String
      /// UTC, `2026-02-14T20:00:00Z`.
      public var appliedAt: String
    }

    public struct PendingMigration: Equatable, Sendable {
      public var version: Int
      public var name: String
    }
  }

  /// Brings a database's schema to that of this program.
  struct Migrator {
    let connection: SQLiteConnection
    var migrations = Migration.all

    /// - Throws: `newerSchema` when a newer program has worked on it; `damaged` when an applied migration was another
    ///   one than this program's.
    func status() throws(StoreError) -> MigrationStatus {
      var status = MigrationStatus(applied: [], pending: [])
      let applied = try appliedMigrations()
      if let newest = applied.last, newest.version > migrations.last?.version ?? 0 {
        throw StoreError(
          .newerSchema,
          "\(connection.path) has schema version \(newest.version) (\(newest.name)), "
            + "and this program knows versions up to \(migrations.last?.version ?? 0)",
          hint: "Use the movienight that wrote it, or a newer one.")
      }
      for migration in migrations {
        guard let found = applied.first(where: { $0.version == migration.version }) else {
          status.pending.append(.init(version: migration.version, name: migration.name))
          continue
        }
        guard found.name == migration.name, found.crc32 == Int(CRC32.of(migration.text)), status.pending.isEmpty else {
          throw StoreError(
            .damaged,
            "\(connection.path): migration \(migration.version) (\(found.name)) is not the one that this program has",
            hint: "Use the movienight that made the database, and export and import from there.")
        }
        status.applied.append(.init(version: found.version, name: found.name, appliedAt: found.appliedAt))
      }
      return status
    }

    /// Applies what is pending, each step in a transaction of its own.
    func migrate() throws(StoreError) {
      let pending = Set(try status().pending.map(\.version))
      for migration in migrations where pending.contains(migration.version) {
        try connection.writing { () throws(StoreError) in try apply(migration) }
      }
    }

    private func apply(_ migration: Migration) throws(StoreError) {
      try connection.execute(String(decoding: migration.text, as: UTF8.self))
      try connection.run(
        "INSERT INTO schema_migrations VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?3)"
      ) { statement in
        statement.bind(1, migration.version)
        statement.bind(2, text: migration.name)
        statement.bind(3, Int(CRC32.of(migration.text)))
      }
    }

    private func appliedMigrations() throws(StoreError) -> [(
      version: Int, name: String, appliedAt: String, crc32: Int
    )] {
      let tables = try connection.integer("SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
      guard tables > 0 else { return [] }
      guard try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'schema_migrations'") == 1 else {
        throw StoreError(
          .cannotOpen, "\(connection.path) is a database of another program",
          hint: "Name a file that does not exist yet, or one that movienight has made.")
      }
      let sql = "SELECT version, name, applied_at, crc32 FROM schema_migrations ORDER BY version"
      return try connection.with(sql) { (statement) throws(StoreError) in
        var applied: [(version: Int, name: String, appliedAt: String, crc32: Int)] = []
        while try statement.step() {
          applied.append((statement.integer(0), statement.string(1), statement.string(2), statement.integer(3)))
        }
        return applied
      }
    }
  }
#endif
