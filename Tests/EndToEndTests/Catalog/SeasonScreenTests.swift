#if TMDb
  import FakeTMDb
  import Testing

  /// The fields of a season that an app shows, some of which TMDb may not have.
  @Suite struct SeasonScreenTests {
    private let fixture: TMDbFixture
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws { fixture = try TMDbFixture() }

    private var season: SeasonScreen { get throws { try wire.season(1396, 1) } }

    @Test func seasonHasHeaderAndRowPerEpisode() throws {
      let season = try season
      #expect(season.name == "Season 1" && season.overview == "It begins with a cough.")
      #expect(season.posterUrls?.card.absoluteString.hasSuffix("/w342/bad-1.jpg") == true)
      #expect(season.episodes.map(\.episodeNumber) == Array(1...8))
      let pilot = try #require(season[1])
      #expect(pilot.label == "1. Pilot" && pilot.overview == "A teacher learns that he is ill.")
      #expect(pilot.airDate == "2008-01-20" && pilot.runtime == 59)
      #expect(pilot.stillUrls?.card.absoluteString.hasSuffix("/w185/bad-1-1.jpg") == true)
      #expect(pilot.stillUrls?.full.absoluteString.hasSuffix("/original/bad-1-1.jpg") == true)
    }

    @Test func seasonWithoutEpisodesHasOnlyHeader() throws {
      let season = try wire.season(1396, 2)
      #expect(season.name == "Season 2" && season.episodes == [] && season.overview == nil && season.posterUrls == nil)
    }

    @Test func emptyOverviewIsAbsent() throws {
      #expect(try wire.season(1396, 0).overview == nil)
      #expect(try season[4]?.overview == nil)
    }

    @Test func missingFieldsAreAbsentFromRow() throws {
      let season = try season
      #expect(season[2]?.stillUrls == nil && season[2]?.overview == "They clean up.")
      #expect(season[3]?.overview == nil && season[3]?.stillUrls != nil)
      #expect(season[6]?.airDate == nil && season[7]?.airDate == nil && season[7]?.overview == "A deal.")
    }

    @Test func unnamedEpisodeIsNamedByNumber() throws {
      let season = try season
      for number in [5, 8] {
        #expect(season[number]?.name == "Episode \(number)" && season[number]?.label == "\(number). Episode \(number)")
      }
    }

    @Test func episodeWithOnlyNumbersHasRow() throws {
      let bare = try #require(try season[8])
      #expect(bare.overview == nil && bare.airDate == nil && bare.runtime == nil && bare.stillUrls == nil)
    }

    /// If TMDb's image configuration is unavailable, the compiled-in addresses are used.
    @Test func stillHasURLsWithoutImageConfiguration() throws {
      tmdb.behave(.status(500), on: "/configuration")
      #expect(
        try season[1]?.stillUrls?.thumbnail.absoluteString == "https://image.tmdb.org/t/p/w92/bad-1-1.jpg")
    }

    @Test func invalidImagePathHasNoURL() throws {
      tmdb.series[0].seasons[1].episodes[0].stillPath = "/../../etc/passwd"
      #expect(try season[1]?.stillUrls == nil)
    }

    // MARK: Cached seasons

    @Test func cachedSeasonIsFreshForOneDay() throws {
      let first = try season
      tmdb.series[0].seasons[1].overview = "It is told anew."
      fixture.server.time.advance(hours: 23)
      #expect(try season == first)
      fixture.server.time.advance(hours: 2)
      #expect(try season.overview == "It is told anew.")
      #expect(tmdb.count(of: "/tv/1396/season/1") == 2)
    }

    @Test func missingOverviewIsCachedAsMissing() throws {
      let first = try wire.season(1396, 2)
      #expect(tmdb.count(of: "/tv/1396/season/2") == 1)
      try fixture.server.restart()
      #expect(try fixture.cachedIDs("season") == ["1396/2"])
      #expect(try fixture.server.wire(token: fixture.household.token).season(1396, 2) == first)
      #expect(tmdb.count(of: "/tv/1396/season/2") == 1)
    }

    /// The episodes of the old answer disappear, and the cache has one entry for the season.
    @Test func refreshReplacesCachedSeason() throws {
      _ = try season
      tmdb.series[0].seasons[1].episodes = [FakeTMDb.Episode(number: 2, id: 7, name: "The Only One")]
      let refreshed = try wire.season(1396, 1, #","refresh":true"#)
      #expect(refreshed.episodes.map(\.tmdbEpisodeId) == [7])
      #expect(try season == refreshed)
      #expect(try fixture.cachedIDs("season") == ["1396/1"])
    }

    /// Series 1 with season 12 and series 11 with season 2 have the same digits if the numbers are joined.
    @Test func seasonsWithSameDigitsAreCachedSeparately() throws {
      tmdb.series = [(1, 12), (11, 2)].map { series, season in
        FakeTMDb.Series(
          id: series, name: "Series \(series)",
          seasons: [FakeTMDb.Season(number: season, name: "Season \(season) of \(series)")])
      }
      for _ in 1...2 {
        #expect(try wire.season(1, 12).name == "Season 12 of 1")
        #expect(try wire.season(11, 2).name == "Season 2 of 11")
      }
      #expect(tmdb.count(of: "/tv/1/season/12") == 1 && tmdb.count(of: "/tv/11/season/2") == 1)
    }

    // MARK: Failed requests

    @Test(arguments: [
      (FakeTMDb.Behaviour.status(404), 404, "unknown_season"), (.status(401), 503, "catalog_unauthorised"),
      (.status(500), 503, "catalog_unavailable"),
    ])
    func failedSeasonRequestReportsReason(_ behaviour: FakeTMDb.Behaviour, code: Int, reason: String) throws {
      tmdb.behave(behaviour, on: "/tv")
      let answer = try wire.call("tv.season", #""tmdb_id":1396,"season_number":1"#)
      #expect(answer.code == code && answer.reason == reason)
    }

    @Test func failedSeasonIsRequestedAgain() throws {
      tmdb.behave(.status(500), on: "/tv", times: 2)
      #expect(try wire.call("tv.season", #""tmdb_id":1396,"season_number":1"#).reason == "catalog_unavailable")
      #expect(try season.name == "Season 1")
    }
  }
#endif
