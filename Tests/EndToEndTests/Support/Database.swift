#if Postgres
  import PostgresServer
  import Testing

  @testable import EventStore

  /// A new database on the PostgreSQL server that the tests of this process share, removed with its last user.
  final class Database: Sendable {
    let address: StoreAddress
    private let uri: PostgresURI
    private let server: PostgresServer

    init() throws {
      server = try .shared()
      address = try StoreAddress(server.newDatabase())
      guard case .postgres(let uri) = address else { throw TestFailure("\(address) is no address of a database") }
      self.uri = uri
    }

    deinit {
      do {
        try server.drop(uri.description)
      } catch {
        Issue.record(error)
      }
    }

    /// A connection beside those of the servers.
    func connect() throws -> PostgresConnection { try PostgresConnection(uri, .reader) }

    func execute(_ sql: String) throws { try connect().execute(sql) }

    func integer(_ sql: String) throws -> Int {
      try connect().run(PostgresStatement(name: "", sql: sql)).integer(0, 0)
    }

    /// Which of the texts stand in any row of any table. (What `docs/operations.md` says of free space in a table's
    /// file, the log and backups is not looked at.)
    func traces(of texts: [String]) throws -> [String] {
      let connection = try connect()
      let tables = try connection.run(
        PostgresStatement(name: "", sql: "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"))
      var left: Set<String> = []
      for table in (0..<tables.count).map({ tables.string($0, 0) }) {
        let search = PostgresStatement(
          name: "in_\(table)", sql: "SELECT count(*) FROM \(table) AS found WHERE position($1 IN found::text) > 0")
        for text in texts where try connection.run(search, { $0.add(text: text) }).integer(0, 0) > 0 {
          left.insert(text)
        }
      }
      return left.sorted()
    }
  }
#endif
