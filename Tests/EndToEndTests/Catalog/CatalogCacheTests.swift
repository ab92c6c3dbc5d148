#if TMDb
  import EventStore
  import FakeTMDb
  import Foundation
  import MovieNightPrimitives
  import Testing

  @testable import Server
  @testable import Stores

  /// The cache on disk: it may be deleted, damaged or full at any time, and only the operator notices
  /// (`docs/catalog.md`, "Cache").
  @Suite struct CatalogCacheTests {
    private static func ask(_ wire: Wire, _ id: Int) throws {
      #expect(try wire.result("movies.get", #""tmdb_movie_id":\#(id)"#).string("source") == "tmdb")
    }

    private func someMovies(_ tmdb: FakeTMDb, count: Int = 20) {
      tmdb.movies = (1...count).map { FakeTMDb.Movie(id: $0, title: "Movie \($0)", releaseDate: "1999-01-01") }
    }

    @Test func cacheDeletedWhileRunningIsRebuilt() throws {
      let asked = try ServerOfTMDb()
      someMovies(asked.tmdb)
      try Self.ask(asked.wire, 1)
      #expect(try asked.cachedIDs("movie") == ["1"])
      try FileManager.default.removeItem(atPath: asked.cache)
      for id in 1...2 { try Self.ask(asked.wire, id) }
      #expect(try asked.cachedIDs("movie") == ["2"])
      try asked.server.restart()
      for id in 1...2 { try Self.ask(asked.server.wire(token: asked.household.token), id) }
      #expect(asked.tmdb.count(of: "/movie/1") == 2 && asked.tmdb.count(of: "/movie/2") == 1)
    }

    @Test func requestsAreAnsweredWhenCacheCannotBeWritten() throws {
      let written = try WrittenLog(minimumLevel: .warning)
      let asked = try ServerOfTMDb(log: written.log)
      someMovies(asked.tmdb, count: 400)
      // A file in place of the folder.
      if FileManager.default.fileExists(atPath: asked.cache) { try FileManager.default.removeItem(atPath: asked.cache) }
      #expect(FileManager.default.createFile(atPath: asked.cache, contents: nil))
      for id in 1...5 { try Self.ask(asked.wire, id) }
      // Every failed write is counted, but the failure is logged once, with a hint.
      let administrator = try asked.server.administrator()
      func failures() throws -> Int {
        let metrics = try administrator.result("server.metrics").string("text")
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("movienight_catalog_write_failures_total ") }
        return try #require(line.flatMap { Int($0.split(separator: " ")[1]) })
      }
      try eventually("all are counted") { try failures() >= 5 }
      let told = written.take().filter { $0.contains(#""catalog_store_failed""#) }
      #expect(told.count == 1 && told.allSatisfy { $0.contains(#""hint""#) })
      asked.server.time.advance(seconds: 61)
      try Self.ask(asked.wire, 6)
      eventually("it is told again") { written.take().contains { $0.contains(#""catalog_store_failed""#) } }
      #expect(try asked.wire.result("server.health").string("status") == "ok")
      try FileManager.default.removeItem(atPath: asked.cache)
      try Self.ask(asked.wire, 7)
      try eventually("it is kept") { try asked.cachedIDs("movie").contains("7") }
    }

    /// TMDb's terms require it, also for answers that are never requested again.
    @Test func answersAreRemovedAfterHalfAYear() throws {
      let asked = try ServerOfTMDb()
      someMovies(asked.tmdb)
      for id in 1...5 { try Self.ask(asked.wire, id) }
      asked.server.time.advance(hours: 100 * 24)
      // This request fetches it again.
      try Self.ask(asked.wire, 5)
      let administrator = try asked.server.administrator()
      try eventually("they are kept") { try administrator.result("catalog.status").integer("entries") >= 5 }
      asked.server.time.advance(hours: 81 * 24)
      try asked.server.restart()
      let again = try asked.server.administrator()
      // The movie, and perhaps the image sizes.
      try eventually("the others have gone") { try (1...2).contains(again.result("catalog.status").integer("entries")) }
      #expect(try asked.cachedIDs("movie") == ["5"])
    }

    @Test func cacheOverLimitEvictsLeastRecentlyUsed() throws {
      let asked = try ServerOfTMDb(entries: 5)
      someMovies(asked.tmdb)
      for id in 1...20 {
        try Self.ask(asked.wire, id)
        asked.server.time.advance(hours: 2)
      }
      let kept = try asked.exported().joined().count { $0.contains(#""facts""#) }
      #expect(kept <= 5)
      #expect(try asked.cachedIDs("movie").contains("20") && !asked.cachedIDs("movie").contains("1"))
    }
  }
#endif
