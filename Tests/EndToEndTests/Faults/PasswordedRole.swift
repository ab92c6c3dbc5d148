#if Postgres
  import Foundation
  import TestSupport

  /// Roles of the shared PostgreSQL server that require a password; all other roles connect without one.
  enum PasswordedRole {
    private static let group = "passworded"

    /// Adds the password rule to `pg_hba.conf`. Done once per process, because concurrent tests that rewrite the file
    /// would overwrite each other's changes.
    private static let rule = Result {
      let server = try PostgresServer.shared()
      let rules = "\(server.folder)/data/pg_hba.conf"
      let others = try String(contentsOfFile: rules, encoding: .utf8)
      try Data("local all +\(group) scram-sha-256\n\(others)".utf8).write(to: URL(filePath: rules))
    }

    /// Creates a role and makes it the owner of a database.
    static func make(_ name: String, password: String, in database: Database) throws {
      try rule.get()
      try database.executeOnServer(
        "DO $$ BEGIN CREATE ROLE \(group); EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$")
      try database.executeOnServer("CREATE ROLE \(name) LOGIN PASSWORD '\(password)' IN ROLE \(group)")
      try database.executeOnServer("ALTER DATABASE \(database.name) OWNER TO \(name)")
      try database.executeOnServer("SELECT pg_reload_conf()")
    }
  }
#endif
