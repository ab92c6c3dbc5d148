import Stores
import Console
import EventStore
import MovieNightPrimitives

/// `movienight migrate`: updates or shows the schema of a store.
struct MigrateCommand: Subcommand {
  let name = "migrate"
  let summary = "Bring a store's schema up to date, or show where it is."
  let options: [CommandOption] = [.store, status, .json]
  let details = """
    A server migrates its store when it starts; this does it beforehand, and beside a server only shows where the \
    schema is. Each migration is one transaction. A store that is newer than this program is refused.
    """
  let examples = [
    (line: "movienight migrate --status", meaning: "What is applied, and what is not yet"),
    (line: "movienight migrate", meaning: "Apply what is not yet"),
  ]

  private static let status = CommandOption.flag("status", "Only show what is applied and what is not.")

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
      // The holder of the store has migrated it.
      guard try StoreHolder.holder(of: address) == nil else { return }
      try openStore(address, mode: .readWrite(administratorSocket: nil)).close()
    }
  }

  private func show(_ status: MigrationStatus, asJSON: Bool, _ output: Terminal) {
    if asJSON {
      var json = JSONWriter()
      json.object { json in
        json.key("applied")
        json.array(status.applied) { json, migration in
          json.object { json in
            json.field("version", migration.version)
            json.field("name", migration.name)
            json.field("applied_at", migration.appliedAt)
          }
        }
        json.key("pending")
        json.array(status.pending) { json, migration in
          json.object { json in
            json.field("version", migration.version)
            json.field("name", migration.name)
          }
        }
      }
      return output.line(json.text)
    }
    for migration in status.applied {
      output.line(
        "\(output.styled("applied", .success))  \(migration.version) \(migration.name), \(migration.appliedAt)")
    }
    for migration in status.pending {
      output.line("\(output.styled("pending", .warning))  \(migration.version) \(migration.name)")
    }
    if status.pending.isEmpty { output.line("The schema is up to date.") }
  }
}
