import Testing

/// `serve --catalog demo`, and the catalog of a store that `serve --demo` has filled, with the real program.
@Suite struct DemoServingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func demoCatalogIsServedWithoutDemoHousehold() throws {
    let server = try ServerProcess(.memory, in: folder, "--catalog", "demo")
    let administrator = try server.administrator()
    #expect(try administrator.result("catalog.status").string("source") == "file")
    #expect(try administrator.result("movies.get", #""tmdb_movie_id":862"#).string("title") == "Toy Story")
    #expect(try Array(administrator.result("households.list").array("households")).isEmpty)
    #expect(try server.terminate() == 0)
  }

  @Test func personLearnsHowToCreateFirstHousehold() throws {
    let options = ["--store", "memory", "--listen", "127.0.0.1:0", "--socket", "\(folder.path)/s"]
    let run = try TerminalRun(["serve"] + options, in: folder)
    try run.type("", after: "household create --name NAME --creator NAME --connect unix:\(folder.path)/s | ")
    #expect(run.shown.contains("No households yet."), "\(run.shown)")
  }

  @Test func unknownCatalogIsRefusedWithKnownOnes() throws {
    let run = try Run("serve", "--store", "memory", "--catalog", "dmeo", in: folder)
    #expect(run.code == 2 && run.errors.contains("--catalog takes none, demo, tmdb or file:PATH, not dmeo"))
  }

  @Test(arguments: StoreKind.inFiles) func laterServerSaysHowToServeDemoCatalog(_ kind: StoreKind) throws {
    let store = try kind.address(in: folder)
    let demo = try ServerProcess(store, in: folder, "--demo")
    eventually("the demo household") { demo.process.errors.contains("Control-C stops the server.") }
    #expect(
      demo.process.errors.contains("movienight serve --catalog demo --store \(store)\n"), "\(demo.process.errors)")
    #expect(try demo.terminate() == 0)

    let silent = try ServerProcess(store, in: folder)
    #expect(try silent.administrator().result("catalog.status")["source"]?.isNull == true)
    #expect(silent.process.errors.contains("demo_without_catalog"))
    #expect(silent.process.errors.contains("--catalog demo"), "\(silent.process.errors)")
    #expect(try silent.terminate() == 0)
    for option in ["demo", "none"] {
      let server = try ServerProcess(store, in: folder, "--catalog", option)
      #expect(!server.process.errors.contains("demo_without_catalog"))
      #expect(try server.terminate() == 0)
    }
  }
}
