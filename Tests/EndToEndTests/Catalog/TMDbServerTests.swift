#if TMDb
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// A complete server that asks a fake TMDb over HTTP.
  @Suite struct TMDbServerTests {
    private let tmdb: FakeTMDb
    private let server: LocalServer
    private let household: Household
    private let wire: Wire
    private static let secret = "eyJhbGciOi.T0P-S3CR3T.x_y"

    init() throws {
      let fixture = try TMDbFixture(token: Self.secret)
      (tmdb, server, household, wire) = (fixture.tmdb, fixture.server, fixture.household, fixture.wire)
    }

    private static let movie = #""tmdb_movie_id":550"#

    @Test func cachedMovieIsNotRequestedAgain() throws {
      let first = try wire.result("movies.get", Self.movie)
      #expect(try first.string("title") == "Fight Club" && first.string("source") == "tmdb")
      let other = try server.createHousehold("Others", creator: "Ben", children: [])
      try server.wire(token: other.token).result("movies.get", Self.movie)
      try server.restart()
      let again = try server.wire(token: household.token).result("movies.get", Self.movie)
      #expect(again.text == first.text)
      #expect(tmdb.count(of: "/movie/550") == 1)
    }

    @Test func simultaneousRequestsShareOneLookup() throws {
      tmdb.behave(.slow(milliseconds: 100), on: "/movie/862")
      let wires = try (0..<10).map { _ in try server.wire(token: household.token) }
      for wire in wires { for _ in 0..<10 { try wire.post("movies.get", #""tmdb_movie_id":862"#) } }
      for wire in wires { for _ in 0..<10 { #expect(try wire.readAnswer().result().string("title") == "Toy Story") } }
      #expect(tmdb.count(of: "/movie/862") == 1)
    }

    /// Requesting or clearing a season has no effect on the cached episode, and the reverse.
    @Test func seasonAndEpisodeAreCachedSeparately() throws {
      let (season, episode) = (
        #""tmdb_id":1396,"season_number":1"#, #""tmdb_id":1396,"season_number":1,"episode_number":1"#
      )
      func counts() -> [Int] {
        ["/tv/1396/season/1", "/tv/1396/season/1/episode/1"].map { tmdb.count(of: $0) }
      }
      try wire.result("tv.season", season)
      #expect(counts() == [1, 0])
      try wire.result("tv.episode", episode)
      #expect(counts() == [1, 1])
      try server.administrator().result("catalog.clear", #""kind":"season","id":"1396/1""#)
      try wire.result("tv.episode", episode)
      #expect(counts() == [1, 1])
      try wire.result("tv.season", season)
      #expect(counts() == [2, 1])
    }

    @Test func silentSourceDelaysNeitherVotesNorShutdown() throws {
      let round = try server.wire(token: household.token).startRound()
      tmdb.behave(.silence)
      for id in 1000..<1010 { try wire.post("movies.get", #""tmdb_movie_id":\#(id)"#) }
      let voter = try server.wire(token: household.token)
      for _ in 0..<50 { try voter.result("rounds.vote", round + #","tmdb_movie_id":1,"vote":"up""#) }
      #expect(!wire.hasInput)
      server.stop()
      for _ in 1000..<1010 { #expect(try wire.readAnswer().reason == "stopping") }
    }

    @Test func tokenIsSentOnlyToSource() throws {
      try wire.result("movies.get", Self.movie)
      tmdb.behave(.status(401))
      let failed = try wire.call("movies.get", #""tmdb_movie_id":9"#).text
      let administrator = try server.administrator()
      var answers = [failed]
      for method in ["server.info", "server.health", "server.metrics", "catalog.status", "catalog.export"] {
        answers.append(try administrator.call(method).text)
      }
      #expect(tmdb.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(Self.secret)" })
      #expect(answers.allSatisfy { !$0.contains("S3CR3T") })
    }
  }
#endif
