#if TMDb
  import Catalog
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// The export of one server, served by another.
  @Suite struct ServedExportTests {
    private static let season = #""tmdb_id":1396,"season_number":1"#
    private static let movie = #""tmdb_movie_id":550"#
    private static let search = #""query":"fight club""#

    private func times(_ result: JSONValue) throws -> [String?] {
      [try result.string("fetched_at"), result["changed_at"]?.string]
    }

    /// Also much later, and after a restart.
    @Test func exportedAnswersKeepTheirAge() throws {
      let asked = try ServerOfTMDb()
      // Done first, so that no newer answer is cached by chance.
      try asked.learnImageSizes()
      try asked.wire.result("tv.season", Self.season)
      asked.server.time.advance(hours: 25)
      let season = try asked.wire.result("tv.season", Self.season)
      #expect(try season.string("changed_at") < season.string("fetched_at"), "it says the same as a day before")
      asked.server.time.advance(hours: 1)
      let movie = try asked.wire.result("movies.get", Self.movie)
      let catalog = try FileCatalog(lines: Array(asked.exported().joined().joined(separator: "\n").utf8))
      let other = try LocalServer(.journal, catalog: CatalogConfiguration { _, _ in .init(FileSource(catalog)) })
      let token = try other.found().token
      for _ in 1...2 {
        other.time.advance(hours: 1000)
        let wire = try other.wire(token: token)
        #expect(try times(wire.result("tv.season", Self.season)) == times(season))
        #expect(try times(wire.result("movies.get", Self.movie)) == times(movie))
        // A search is as new as the newest line of the export.
        let found = try wire.result("movies.search", Self.search)
        #expect(try found.string("fetched_at") == movie.string("fetched_at") && !found.bool("stale"))
        try other.restart()
      }
    }
  }
#endif
