#if Postgres
  import Glibc
  import Testing

  /// libpq's environment variables, which give the settings of the address `postgres://`.
  @Suite("Commands: libpq's variables") struct ConnectionVariablesTests {
    private static let role = "steward"
    private static let password = "secret-three"
    private let folder: TemporaryFolder
    private let database: Database

    init() throws {
      folder = try TemporaryFolder()
      database = try Database()
      try PasswordedRole.make(Self.role, password: Self.password, in: database)
    }

    @Test func emptyAddressUsesConnectionVariables() throws {
      // These commands fail because the password file does not exist yet.
      for arguments in [["migrate"], ["migrate", "--status"], ["verify"]] {
        let run = try run(arguments)
        #expect(run.code == 1)
        #expect(run.errors.contains("Check the password") && run.errors.contains("PGPASSFILE"), "\(run.errors)")
      }
      try writePassword("secret-four")
      #expect(try run(["verify"]).errors.contains("Check the password"))
      try writePassword(Self.password)
      for arguments in [["migrate"], ["migrate", "--status"], ["verify"]] {
        let run = try run(arguments)
        #expect(run.code == 0, "\(run.errors)")
      }
      let owner = "SELECT 1 / count(*) FROM pg_tables WHERE tablename = 'events' AND tableowner = '\(Self.role)'"
      #expect(throws: Never.self, "the role created the table in this database") { try database.execute(owner) }
    }

    private var passwordFile: String { "\(folder.path)/passwords" }

    private func writePassword(_ password: String) throws {
      try folder.write(Array("*:*:\(database.name):\(Self.role):\(password)\n".utf8), to: "passwords")
      // libpq ignores a password file that others can read.
      #expect(chmod(passwordFile, 0o600) == 0)
    }

    /// Runs a command with these variables, and expects that its output contains no password.
    private func run(_ arguments: [String]) throws -> Run {
      let variables = [
        "PGHOST": database.server.folder, "PGUSER": Self.role, "PGDATABASE": database.name,
        "PGPASSFILE": passwordFile,
      ]
      let run = try Run(arguments + ["--store", "postgres://"], in: folder, variables: variables)
      #expect(!run.output.contains("secret") && !run.errors.contains("secret"))
      return run
    }
  }
#endif
