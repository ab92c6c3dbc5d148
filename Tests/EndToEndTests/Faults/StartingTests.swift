#if Postgres
  import PostgresServer
  import Testing

  @testable import EventStore

  /// A server that cannot have its database says why, and ends: whoever starts it decides whether to try again.
  @Suite struct StartingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aDatabaseThatIsNotThereIsNamed() throws {
      let address = try PostgresServer.shared().address(of: "nowhere")
      try expectRefusal(address, "does not exist", "createdb")
    }

    @Test func aDatabaseServerThatIsNotUpIsNamed() throws {
      let address = "postgres://movienight@\(folder.path.replacing("/", with: "%2F"))/films"
      try expectRefusal(address, "cannot connect to", "Is the database server running")
    }

    @Test func aWrongPasswordIsNamedAndNotShown() throws {
      let database = try Database()
      try PasswordedRole.make("guarded", password: "secret-one", in: database)
      let host = database.server.folder.replacing("/", with: "%2F")
      let run = try expectRefusal(
        "postgres://guarded:secret-two@\(host)/\(database.name)", "password", "Check the password")
      #expect(!run.errors.contains("secret-two"))
    }

    @Test func tooManyConnectionsAreNamed() throws {
      let database = try Database()
      try database.executeOnServer("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
      let address = database.uri.description.replacing("movienight@", with: "crowded@")
      try expectRefusal(address, "too many connections", "Raise max_connections")
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
