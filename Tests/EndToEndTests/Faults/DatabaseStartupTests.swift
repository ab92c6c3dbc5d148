#if Postgres
  import EventStore
  import Glibc
  import TestSupport
  import Testing

  @testable import Stores

  /// The start of a server that cannot open its database. The server reports the reason and exits, and leaves it to its
  /// caller to retry.
  @Suite struct DatabaseStartupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func missingDatabaseIsReported() throws {
      let address = try PostgresServer.shared().address(of: "nowhere")
      try expectRefusal(address, "does not exist", "createdb")
    }

    @Test func unreachableDatabaseServerIsReported() throws {
      let address = "postgres://movienight@\(folder.path.replacing("/", with: "%2F"))/films"
      try expectRefusal(address, "cannot connect to", "Check that the database server is running")
    }

    @Test func wrongPasswordIsReportedButNotShown() throws {
      let database = try Database()
      try PasswordedRole.make("guarded", password: "secret-one", in: database)
      let host = database.server.folder.replacing("/", with: "%2F")
      let run = try expectRefusal(
        "postgres://guarded:secret-two@\(host)/\(database.name)", "password", "Check the password")
      #expect(!run.errors.contains("secret-two"))
    }

    @Test func tooManyConnectionsAreReported() throws {
      let database = try Database()
      try database.executeOnServer("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
      let address = database.uri.description.replacing("movienight@", with: "crowded@")
      try expectRefusal(address, "too many connections", "Raise max_connections")
    }

    @Test func invalidConnectionSettingsAreReportedWithHint() throws {
      try expectRefusal("postgres://movienight@127.0.0.1:99999/films", "invalid port", "Correct the address")
      try expectRefusal(
        "postgres://movienight@127.0.0.1/films?connect_timeout=soon", "invalid integer", "Correct the address")
      try expectRefusal("postgres:///films?service=nosuch", "nosuch", "Check the service's name")
      let missing = try Database()
      try expectRefusal(
        "\(missing.uri.secretText)&options=-c%20search_path%3Dnowhere", "schema",
        "Create the schema, or correct search_path")
    }

    @Test func databaseErrorIsShownWithoutTabs() throws {
      let run = try expectRefusal("postgres://movienight@127.0.0.1:1/films", "Is the server running on that host")
      #expect(!run.errors.contains("\t") && !run.errors.contains("\\t") && !run.errors.contains("\u{FFFD}"))
    }

    @Test(arguments: ["host=h user=u password=hunter2", "u:hunter2@h", "mysql://u:hunter2@h/db", "hunter2@h"])
    func passwordInInvalidAddressIsNotShown(_ address: String) throws {
      let run = try Run("serve", "--store", address, in: folder)
      #expect(run.code == 2 && run.errors.contains("is not a store"), "\(run.errors)")
      #expect(run.errors.contains("postgres://USER@HOST/DATABASE") && !run.errors.contains("hunter2"))
      let client = try Run("call", "server.ping", "--connect", "postgres://u:hunter2@h/db", in: folder)
      #expect(client.code != 0 && !client.errors.contains("hunter2") && client.errors.contains("HOST:PORT"))
    }

    /// The database of this test accepts the connection and never answers.
    @Test func terminationDuringConnectEndsServerCleanly() throws {
      let silent = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      defer { close(silent) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/.s.PGSQL.5432".utf8) }
      let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(silent, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard bound == 0, listen(silent, 4) == 0 else { throw TestFailure("no socket: \(errno)") }
      let host = folder.path.replacing("/", with: "%2F")
      let process = try ChildProcess(
        [
          "serve", "--store", "postgres://movienight@\(host)/films?connect_timeout=3", "--listen", "127.0.0.1:0",
          "--socket",
          "\(folder.path)/s",
        ], in: folder)
      // After this connection the server can handle SIGTERM, because it sets up its signal handling before it connects.
      let accepted = accept(silent, nil, nil)
      defer { close(accepted) }
      process.send(SIGTERM)
      #expect(try process.waitForEnd() == 0)
      #expect(process.errors.contains("stopped_while_starting"))
    }

    @discardableResult
    private func expectRefusal(_ address: String, _ words: String...) throws -> Run {
      let run = try Run(
        "serve", "--store", address, "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/s", in: folder)
      #expect(run.code == 1)
      for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
      return run
    }
  }
#endif
