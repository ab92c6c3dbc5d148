#if TMDb
  import Catalog
  import FakeTMDb
  import MovieNightPrimitives
  import Testing

  @testable import Server

  /// The catalog export of one server, used as the catalog of another.
  @Suite struct ServedExportTests {
    private static let season = #""tmdb_id":1396,"season_number":1"#
    private static let movie = #""tmdb_movie_id":550"#
    private static let search = #""query":"fight club""#

    private func times(_ result: JSONValue) throws -> [String?] {
      [try result.string("fetched_at"), result["changed_at"]?.string]
    }

    /// The times of the answers stay the same much later and after a restart.
    @Test func exportedAnswersKeepTheirAge() throws {
      let fixture = try TMDbFixture()
      // The image sizes are loaded first. Otherwise they might be requested last and become the newest answer.
      try fixture.loadImageSizes()
      try fixture.wire.result("tv.season", Self.season)
      fixture.server.time.advance(hours: 25)
      let season = try fixture.wire.result("tv.season", Self.season)
      #expect(try season.string("changed_at") < season.string("fetched_at"), "the season has not changed")
      fixture.server.time.advance(hours: 1)
      let movie = try fixture.wire.result("movies.get", Self.movie)
      let catalog = try FileCatalog(lines: Array(fixture.exported().joined().joined(separator: "\n").utf8))
      let other = try LocalServer(.journal, catalog: CatalogConfiguration { _, _ in .init(FileSource(catalog)) })
      let token = try other.createHousehold().token
      for _ in 1...2 {
        other.time.advance(hours: 1000)
        let wire = try other.wire(token: token)
        #expect(try times(wire.result("tv.season", Self.season)) == times(season))
        #expect(try times(wire.result("movies.get", Self.movie)) == times(movie))
        // A search of the file has the time of the newest line of the export.
        let found = try wire.result("movies.search", Self.search)
        #expect(try found.string("fetched_at") == movie.string("fetched_at") && !found.bool("stale"))
        try other.restart()
      }
    }
  }
#endif
