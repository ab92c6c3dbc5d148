#if TMDb
  import EventStore
  import FakeTMDb
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Server
  @testable import Stores

  /// The cache on disk (`docs/catalog.md`, "Cache"). It may be deleted, damaged or full at any time without an effect
  /// on clients; only the operator's log and metrics show it.
  @Suite struct CatalogCacheTests {
    /// Requests a movie and expects an answer with TMDb's facts.
    private static func expectMovie(_ wire: Wire, _ id: Int) throws {
      #expect(try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#).string("source") == "tmdb")
    }

    private func someMovies(_ tmdb: FakeTMDb, count: Int = 20) {
      tmdb.movies = (1...count).map { FakeTMDb.Movie(id: $0, title: "Movie \($0)", releaseDate: "1999-01-01") }
    }

    @Test func cacheDeletedWhileRunningIsRebuilt() throws {
      let fixture = try TMDbFixture()
      someMovies(fixture.tmdb)
      try Self.expectMovie(fixture.wire, 1)
      #expect(try fixture.cachedIDs("movie") == ["1"])
      try FileManager.default.removeItem(atPath: fixture.cache)
      for id in 1...2 { try Self.expectMovie(fixture.wire, id) }
      #expect(try fixture.cachedIDs("movie") == ["2"])
      try fixture.server.restart()
      for id in 1...2 { try Self.expectMovie(fixture.server.wire(token: fixture.household.token), id) }
      #expect(fixture.tmdb.count(of: "/movie/1") == 2 && fixture.tmdb.count(of: "/movie/2") == 1)
    }

    @Test func requestsAreAnsweredWhenCacheCannotBeWritten() throws {
      let written = try WrittenLog(minimumLevel: .warning)
      let fixture = try TMDbFixture(log: written.log)
      someMovies(fixture.tmdb, count: 400)
      // Replaces the folder by a file, so that writes fail.
      if FileManager.default.fileExists(atPath: fixture.cache) {
        try FileManager.default.removeItem(atPath: fixture.cache)
      }
      #expect(FileManager.default.createFile(atPath: fixture.cache, contents: nil))
      for id in 1...5 { try Self.expectMovie(fixture.wire, id) }
      // The metric counts every failed write. The log has one line about the failure, with a hint.
      let administrator = try fixture.server.administrator()
      func failures() throws -> Int {
        let metrics = try administrator.result("server.metrics").string("text")
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("movienight_catalog_write_failures_total ") }
        return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
      }
      try eventually("all failures to be counted") { try failures() >= 5 }
      let lines = written.take().filter { $0.contains(#""catalog_store_failed""#) }
      #expect(lines.count == 1 && lines.allSatisfy { $0.contains(#""hint""#) })
      fixture.server.time.advance(seconds: 61)
      try Self.expectMovie(fixture.wire, 6)
      eventually("another log line") { written.take().contains { $0.contains(#""catalog_store_failed""#) } }
      #expect(try fixture.wire.result("server.health").string("status") == "ok")
      try FileManager.default.removeItem(atPath: fixture.cache)
      try Self.expectMovie(fixture.wire, 7)
      try eventually("movie 7 to be cached") { try fixture.cachedIDs("movie").contains("7") }
    }

    /// TMDb's terms require the removal. It also applies to answers that are never requested again.
    @Test func answersAreRemovedAfterHalfAYear() throws {
      let fixture = try TMDbFixture()
      someMovies(fixture.tmdb)
      for id in 1...5 { try Self.expectMovie(fixture.wire, id) }
      fixture.server.time.advance(hours: 100 * 24)
      // Movie 5 is requested again, which renews its cached answer.
      try Self.expectMovie(fixture.wire, 5)
      let administrator = try fixture.server.administrator()
      try eventually("the answers to be cached") { try administrator.result("catalog.status").integer("entries") >= 5 }
      fixture.server.time.advance(hours: 81 * 24)
      try fixture.server.restart()
      let again = try fixture.server.administrator()
      // Movie 5 remains, and perhaps the image sizes.
      try eventually("the old answers to be removed") {
        try (1...2).contains(again.result("catalog.status").integer("entries"))
      }
      #expect(try fixture.cachedIDs("movie") == ["5"])
    }

    @Test func cacheOverLimitEvictsLeastRecentlyUsed() throws {
      let fixture = try TMDbFixture(entries: 5)
      someMovies(fixture.tmdb)
      for id in 1...20 {
        try Self.expectMovie(fixture.wire, id)
        fixture.server.time.advance(hours: 2)
      }
      let cached = try fixture.exported().joined().count { $0.contains(#""facts""#) }
      #expect(cached <= 5)
      #expect(try fixture.cachedIDs("movie").contains("20") && !fixture.cachedIDs("movie").contains("1"))
    }
  }
#endif
