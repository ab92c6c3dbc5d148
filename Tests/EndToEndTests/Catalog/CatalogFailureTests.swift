#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Platform
  @testable import Server

  /// The answers to clients after each kind of failure of the source, with and without a cached copy, and the answers
  /// after the source has recovered (`docs/catalog.md`, "Failures").
  @Suite struct CatalogFailureTests {
    private let fixture: TMDbFixture
    /// The time by which the server's uptime has been advanced, so that tests need not wait for pauses to end.
    private let advancedBy: Locked<Duration>
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws {
      let advancedBy = Locked(Duration.zero)
      self.advancedBy = advancedBy
      fixture = try TMDbFixture(uptime: { SystemClock.monotonic() + advancedBy.withLock { $0 } })
    }

    private func advanceUptime(seconds: Int) { advancedBy.withLock { $0 += .seconds(seconds) } }

    /// The number of requests for movies. Other requests are not counted, because the server requests the image sizes
    /// at any time.
    private var movieRequests: Int { tmdb.requests.count { $0.path.hasPrefix("/movie/") } }

    private static let known = #""tmdb_movie_id":862"#
    private static let other = #""tmdb_movie_id":550"#

    @Test(arguments: [
      (FakeTMDb.Behaviour.status(401), "503 catalog_unauthorised", 1...1),
      (.status(403), "503 catalog_unauthorised", 1...1),
      (.status(429, headers: [("Retry-After", "30")]), "503 catalog_unavailable", 1...1),
      (.status(429, headers: [("Retry-After", "Wed, 21 Oct 2099 07:28:00 GMT")]), "503 catalog_unavailable", 1...1),
      (.status(500), "503 catalog_unavailable", 2...2), (.status(503), "503 catalog_unavailable", 2...2),
      (.status(302), "503 catalog_unavailable", 1...1),
      // When a reused connection is lost, libcurl sends the request again by itself.
      (.reset, "503 catalog_unavailable", 2...4), (.truncated, "503 catalog_unavailable", 2...2),
      (.body(Array("<html>".utf8)), "503 catalog_unavailable", 1...1),
      (.body(Array(#"{"id":551,"title":"Another"}"#.utf8)), "503 catalog_unavailable", 1...1),
    ])
    func failureIsReportedOrCopyAnswersUntilRecovery(
      _ behaviour: FakeTMDb.Behaviour, refusal: String, requests: ClosedRange<Int>
    ) throws {
      try wire.result("movies.get", Self.known)
      tmdb.behave(behaviour)
      let answer = try wire.call("movies.get", Self.other)
      #expect("\(answer.code ?? 0) \(answer.reason ?? "")" == refusal)
      #expect(requests.contains(tmdb.count(of: "/movie/550")))
      // For a movie with a cached copy, the answer is the day-old copy, marked as stale.
      fixture.server.time.advance(hours: 25)
      let copy = try wire.result("movies.get", Self.known)
      #expect(try copy.bool("stale") && copy.string("title") == "Toy Story")
      #expect(try copy.string("fetched_at").hasPrefix("2026-02-14"))
      tmdb.behave(.ok)
      advanceUptime(seconds: 61)
      // On a slow machine a failure of the copy's refresh, or of the image sizes, may be noted only now, and opens the
      // circuit again for a second.
      try eventually("the source to be asked again") { try wire.call("movies.get", Self.other).code == nil }
      #expect(try wire.result("movies.get", Self.other).string("title") == "Fight Club")
      try eventually("the copy to be replaced") { try !wire.result("movies.get", Self.known).bool("stale") }
      #expect(try wire.result("movies.get", Self.known).string("fetched_at").hasPrefix("2026-02-15"))
    }

    /// An answer with 404 replaces the cached copy and is cached for ten minutes.
    @Test func removedMovieIsNotServedFromCopy() throws {
      try wire.result("movies.get", Self.known)
      tmdb.behave(.status(404))
      fixture.server.time.advance(hours: 25)
      for _ in 1...2 {
        let answer = try wire.call("movies.get", Self.known)
        #expect(answer.code == 404 && answer.reason == "unknown_movie")
      }
      #expect(tmdb.count(of: "/movie/862") == 2)
      tmdb.behave(.ok)
      fixture.server.time.advance(seconds: 601)
      try wire.result("movies.get", Self.known)
    }

    /// If the source asks the server to retry after a second, the server does so before it answers. If it asks for half
    /// a minute, the server refuses the request and tells the client when to retry.
    @Test func onlyShortRetryAfterIsWaitedOut() throws {
      tmdb.behave(.status(429, headers: [("Retry-After", "1")]), on: "/movie", times: 1)
      #expect(try wire.result("movies.get", Self.other).string("title") == "Fight Club")
      #expect(tmdb.count(of: "/movie/550") == 2)
      tmdb.behave(.status(429, headers: [("Retry-After", "30")]), on: "/movie", times: 1)
      let refused = try wire.call("movies.get", Self.known)
      let milliseconds = try #require(refused.error?["data"]?["retry_after_ms"]?.integer)
      #expect((1...30_000).contains(milliseconds))
      // Until then the server sends no request to the source.
      #expect(try wire.call("movies.get", #""tmdb_movie_id":9"#).reason == "catalog_unavailable")
      #expect(tmdb.count(of: "/movie/862") == 1 && tmdb.count(of: "/movie/9") == 0)
    }

    /// If a copy is cached, a request waits at most two seconds for the source. When the slow answer arrives, it
    /// replaces the copy.
    @Test func slowAnswerIsCachedForNextRequest() throws {
      try wire.result("movies.get", Self.known)
      fixture.server.time.advance(hours: 25)
      tmdb.behave(.slow(milliseconds: 6000), on: "/movie", times: 1)
      #expect(try wire.result("movies.get", Self.known).bool("stale"))
      try eventually("the slow answer to arrive") { try !wire.result("movies.get", Self.known).bool("stale") }
      #expect(tmdb.count(of: "/movie/862") == 2)
    }
  }

  /// The pauses after failures of the source. The server's uptime only moves when a test advances it.
  @Suite struct CircuitBreakerTests {
    private let fixture: TMDbFixture
    private let uptime: HeldUptime
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws {
      let uptime = HeldUptime()
      self.uptime = uptime
      fixture = try TMDbFixture(uptime: { uptime.now })
      try fixture.loadImageSizes()
    }

    private var movieRequests: Int { tmdb.requests.count { $0.path.hasPrefix("/movie/") } }

    private func movie(_ id: Int) -> String { #""tmdb_movie_id":\#(id)"# }

    @Test func refusedKeyIsRetriedAfterTenSeconds() throws {
      defer { uptime.release() }
      tmdb.behave(.status(401), on: "/movie")
      for id in 1...5 { #expect(try wire.call("movies.get", movie(id)).reason == "catalog_unauthorised") }
      uptime.advance(by: .milliseconds(9_999))
      #expect(try wire.call("movies.get", movie(6)).reason == "catalog_unauthorised")
      #expect(movieRequests == 1)
      uptime.advance(by: .milliseconds(1))
      tmdb.behave(.ok)
      try wire.result("movies.get", movie(550))
    }

    /// A request for which a copy is cached gets the copy at once, whether it receives the 429 or is sent during the
    /// pause.
    @Test(arguments: [1, 30]) func rateLimitDoesNotDelayCachedCopies(seconds: Int) throws {
      defer { uptime.release() }
      for id in [550, 862] { try wire.result("movies.get", movie(id)) }
      fixture.server.time.advance(hours: 25)
      tmdb.behave(.status(429, headers: [("Retry-After", "\(seconds)")]), on: "/movie", times: 1)
      tmdb.forget()
      for id in [550, 862, 550] { #expect(try wire.result("movies.get", movie(id)).bool("stale")) }
      #expect(movieRequests == 1)
    }

    /// A request, its retry and another request fail, which starts a pause of one second. After the pause a request
    /// reaches the source again.
    @Test func threeFailuresPauseSourceForOneSecond() throws {
      defer { uptime.release() }
      tmdb.behave(.status(500), on: "/movie")
      try wire.post("movies.get", movie(1))
      eventually("the first request to the source") { movieRequests == 1 }
      // The delay before the retry begins when the failure arrives, so the uptime is advanced repeatedly.
      eventually("the retry") {
        uptime.advance(by: .milliseconds(50))
        return movieRequests == 2
      }
      #expect(try wire.readAnswer().reason == "catalog_unavailable")
      for id in 2...5 { #expect(try wire.call("movies.get", movie(id)).reason == "catalog_unavailable") }
      #expect(movieRequests == 3)
      tmdb.behave(.ok)
      uptime.advance(by: .milliseconds(999))
      #expect(try wire.call("movies.get", movie(550)).reason == "catalog_unavailable")
      uptime.advance(by: .milliseconds(1))
      try wire.result("movies.get", movie(550))
    }
  }
#endif
