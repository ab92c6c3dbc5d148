#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// Log lines and metrics of requests to the source (`docs/operations.md`). Each request that was sent is logged and
  /// counted once. A request that was held back is not.
  @Suite struct UpstreamReportTests {
    private let written: WrittenLog
    private let fixture: TMDbFixture
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws {
      written = try WrittenLog(minimumLevel: .info)
      fixture = try TMDbFixture(log: written.log)
      try fixture.loadImageSizes()
    }

    private func requests(_ operation: String) throws -> [JSONValue] {
      try written.take().filter { $0.contains(#""catalog_request""#) }.map { try JSONDocument($0).root }
        .filter { $0["operation"]?.string == operation }
    }

    private func metric(_ name: String) throws -> Int? {
      let text = try fixture.server.administrator().result("server.metrics").string("text")
      return text.split(separator: "\n").first { $0.hasPrefix(name + " ") }.flatMap { Int($0.split(separator: " ")[1]) }
    }

    private func movieRequests(_ outcome: String) throws -> Int? {
      try metric(#"movienight_catalog_upstream_total{operation="movie",outcome="\#(outcome)"}"#)
    }

    @Test func requestIsLoggedAndCounted() throws {
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      let line = try #require(try requests("movie").first)
      #expect(try line.string("key") == "550" && line.string("cache") == "miss" && line.string("outcome") == "ok")
      #expect(try line.integer("ms") >= 0 && line["fetched_at"] == nil)
      fixture.server.time.advance(hours: 25)
      _ = try wire.result("movies.get", #""tmdb_movie_id":550"#)
      _ = try wire.call("movies.get", #""tmdb_movie_id":4242"#)
      let lines = try requests("movie")
      #expect(try lines.map { try $0.string("cache") + " " + $0.string("outcome") } == ["stale ok", "miss not_found"])
      #expect(try movieRequests("ok") == 2 && movieRequests("not_found") == 1)
    }

    @Test func searchLogsOnlyQueryLength() throws {
      try wire.result("movies.search", #""query":"fight club""#)
      let line = try #require(try requests("search").first)
      #expect(try line.string("key") == "10 characters" && !line.text.contains("fight"))
    }

    /// The parameters of a discovery must not be logged, because they reveal the attendees' preferences.
    @Test func discoveryLogsNoParameters() throws {
      for member in fixture.household.members.prefix(2) {
        try wire.result(
          "preferences.set",
          #""genre_likes":[16,10751],"max_content_rating":"PG""# + fixture.household.actingAs(member))
      }
      try wire.result("suggestions.generate")
      let line = try #require(try requests("discover").first)
      #expect(try line.string("key") == "" && !line.text.contains("10751"))
    }

    @Test func requestsHeldBackAfterRefusalAreNotCounted() throws {
      tmdb.behave(.status(401), on: "/movie")
      for id in 1...50 { _ = try wire.call("movies.get", #""tmdb_movie_id":\#(id)"#) }
      #expect(tmdb.requests.count { $0.path.hasPrefix("/movie/") } == 1)
      #expect(try requests("movie").map { try $0.string("outcome") } == ["unauthorised"])
      #expect(try movieRequests("unauthorised") == 1)
    }

    @Test func requestsHeldBackByRateLimitAreNotCounted() throws {
      tmdb.behave(.status(429, headers: [("Retry-After", "30")]), on: "/movie")
      for id in 1...5 { _ = try wire.call("movies.get", #""tmdb_movie_id":\#(id)"#) }
      #expect(try requests("movie").map { try $0.string("outcome") } == ["limited"])
      #expect(try movieRequests("limited") == 1)
    }

    @Test func retryIsLoggedAndCounted() throws {
      tmdb.behave(.status(500), on: "/movie", times: 1)
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      #expect(try requests("movie").map { try $0.string("outcome") } == ["status", "ok"])
      #expect(try movieRequests("status") == 1 && movieRequests("ok") == 1)
      #expect(try metric("movienight_catalog_upstream_seconds_count").map { $0 >= 2 } == true)
    }

    // MARK: Hints for the operator

    private func hints(_ event: String) throws -> [String] {
      try written.take().map { try JSONDocument($0).root }.filter { $0["event"]?.string == event }
        .map { try $0.string("hint") }
    }

    @Test func refusedKeyIsLoggedOnceWithHint() throws {
      tmdb.behave(.status(401), on: "/movie")
      for id in 1...3 {
        _ = try wire.call("movies.get", #""tmdb_movie_id":\#(id)"#)
        fixture.server.time.advance(hours: 1)
      }
      let hints = try hints("catalog_unauthorised")
      #expect(hints.count == 1 && hints[0].contains("token or key"), "\(hints)")
    }

    @Test func unreachableSourceIsLoggedOnceWithHint() throws {
      tmdb.behave(.reset, on: "/movie")
      for id in 1...3 {
        _ = try wire.call("movies.get", #""tmdb_movie_id":\#(id)"#)
        fixture.server.time.advance(hours: 1)
      }
      let hints = try hints("catalog_unreachable")
      #expect(hints.count == 1 && hints[0].contains("HTTPS_PROXY"), "\(hints)")
    }

    @Test func cachedEntriesAreCountedAfterRestart() throws {
      try wire.result("movies.get", #""tmdb_movie_id":550"#)
      try fixture.server.restart()
      try eventually("counted entries") { try metric("movienight_catalog_entries").map { $0 >= 1 } == true }
    }
  }
#endif
