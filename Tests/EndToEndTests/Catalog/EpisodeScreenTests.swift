#if TMDb
  import FakeTMDb
  import Testing

  /// The fields of an episode that an app shows, some of which TMDb may not have. An episode is requested and cached
  /// separately from its season.
  @Suite struct EpisodeScreenTests {
    private let fixture: TMDbFixture
    private var tmdb: FakeTMDb { fixture.tmdb }
    private var wire: Wire { fixture.wire }

    init() throws { fixture = try TMDbFixture() }

    @Test func completeEpisodeShowsAllFields() throws {
      let pilot = try wire.episode(1396, 1, 1)
      #expect(pilot.tmdbEpisodeId == 62085 && pilot.seasonNumber == 1 && pilot.episodeNumber == 1)
      #expect(pilot.name == "Pilot" && pilot.overview == "A teacher learns that he is ill.")
      #expect(pilot.airDate == "2008-01-20" && pilot.runtime == 59)
      #expect(pilot.stillUrls?.full.absoluteString.hasSuffix("/original/bad-1-1.jpg") == true)
    }

    @Test func episodeWithoutDetailsIsShownAndCached() throws {
      let bare = try wire.episode(1396, 1, 8)
      #expect(bare.name == "Episode 8" && bare.overview == nil && bare.airDate == nil && bare.runtime == nil)
      #expect(bare.stillUrls == nil)
      // After a restart the cached answer gives the same screen.
      try fixture.server.restart()
      #expect(try fixture.server.wire(token: fixture.household.token).episode(1396, 1, 8) == bare)
      #expect(tmdb.count(of: "/tv/1396/season/1/episode/8") == 1)
    }

    @Test func emptyNameFallsBackToNumber() throws { #expect(try wire.episode(1396, 1, 5).name == "Episode 5") }

    @Test(arguments: [3, 4])
    func missingOrEmptyOverviewIsAbsent(_ number: Int) throws {
      #expect(try wire.episode(1396, 1, number).overview == nil)
    }

    @Test func episodeWithoutStillHasNoImageURLs() throws { #expect(try wire.episode(1396, 1, 2).stillUrls == nil) }

    @Test(arguments: [6, 7])
    func missingOrEmptyAirDateIsAbsent(_ number: Int) throws {
      #expect(try wire.episode(1396, 1, number).airDate == nil)
    }

    // MARK: Cached episodes

    @Test func episodeExpiresIndependentlyOfSeason() throws {
      let paths = ["/tv/1396/season/1/episode/1", "/tv/1396/season/1"]
      _ = try wire.episode(1396, 1, 1)
      fixture.server.time.advance(hours: 13)
      _ = try wire.season(1396, 1)
      fixture.server.time.advance(hours: 12)
      tmdb.series[0].seasons[1].episodes[0].name = "Another Pilot"
      #expect(try wire.season(1396, 1)[1]?.name == "Pilot")
      #expect(paths.map { tmdb.count(of: $0) } == [1, 1])
      #expect(try wire.episode(1396, 1, 1).name == "Another Pilot")
      #expect(paths.map { tmdb.count(of: $0) } == [2, 1])
    }

    @Test func refreshReplacesCachedEpisode() throws {
      _ = try wire.episode(1396, 1, 1)
      tmdb.series[0].seasons[1].episodes[0].overview = "It is told anew."
      #expect(try wire.episode(1396, 1, 1, #","refresh":true"#).overview == "It is told anew.")
      #expect(try wire.episode(1396, 1, 1).overview == "It is told anew.")
      #expect(try fixture.cachedIDs("episode") == ["1396/1/1"])
    }

    /// If their numbers are joined, series, season and episode give the same digits for all three.
    @Test func episodesWithSameDigitsAreCachedSeparately() throws {
      let wanted = [(1, 12, 3), (11, 2, 3), (1, 1, 23)]
      tmdb.series = [1, 11].map { id in
        FakeTMDb.Series(
          id: id, name: "Series \(id)",
          seasons: wanted.filter { $0.0 == id }.map { _, season, episode in
            FakeTMDb.Season(
              number: season, name: nil,
              episodes: [FakeTMDb.Episode(number: episode, id: 1, name: "\(id), \(season), \(episode)")])
          })
      }
      for _ in 1...2 {
        for (series, season, episode) in wanted {
          #expect(try wire.episode(series, season, episode).name == "\(series), \(season), \(episode)")
        }
      }
      #expect(tmdb.requests.count { $0.path.hasPrefix("/tv/") } == 3)
    }

    // MARK: Failed requests

    @Test(arguments: [
      (FakeTMDb.Behaviour.status(404), 404, "unknown_episode"), (.status(403), 503, "catalog_unauthorised"),
      (.reset, 503, "catalog_unavailable"),
    ])
    func failedEpisodeRequestReportsReason(_ behaviour: FakeTMDb.Behaviour, code: Int, reason: String) throws {
      tmdb.behave(behaviour, on: "/tv")
      let answer = try wire.call("tv.episode", #""tmdb_id":1396,"season_number":1,"episode_number":1"#)
      #expect(answer.code == code && answer.reason == reason)
    }
  }
#endif
