#if Postgres
  import EventStore
  import TestSupport
  import Testing

  @testable import Stores

  /// A database for one test.
  final class PostgresDatabase: Sendable {
    let uri: PostgresURI
    let name: String
    private let server: PostgresServer

    init(on server: PostgresServer? = nil) throws {
      self.server = try server ?? .shared()
      name = try self.server.newDatabase()
      uri = try PostgresURI(self.server.address(of: name))
    }

    deinit {
      do { try server.drop(name) } catch { Issue.record(error) }
    }

    func open(_ mode: OpenMode = .readWrite(administratorSocket: nil)) throws -> PostgresStore {
      try PostgresStore(uri, mode: mode)
    }

    /// Opens a connection that belongs to no store.
    func connect() throws -> PostgresConnection { try PostgresConnection(uri, .reader) }

    func execute(_ sql: String) throws { try connect().execute(sql) }

    func integer(_ sql: String) throws -> Int {
      try connect().run(PostgresStatement(name: "", sql: sql)).integer(0, 0)
    }

    /// Whether any file of the database contains the text. The write-ahead log belongs to all databases and is not
    /// searched.
    func filesHold(_ text: String) throws -> Bool {
      try execute("CHECKPOINT")
      let oid = try integer("SELECT oid::bigint FROM pg_database WHERE datname = '\(name)'")
      return try server.filesOfDatabase(oid, hold: text)
    }

    /// Ends all connections to the database except its own.
    func terminateConnections() throws {
      try execute(
        """
        SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)
    }
  }
#endif
