import EventStore
import MovieNightPrimitives

/// A schema migration: one file of `migrations`, embedded in the program.
struct Migration: Sendable {
  var version: Int
  var name: String
  var text: [UInt8]

  var crc32: Int { Int(CRC32.of(text)) }
}

/// A row of the table in which a database records its migrations.
struct RecordedMigration {
  var version: Int
  var name: String
  var appliedAt: String
  var crc32: Int

  init(_ row: some DatabaseRow) {
    (version, name) = (row.integer(0), row.string(1))
    (appliedAt, crc32) = (row.string(2), row.integer(3))
  }
}

/// The state of a database's schema: the migrations that were applied, and those that are pending.
public struct MigrationStatus: Equatable, Sendable {
  public var applied: [AppliedMigration] = []
  public var pending: [PendingMigration] = []

  public struct AppliedMigration: Equatable, Sendable {
    public var version: Int
    public var name: String
    /// The time in UTC, such as `2026-02-14T20:00:00Z`.
    public var appliedAt: String
  }

  public struct PendingMigration: Equatable, Sendable {
    public var version: Int
    public var name: String
  }

  /// Compares this program's migrations with those recorded in the database at `place`, by version.
  /// - Throws: `newerSchema` if a newer program has upgraded the database; `damaged` if an applied migration differs.
  init(of migrations: [Migration], recorded: [RecordedMigration], in place: String) throws(StoreError) {
    let newestKnown = migrations.last?.version ?? 0
    if let newest = recorded.last, newest.version > newestKnown {
      throw StoreError(
        .newerSchema,
        "\(place) has schema version \(newest.version) (\(newest.name)), "
          + "but this program supports versions up to \(newestKnown)",
        hint: "Use the movienight version that wrote it, or a newer one.")
    }
    for migration in migrations {
      guard let found = recorded.first(where: { $0.version == migration.version }) else {
        pending.append(.init(version: migration.version, name: migration.name))
        continue
      }
      guard found.name == migration.name, found.crc32 == migration.crc32, pending.isEmpty else {
        throw StoreError(
          .damaged, "\(place): migration \(migration.version) (\(found.name)) differs from this program's",
          hint: "Export with the movienight version that created the database, and import into a new store.")
      }
      applied.append(.init(version: found.version, name: found.name, appliedAt: found.appliedAt))
    }
  }

  func isPending(_ migration: Migration) -> Bool { pending.contains { $0.version == migration.version } }

  func requireCurrent(_ place: String) throws(StoreError) {
    guard let first = pending.first else { return }
    throw StoreError(
      .cannotOpen, "\(place) lacks migration \(first.version) (\(first.name))", hint: "Run `movienight migrate` first.")
  }
}
