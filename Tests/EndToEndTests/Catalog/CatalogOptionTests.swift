#if TMDb
  import EventStore
  import FakeTMDb
  import Foundation
  import Testing

  @testable import OperatorCommands
  @testable import Stores

  /// The options and variables with which `serve` configures the catalog, with the real program.
  @Suite struct CatalogOptionTests {
    private let folder: TemporaryFolder
    private let served: ServedTMDb

    init() throws {
      folder = try TemporaryFolder()
      served = try ServedTMDb()
    }

    private func serve(_ option: String, _ value: String) throws -> ServerProcess {
      try ServerProcess(
        StoreKind.journal.address(in: folder), in: folder, option, value, variables: served.variables)
    }

    @Test func configuredLanguageIsRequested() throws {
      served.tmdb.movies = [
        FakeTMDb.Movie(
          id: 550, title: "Fight Club", overview: "Soap.", translations: ["de-DE": .init(title: "Der Club")])
      ]
      let server = try serve("--catalog-language", "de-DE")
      let movie = try server.administrator().result("movies.get", #""tmdb_movie_id":550"#)
      #expect(try movie.string("title") == "Der Club" && movie.string("overview") == "Soap.")
      #expect(served.tmdb.requests.filter { $0.path == "/movie/550" }.map { $0["language"] } == ["de-DE", "en-US"])
      #expect(try server.administrator().result("catalog.status").string("language") == "de-DE")
      #expect(try server.terminate() == 0)
    }

    @Test func expiredAnswerIsRequestedAgain() throws {
      let server = try serve("--catalog-ttl", "1s")
      let administrator = try server.administrator()
      try eventually("the second request to the source") {
        try administrator.result("movies.get", #""tmdb_movie_id":550"#)
        return served.tmdb.count(of: "/movie/550") >= 2
      }
      #expect(try server.terminate() == 0)
    }

    @Test func answersBeyondEntryLimitAreEvicted() throws {
      served.tmdb.movies = (1...20).map { FakeTMDb.Movie(id: $0, title: "Movie \($0)") }
      let server = try serve("--catalog-entries", "5")
      let administrator = try server.administrator()
      for id in 1...20 { try administrator.result("movies.get", #""tmdb_movie_id":\#(id)"#) }
      try eventually("the excess answers to be evicted") {
        try (1...5).contains(administrator.result("catalog.status").integer("entries"))
      }
      #expect(try server.terminate() == 0)
    }

    /// By default, the answers are cached beside the store, or in the user's cache folder if the store is on
    /// PostgreSQL.
    @Test(arguments: StoreKind.durable, [true, false])
    func answersAreCachedInDefaultOrNamedFolder(_ kind: StoreKind, isNamed: Bool) throws {
      served.tmdb.movies = [FakeTMDb.Movie(id: 550, title: "Fight Club")]
      let store = try kind.address(in: folder)
      let standard =
        kind == .journal ? "journal/catalog" : kind.isShared ? "cache/movienight/catalog" : "catalog-store.db.d"
      let place = "\(folder.path)/\(isNamed ? "kept/here" : standard)"
      for _ in 0..<2 {
        let server =
          isNamed
          ? try ServerProcess(store, in: folder, "--catalog-cache", place, variables: served.variables)
          : try ServerProcess(store, in: folder, variables: served.variables)
        let administrator = try server.administrator()
        #expect(try administrator.result("movies.get", #""tmdb_movie_id":550"#).string("title") == "Fight Club")
        try eventually("the answer to be cached") { try administrator.result("catalog.status").integer("entries") > 0 }
        #expect(try server.terminate() == 0)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
      }
      #expect(served.tmdb.count(of: "/movie/550") == 1)
    }

    @Test func defaultCacheIsBesideStoreOrInUserFolder() throws {
      func cache(_ address: StoreAddress, _ variables: [String: String] = [:]) -> String? {
        CatalogServing.defaultCache(beside: address, variables)
      }
      #expect(cache(.memory, ["HOME": "/home/ann"]) == nil)
      #expect(cache(.journal(directory: "/srv/night")) == "/srv/night/catalog")
      #expect(
        cache(.sqlite(path: "\(folder.path)/night.db")) == "\(Files.realPath(of: folder.path))/catalog-night.db.d")
      #if Postgres
        let postgres = try StoreAddress("postgres://localhost/night")
        #expect(
          cache(postgres, ["XDG_CACHE_HOME": "/var/cache", "HOME": "/home/ann"]) == "/var/cache/movienight/catalog")
        #expect(
          cache(postgres, ["XDG_CACHE_HOME": "cache", "HOME": "/home/ann"]) == "/home/ann/.cache/movienight/catalog")
        #expect(cache(postgres, ["HOME": ""]) == nil && cache(postgres) == nil)
      #endif
    }

    @Test func cacheOptionWithoutPathIsRefused() throws {
      let run = try Run("serve", "--store", "memory", "--catalog-cache", "", in: folder, variables: served.variables)
      #expect(run.code == 2)
      #expect(run.errors.contains("--catalog-cache takes the path of a folder"))
    }

    @Test(arguments: ["https://images.example/t/p", "https://images.example/t/p/"])
    func imageURLsUseConfiguredBase(_ base: String) throws {
      served.tmdb.movies = [FakeTMDb.Movie(id: 550, title: "Fight Club", posterPath: "/a.jpg")]
      let server = try ServerProcess(
        .memory, in: folder, variables: served.variables.merging(["MOVIENIGHT_TMDB_IMAGE_URL": base]) { $1 })
      let administrator = try server.administrator()
      let imageURL = try administrator.result("server.info").object("catalog").string("image_url")
      #expect(imageURL == "https://images.example/t/p/")
      let urls = try administrator.result("movies.get", #""tmdb_movie_id":550"#).object("poster_urls")
      #expect(try urls.string("full") == "https://images.example/t/p/original/a.jpg")
      #expect(try server.terminate() == 0)
    }
  }
#endif
