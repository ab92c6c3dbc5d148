import Stores
import Console
import EventStore
import MovieNightPrimitives

struct MigrateCommand: Subcommand {
  let name = "migrate"
  let summary = "Update a store's schema, or show its migrations."
  let options: [CommandOption] = [.store, status, .json]
  let details = """
    A server migrates its store when it starts; this command does it beforehand. A server that holds the file or \
    folder has migrated it, so the migrations are only listed. A PostgreSQL database is migrated even beside running \
    servers: those of an older version are then unavailable (docs/postgresql.md). Each migration is one transaction. \
    A store with a newer schema is refused.
    """
  let examples = [
    (line: "movienight migrate --status", meaning: "List applied and pending migrations"),
    (line: "movienight migrate", meaning: "Apply pending migrations"),
  ]

  private static let status = CommandOption.flag("status", "Only list applied and pending migrations.")

  func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
    let address = try StoreOptions.address(arguments)
    if !arguments.has(Self.status) { try migrate(address) }
    if let status = try MigrationStatus(of: address) {
      show(status, asJSON: arguments.has(.json), environment.output)
    } else {
      environment.output.line(
        arguments.has(.json)
          ? #"{"applied":[],"pending":[]}"# : "\(address) has no schema: there is nothing to migrate.")
    }
    return .success
  }

  private func migrate(_ address: StoreAddress) throws(StoreError) {
    switch address {
    case .memory, .journal: return
    case .sqlite, .postgres:
      // If a process holds the store, it has already migrated the store when it opened it.
      guard try StoreHolder.holder(of: address) == nil else { return }
      try openStore(address, mode: .readWrite(administratorSocket: nil)).close()
    }
  }

  private func show(_ status: MigrationStatus, asJSON: Bool, _ output: Terminal) {
    if asJSON {
      let json = JSONWriter.object { json in
        json.objects("applied", status.applied) { json, migration in
          json.field("version", migration.version)
          json.field("name", migration.name)
          json.field("applied_at", migration.appliedAt)
        }
        json.objects("pending", status.pending) { json, migration in
          json.field("version", migration.version)
          json.field("name", migration.name)
        }
      }
      return output.line(json.text)
    }
    for migration in status.applied {
      output.entry("applied", .success, "\(migration.version) \(migration.name), \(migration.appliedAt)")
    }
    for migration in status.pending {
      output.entry("pending", .warning, "\(migration.version) \(migration.name)")
    }
    if status.pending.isEmpty { output.line("The schema is up to date.") }
  }
}
