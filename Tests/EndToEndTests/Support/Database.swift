#if Postgres
  import EventStore
  import TestSupport
  import Testing

  @testable import Stores

  /// A new database for one test, which can read and disturb it without going through a server. The database is dropped
  /// when the last reference to this object is released.
  final class Database: Sendable {
    let server: PostgresServer
    let name: String
    let uri: PostgresURI
    var store: StoreAddress { .postgres(uri) }

    /// Returns the address of the database behind a proxy whose socket is in `folder`.
    func store(through folder: TemporaryFolder) throws -> StoreAddress {
      .postgres(try PostgresURI(PostgresServer.address(of: name, in: folder.path)))
    }

    /// - Parameter server: The PostgreSQL server; by default the one that all tests of this process share. A test that
    ///   disturbs the server itself passes its own.
    init(on server: PostgresServer? = nil) throws {
      self.server = try server ?? .shared()
      name = try self.server.newDatabase()
      uri = try PostgresURI(self.server.address(of: name))
    }

    deinit {
      do { try server.drop(name) } catch { Issue.record(error) }
    }

    /// Limits how long a server waits for the append lock. Applies to connections that are opened after this call.
    func setLockTimeout(milliseconds: Int) throws {
      try execute("ALTER DATABASE \(name) SET lock_timeout = \(milliseconds)")
    }

    /// Opens a connection that no server uses.
    func connect() throws -> PostgresConnection { try PostgresConnection(uri, .reader) }

    /// Runs statements over a new connection.
    func execute(_ sql: String) throws { try connect().execute(sql) }

    /// Runs statements that affect this database or the whole server, over a connection to another database.
    func executeOnServer(_ sql: String) throws {
      try PostgresConnection(PostgresURI(server.address(of: "postgres")), .reader).execute(sql)
    }

    /// Terminates all connections to the database.
    func terminateConnections() throws {
      try executeOnServer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    }

    func integer(_ sql: String) throws -> Int {
      try connect().run(PostgresStatement(name: "", sql: sql)).integer(0, 0)
    }

    /// Returns the number of recorded events for each command id.
    func eventsByCommand() throws -> [String: Int] {
      let statement = PostgresStatement(
        name: "", sql: "SELECT command::text, count(*) FROM events WHERE command IS NOT NULL GROUP BY command")
      let result = try connect().run(statement)
      var counts: [String: Int] = [:]
      for row in result { counts[row.string(0)] = row.integer(1) }
      return counts
    }

    /// Returns the positions of a household's events, in order.
    func positions(of household: String, after position: Int) throws -> [Int] {
      let statement = PostgresStatement(
        name: "",
        sql: """
          SELECT position FROM events WHERE owner = '\(household)' AND position > \(position) ORDER BY position
          """)
      let result = try connect().run(statement)
      return result.map { $0.integer(0) }
    }

    func verify(in folder: TemporaryFolder) throws {
      let verified = try Run("verify", "--store", "\(store)", in: folder)
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }

    /// Whether any file of the database contains the text. The write-ahead log is not searched, because all databases
    /// share it.
    func filesHold(_ text: String) throws -> Bool {
      try execute("CHECKPOINT")
      let oid = try integer("SELECT oid::bigint FROM pg_database WHERE datname = '\(name)'")
      return try server.filesOfDatabase(oid, hold: text)
    }

    /// Returns those of the given texts that appear in any row of any table. Use `filesHold` to search the files.
    /// Neither searches the write-ahead log or backups (`docs/postgresql.md`).
    func traces(of texts: [String]) throws -> [String] {
      let connection = try connect()
      let tables = try connection.run(
        PostgresStatement(name: "", sql: "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"))
      var left: Set<String> = []
      for table in tables.map({ $0.string(0) }) {
        let search = PostgresStatement(
          name: "in_\(table)", sql: "SELECT count(*) FROM \(table) AS found WHERE position($1 IN found::text) > 0")
        for text in texts where try connection.run(search, text).integer(0, 0) > 0 {
          left.insert(text)
        }
      }
      return left.sorted()
    }
  }
#endif
