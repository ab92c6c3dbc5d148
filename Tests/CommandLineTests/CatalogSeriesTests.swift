import CommandLineSupport
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// The pages of series, seasons and episodes.
@Suite struct CatalogSeriesTests {
  @Test func completeSeriesIsDrawn() throws {
    #expect(
      try RenderedPage.series(CatalogAnswers.series()) == """
        Breaking Bad                                       2008–2013
        Breaking Bad (Original)
        TV-MA · Ended · 5 seasons · 62 episodes
        Drama, Crime

        A teacher of chemistry turns to crime.

        Seasons
           1  Season 1                     7 episodes · Jan 20, 2008
          12  Season 12                                   0 episodes
           0  Specials                      1 episode · Feb 17, 2009

        Where to watch, by JustWatch:                             DE
          Stream  Netflix, Disney Plus
          Rent    Apple TV
          https://www.themoviedb.org/movie/550/watch?locale=DE

        TMDb 1396
        This product uses the TMDB API but is not endorsed or
        certified by TMDB.
        """)
  }

  @Test(arguments: [
    (#""Ended""#, "2008–2013"), (#""Returning Series""#, "2008–"), (#""Canceled""#, "2008–2013"), ("null", "2008–2013"),
  ])
  func yearsShowWhetherSeriesContinues(_ status: String, _ years: String) throws {
    #expect(try RenderedPage.series(CatalogAnswers.series(status: status)).hasPrefix("Breaking Bad"))
    #expect(try RenderedPage.series(CatalogAnswers.series(status: status)).contains("  \(years)\n"))
  }

  @Test func missingDatesAndSeasonsAreOmitted() throws {
    let json = CatalogAnswers.series(seasons: "[]", status: #""Planned""#)
      .replacing(#""2008-01-20","last_air_date":"2013-09-29""#, with: #"null,"last_air_date":null"#)
    let text = try RenderedPage.series(json)
    #expect(text.hasPrefix("Breaking Bad\nBreaking Bad (Original)\nTV-MA · Planned"))
    #expect(!text.contains("Seasons"))
    let short = CatalogAnswers.series().replacing("2013-09-29", with: "2008-03-09")
    #expect(try RenderedPage.series(short).contains("  2008\n"))
  }

  @Test(arguments: [
    (#""name":"Felina","air_date":"2026-03-09""#, "Mar 9 · season 5, episode 16 · Felina"),
    (#""name":null,"air_date":null"#, "season 5, episode 16"),
  ])
  func nextEpisodeIsAnnounced(_ rest: String, _ line: String) throws {
    let text = try RenderedPage.series(
      CatalogAnswers.series(next: #"{"season_number":5,"episode_number":16,\#(rest)}"#))
    #expect(text.contains("\n\nNext episode\n  \(line)\n\nSeasons\n"))
  }

  @Test func seasonListsItsEpisodes() throws {
    #expect(
      try RenderedPage.season(CatalogAnswers.season()) == """
        Season 1                                        Jan 20, 2008

        How it began.

        1. Pilot                               58 min · Jan 20, 2008
          He has a birthday, and news.

        2. Episode 2                                      mid season

        TMDb 1396, season 1
        This product uses the TMDB API but is not endorsed or
        certified by TMDB.
        """)
  }

  @Test func detailsMoveBelowTitleOnNarrowTerminal() throws {
    #expect(
      try RenderedPage.season(CatalogAnswers.season(), columns: 40).contains(
        "\n1. Pilot\n  58 min · Jan 20, 2008\n  He has"))
    #expect(
      try RenderedPage.season(CatalogAnswers.season(), columns: 42).contains(
        "\n1. Pilot             58 min · Jan 20, 2008\n  He"))
  }

  @Test func emptySeasonIsReported() throws {
    let text = try RenderedPage.season(CatalogAnswers.season(episodes: [], name: #"" ""#))
    #expect(text.hasPrefix("Season 1 ") && text.contains("How it began.\n\nNo episodes yet.\n\nTMDb 1396, season 1\n"))
  }

  @Test func episodePageShowsSeasonAndRuntime() throws {
    #expect(
      try RenderedPage.episode(CatalogAnswers.episode()) == """
        1. Pilot                                        Jan 20, 2008
        Season 1 · 58 min

        He has a birthday, and news.

        This product uses the TMDB API but is not endorsed or
        certified by TMDB.
        """)
    #expect(
      try RenderedPage.episode(CatalogAnswers.episode(CatalogAnswers.unknown)).hasPrefix(
        "2. Episode 2\nSeason 1 · mid season\n\nThis"))
    let special = CatalogAnswers.pilot.replacing(#""season_number":1"#, with: #""season_number":0"#)
    #expect(try RenderedPage.episode(CatalogAnswers.episode(special)).contains("\nSpecials · 58 min\n"))
  }
}
