import Testing

/// Libraries that the program loads only for a store on PostgreSQL or a catalog from TMDb. Other commands must not
/// require them.
@Suite("Commands: libraries loaded at run time") struct LoadedLibrariesTests {
  private let folder: TemporaryFolder
  /// Environment variables with which the libraries cannot be loaded.
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    for library in ["libpq.so.5", "libcurl.so.4", "libcurl-gnutls.so.4"] {
      try folder.write(Array("no library".utf8), to: library)
    }
    variables = ["LD_LIBRARY_PATH": folder.path]
  }

  @Test(arguments: [["version"], ["migrate", "--store", "journal:data"]])
  func commandsNotUsingLibrariesRunWithoutThem(_ arguments: [String]) throws {
    let arguments = arguments.map { $0.replacing("data", with: "\(folder.path)/data") }
    let run = try Run(arguments, in: folder, variables: variables)
    #expect(run.code == 0, "\(run.errors)")
  }

  #if Postgres
    @Test(arguments: ["migrate", "verify", "serve"])
    func postgresStoreReportsMissingLibpq(_ command: String) throws {
      let run = try Run([command, "--store", "postgres://tim:hunter2@db/films"], in: folder, variables: variables)
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(run.errors.contains("needs libpq, which cannot be loaded: "), "\(run.errors)")
      #expect(run.errors.contains("\(folder.path)/libpq.so.5"), "\(run.errors)")
      #expect(run.errors.contains("apt-get install libpq5"))
      #expect(!run.errors.contains("hunter2"))
    }
  #endif

  #if TMDb
    @Test func tmdbCatalogReportsMissingLibcurl() throws {
      let secret = ["MOVIENIGHT_TMDB_TOKEN": "hunter2"]
      let run = try Run(
        ["serve", "--store", "memory", "--catalog", "tmdb"], in: folder, variables: variables.merging(secret) { $1 })
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(
        run.errors.contains("needs libcurl, which cannot be loaded") && run.errors.contains("apt-get install libcurl4"),
        "\(run.errors)")
      #expect(!run.errors.contains("hunter2"))
    }
  #endif
}
