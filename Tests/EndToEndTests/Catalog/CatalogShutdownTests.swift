#if TMDb
  import Catalog
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Server

  /// The shutdown of a server whose catalog waits for its source or its cache.
  @Suite struct CatalogShutdownTests {
    private let served: ServedTMDb
    private let folder: TemporaryFolder

    init() throws {
      served = try ServedTMDb()
      folder = try TemporaryFolder()
    }

    /// Reads to the end of the connection, and expects that each answer is a result or a refusal with 503.
    /// - Returns: The answers.
    @discardableResult
    private func expectCleanEnd(of wire: Wire) throws -> [Answer] {
      var answers: [Answer] = []
      while let line = try wire.readLine() {
        let answer = try Answer(line)
        #expect(answer.json["result"] != nil || answer.code == 503, "\(answer.text)")
        answers.append(answer)
      }
      return answers
    }

    @Test(arguments: StoreKind.durable)
    func silentSourceDoesNotDelayShutdown(_ kind: StoreKind) throws {
      let store = try kind.address(in: folder)
      let server = try served.serve(store, in: folder)
      let household = try server.createHousehold()
      let wire = try server.wire(token: household.token)
      try wire.result("preferences.set", #""genre_likes":[16,35],"max_content_rating":"PG""#)
      try wire.result("preferences.set", #""genre_likes":[16,35],"member_id":"\#(household.children[0])""#)
      served.tmdb.behave(.silence)
      let requests = [
        ("movies.get", #""tmdb_movie_id":862"#), ("movies.search", #""query":"toy story""#),
        ("tv.season", #""tmdb_id":1396,"season_number":1"#), ("suggestions.generate", ""),
        ("watchlist.add", #""movie":\#(movie(7))"#),
      ]
      let wires = try requests.map { _ in try server.wire(token: household.token) }
      for (wire, request) in zip(wires, requests) { try wire.post(request.0, request.1) }
      eventually("all requests to the source") {
        let paths = Set(served.tmdb.requests.map(\.path))
        return paths.isSuperset(of: ["/movie/862", "/search/movie", "/tv/1396/season/1", "/discover/movie", "/movie/7"])
      }
      #expect(try server.terminate() == 0)
      let answers = try wires.map { try expectCleanEnd(of: $0) }

      // The list has the movie if and only if the client received a result.
      let again = try ServerProcess(store, in: folder)
      let items = try Array(again.wire(token: household.token).result("watchlist.list").array("items"))
      #expect(items.count == (answers.last?.first?.json["result"] == nil ? 0 : 1))
      #expect(try again.terminate() == 0)
    }

    @Test func hangingCacheDoesNotDelayShutdown() throws {
      let cache = HangingCache()
      var catalog = try CatalogConfiguration.tmdb(served.tmdb)
      catalog.makeStore = { cache }
      let server = try LocalServer(StoreKind.durable[0], catalog: catalog)
      let household = try server.createHousehold()
      let wire = try server.wire(token: household.token)
      try wire.post("movies.get", #""tmdb_movie_id":550"#)
      eventually("a call to the cache") { cache.isAsked }
      // While the request waits, other connections are served.
      try server.wire(token: household.token).result("households.update", #""name":"Cinema""#)
      let hasEnded = Locked(false)
      let thread = WorkerThread(name: "end") {
        server.stop()
        hasEnded.withLock { $0 = true }
      }
      try thread.start()
      eventually("the server to stop") { hasEnded.withLock { $0 } }
      cache.release()
      thread.join()
      try expectCleanEnd(of: wire)
    }
  }

  /// A cache whose calls block until `release` is called.
  private final class HangingCache: CatalogStore {
    private let gate = Mailbox<Void>()
    private let asked = Locked(false)

    var isAsked: Bool { asked.withLock { $0 } }
    func release() { gate.close() }

    private func hang() {
      asked.withLock { $0 = true }
      _ = gate.receiveOne()
    }

    func read(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) -> [UInt8]? {
      hang()
      return nil
    }
    func write(_ bytes: [UInt8], for key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) { hang() }
    func touch(_ key: CatalogStoreKey, at now: Timestamp) throws(CatalogStoreError) { hang() }
    func remove(kind: String?, id: String?) throws(CatalogStoreError) -> Int {
      hang()
      return 0
    }
    func remove(_ keys: [CatalogStoreKey]) throws(CatalogStoreError) { hang() }
    func page(after cursor: String?, limit: Int) throws(CatalogStoreError) -> [CatalogStoreEntry] {
      hang()
      return []
    }
    func size() throws(CatalogStoreError) -> CatalogStoreSize {
      hang()
      return CatalogStoreSize(entries: 0, bytes: 0)
    }
  }
#endif
