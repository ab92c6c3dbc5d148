#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  /// The limit on refreshes, the limit on pending lookups, and the administrator's methods for the catalog.
  @Suite struct CatalogAdministrationTests {
    private let fixture: TMDbFixture
    private let administrator: Wire
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws {
      fixture = try TMDbFixture()
      administrator = try fixture.server.administrator()
    }

    // MARK: The limit on refreshes

    private static let refresh = #""tmdb_movie_id":550,"refresh":true"#

    @Test func refreshesBeyondTenPerMinuteAreRefused() throws {
      for _ in 1...10 { try wire.result("movies.get", Self.refresh) }
      #expect(tmdb.count(of: "/movie/550") == 10)
      let refused = try wire.call("movies.get", Self.refresh)
      #expect(refused.code == 429 && refused.reason == "too_many_refreshes")
      // All members and methods of a household share one limit.
      let again = try fixture.server.wire(token: fixture.household.token)
      #expect(try again.call("tv.get", #""tmdb_id":1396,"refresh":true"#).reason == "too_many_refreshes")
      // A request without `refresh` still gets the cached answer.
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      let others = try fixture.server.createHousehold("Others", creator: "Ben", children: [])
      try fixture.server.wire(token: others.token).result("movies.get", Self.refresh)
      fixture.server.time.advance(seconds: 61)
      try wire.result("movies.get", Self.refresh)
      #expect(tmdb.count(of: "/movie/550") == 12 && tmdb.count(of: "/tv/1396") == 0)
    }

    // MARK: The catalog's status

    private func counts(_ kind: String) throws -> [Int] {
      let operations = try administrator.result("catalog.status").array("operations")
      let operation = try #require(operations.first { $0["operation"]?.string == kind })
      return try ["hits", "misses", "stale", "not_found", "errors"].map { try operation.integer($0) }
    }

    @Test func statusCountsAnswersByOutcome() throws {
      for _ in 1...3 { try wire.result("movies.get", #""tmdb_movie_id":550"#) }
      _ = try wire.call("movies.get", #""tmdb_movie_id":4242"#)
      tmdb.behave(.status(500), on: "/movie")
      fixture.server.time.advance(hours: 25)
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      _ = try wire.call("movies.get", #""tmdb_movie_id":862"#)
      let counts = try counts("movie")
      #expect(counts == [2, 3, 1, 1, 1])
      let error = try administrator.result("catalog.status").object("last_error")
      #expect(try error.string("operation") == "movie" && error.integer("status") == 500)
    }

    @Test func refusedKeyIsShownInStatusAndHealth() throws {
      // The image sizes are loaded first, because a successful request for them would hide the refusal in the status.
      try fixture.loadImageSizes()
      tmdb.behave(.status(401), on: "/movie")
      _ = try wire.call("movies.get", #""tmdb_movie_id":550"#)
      #expect(try administrator.result("catalog.status").string("state") == "unauthorised")
      #expect(try wire.result("server.health").object("catalog").string("state") == "unauthorised")
      #expect(try wire.result("server.health").string("status") == "ok")
    }

    // MARK: Floods and incomplete answers

    @Test func floodFromOneHouseholdDoesNotBlockOthers() throws {
      let others = try fixture.server.createHousehold("Others", creator: "Ben", children: [])
      tmdb.movies = (1...10).map { FakeTMDb.Movie(id: $0, title: "Movie \($0)", releaseDate: "1999-01-01") }
      tmdb.behave(.slow(milliseconds: 1000), on: "/movie")
      for id in 1...3 { tmdb.behave(.ok, on: "/movie/\(id)") }
      // The flood uses many connections, because a single connection may have only a few requests pending.
      let wires = try (0..<80).map { _ in try fixture.server.wire(token: fixture.household.token) }
      for (number, wire) in wires.enumerated() {
        for id in 1...6 { try wire.post("movies.get", #""tmdb_movie_id":\#(1000 + number * 10 + id)"#) }
      }
      try eventually("a refusal because too many requests wait") { try counts("movie")[4] > 0 }
      let wire = try fixture.server.wire(token: others.token)
      for id in 1...3 {
        #expect(try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#).string("source") == "tmdb")
      }
      #expect(try administrator.result("catalog.status").string("state") == "ok")
      #expect(try wire.result("server.health").object("catalog").string("state") == "ok")
    }

    @Test func entriesDroppedFromListsAreCounted() throws {
      let results = #"[{"title":"Without an id"},{"id":5,"title":"Whole"},{"id":6}]"#
      let body = #"{"page":1,"total_pages":1,"total_results":3,"results":\#(results)}"#
      tmdb.behave(.body(Array(body.utf8)), on: "/search/movie")
      for _ in 1...2 {
        #expect(try Array(wire.result("movies.search", #""query":"whole""#).array("results")).count == 1)
      }
      let metrics = try administrator.result("server.metrics").string("text")
      #expect(metrics.split(separator: "\n").contains("movienight_catalog_dropped_total 2"))
    }

    // MARK: Clearing cached answers

    @Test(arguments: [
      (#""kind":"movie","id":"550""#, 1), (#""kind":"movie""#, 2), (#""kind":"season""#, 1),
      (#""kind":"episode","id":"1396/1/2""#, 1), (#""kind":"episode","id":"1396/1/3""#, 0),
      // Without a kind, the answers of all kinds with that id are cleared.
      (#""id":"550""#, 2), (#""id":"1396/1""#, 1), (#""id":"movie""#, 1), (#""id":"7""#, 0),
    ])
    func clearReportsCountOfMatchingAnswers(_ parameters: String, count: Int) throws {
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      try wire.result("movies.get", #""tmdb_movie_id":862"#)
      _ = try wire.call("tv.get", #""tmdb_id":550"#)
      try wire.result("genres.list")
      try wire.result("tv.season", #""tmdb_id":1396,"season_number":1"#)
      try wire.result("tv.episode", #""tmdb_id":1396,"season_number":1,"episode_number":2"#)
      #expect(try administrator.result("catalog.clear", parameters).integer("removed") == count)
    }

    @Test(arguments: [
      ("catalog.clear", #""kind":"films""#), ("catalog.clear", #""kind":"movie","id":"x""#),
      ("catalog.clear", #""kind":"episode","id":"1396/1""#), ("catalog.clear", #""id":"x/y""#),
      ("catalog.export", #""cursor":"zzz""#), ("catalog.export", #""cursor":7"#), ("catalog.clear", #""kind":7"#),
    ])
    func invalidKindOrIDOrCursorIsRefused(_ method: String, _ parameters: String) throws {
      #expect(try administrator.call(method, parameters).code == -32602, "\(method) \(parameters)")
    }

    @Test(arguments: ["catalog.status", "catalog.clear", "catalog.export"])
    func nonAdministratorsAreRefused(_ method: String) throws {
      #expect(try wire.call(method).code == 403)
      #expect(try fixture.server.wire().call(method).code == 401)
    }

    // MARK: The catalog's export

    /// The export has several pages of a megabyte each. Its first line quotes TMDb's terms.
    @Test func exportListsEveryAnswerOnce() throws {
      let overview = String(repeating: "An evening of many words. ", count: 150)
      let episodes = (1...20).map { FakeTMDb.Episode(number: $0, id: $0, name: "Part \($0)", overview: overview) }
      tmdb.series[0].seasons = (1...16).map { FakeTMDb.Season(number: $0, name: "Season \($0)", episodes: episodes) }
      for season in 1...16 { _ = try wire.season(1396, season) }
      let pages = try fixture.exported()
      #expect(pages.count > 1 && pages[0][0].contains("not endorsed or certified by TMDB"))
      let ids = try fixture.cachedIDs("season")
      #expect(ids.count == 16 && Set(ids).count == 16)
    }
  }
#endif
