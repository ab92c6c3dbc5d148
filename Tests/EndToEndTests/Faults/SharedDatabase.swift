#if Postgres
  import Foundation
  import PostgresServer
  import Primitives
  import Testing

  @testable import EventStore

  /// A database of one test, looked at and disturbed past the servers that serve it.
  final class SharedDatabase: Sendable {
    let server: PostgresServer
    let uri: PostgresURI
    var store: StoreAddress { .postgres(uri) }
    let name: String

    init(on server: PostgresServer? = nil) throws {
      self.server = try server ?? .shared()
      let address = try self.server.newDatabase()
      uri = try PostgresURI(address)
      name = String(address.split(separator: "/").last ?? "")
    }

    deinit {
      do { try server.drop(uri.description) } catch { Issue.record(error) }
    }

    /// Runs statements over a connection of their own.
    func execute(_ sql: String) throws {
      try PostgresConnection(PostgresURI(server.address(of: "postgres")), .reader).execute(sql)
    }

    /// The same, in this database.
    func executeInside(_ sql: String) throws { try PostgresConnection(uri, .reader).execute(sql) }

    /// Ends the connections of every server to the database, from another one.
    func terminateConnections() throws {
      try execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    }

    /// How many events each command id recorded.
    func eventsByCommand() throws -> [String: Int] {
      let statement = PostgresStatement(
        name: "", sql: "SELECT command::text, count(*) FROM events WHERE command IS NOT NULL GROUP BY command")
      let result = try PostgresConnection(uri, .reader).run(statement)
      var counts: [String: Int] = [:]
      for row in 0..<result.count { counts[result.string(row, 0)] = result.integer(row, 1) }
      return counts
    }

    /// The positions of a household's events, in order.
    func positions(of household: String, after position: Int) throws -> [Int] {
      let statement = PostgresStatement(
        name: "",
        sql: """
          SELECT position FROM events WHERE owner = '\(household)' AND position > \(position) ORDER BY position
          """)
      let result = try PostgresConnection(uri, .reader).run(statement)
      return (0..<result.count).map { result.integer($0, 0) }
    }

    func verify(in folder: TemporaryFolder) throws {
      let verified = try Run("verify", "--store", "\(store)", in: folder)
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }
  }
#endif
