import MovieNightKit
import Testing

@testable import movienight_web

/// The view models of series, seasons and episodes, and what their templates leave out.
@Suite struct TVScreenTests {
  private let reader = Reader(now: Timestamp(microseconds: 1_795_000_000_000_000))
  private let stills = """
    {"thumbnail":"https://image.tmdb.org/t/p/w92/a.jpg","card":"https://image.tmdb.org/t/p/w185/a.jpg",
    "detail":"https://image.tmdb.org/t/p/w300/a.jpg","full":"https://image.tmdb.org/t/p/original/a.jpg"}
    """

  // MARK: Season

  @Test func episodesAreRowsWithNumberAndTitleInOrder() throws {
    let screen = try season([
      episode(2, #""name":"Blue Cat","label":"2. Blue Cat""#),
      episode(1, #""name":"Pilot","label":"1. Pilot","overview":"An old partner.","still_urls":\#(stills)"#),
    ])
    #expect(screen.episodes.map(\.label) == ["1. Pilot", "2. Blue Cat"])
    #expect(screen.episodes.map(\.summary) == ["An old partner.", nil])
    #expect(screen.episodes.map(\.path) == ["/series/1396/1/1", "/series/1396/1/2"])
    #expect(screen.episodes.first?.still.picture?.source == "https://image.tmdb.org/t/p/w185/a.jpg")
    #expect(screen.episodes.last?.still.picture == nil)
  }

  @Test func rowsHaveAStillATitleAndAnOverviewWithIdentifiers() throws {
    let screen = try season([
      episode(1, #""name":"Pilot","label":"1. Pilot","overview":"An old partner.","still_urls":\#(stills)"#)
    ])
    let html = try Templates(Areas.all).render(screen, with: "season")
    #expect(html.contains(#"<ol class="episodes" id="episodes">"#))
    #expect(html.contains(#"<li class="episode" id="episode-1">"#))
    #expect(html.contains(#"<a href="/series/1396/1/1">1. Pilot</a>"#))
    #expect(html.contains("An old partner."))
    #expect(html.contains(#"<span class="still" aria-hidden="true"><img src="https://image.tmdb.org/t/p/w185/a.jpg""#))
  }

  @Test func anEpisodeWithoutOverviewAndStillHasItsTitleAndAPlaceholderOnly() throws {
    let screen = try season([episode(1, #""name":"Pilot","label":"1. Pilot""#)], overview: "\"Of the season.\"")
    let html = try Templates(Areas.all).render(screen, with: "season")
    let row = try #require(html.firstMatch(of: #/<li class="episode"[\s\S]*<\/li>/#)).output
    #expect(!row.contains("<p"))
    #expect(row.contains(#"<span class="still" aria-hidden="true"></span>"#))
    #expect(html.contains(#"id="season-overview" dir="auto">Of the season."#))
  }

  @Test(arguments: ["null", "\"\""])
  func aSeasonWithoutOverviewHidesIt(overview: String) throws {
    let html = try Templates(Areas.all).render(try season([], overview: overview), with: "season")
    #expect(!html.contains("season-overview"))
  }

  @Test func aSeasonWithoutEpisodesSaysSo() throws {
    let screen = try season([], collected: [])
    let html = try Templates(Areas.all).render(screen, with: "season")
    #expect(html.contains("No episodes are known yet."))
    #expect(!screen.canMarkAll && screen.progress == nil)
  }

  @Test func aSeasonIsCalledByItsNameOrNumberAndSpecialsByTheirWord() throws {
    let names = [
      try season([], name: "\"Minerals\"").name, try season([], number: 2).name, try season([], number: 0).name,
      try season([], number: 3, name: "\"\"").name,
    ]
    #expect(names == ["Minerals", "Season 2", "Specials", "Season 3"])
  }

  @Test func episodesOfACollectedSeriesShowWhatWasWatched() throws {
    let rows = [1, 2].map { episode($0, #""name":"E","label":"\#($0). E""#) }
    let collected = try season(rows, collected: [watched(1, true), watched(2, false)])
    let other = try season(rows)
    #expect(collected.episodes.map(\.watched?.isWatched) == [true, false])
    #expect(collected.episodes.map(\.watched?.button) == ["Not watched after all", "Mark as watched"])
    #expect(collected.episodes.map(\.watched?.action) == ["/series/unmark", "/series/mark"])
    #expect(collected.episodes.first?.watched?.forEpisode == "for 1. E")
    #expect(collected.progress == "1 of 2 watched")
    #expect(collected.canMarkAll && collected.collect == nil)
    #expect(other.episodes.allSatisfy { $0.watched == nil })
    #expect(other.collect != nil && !other.canMarkAll && other.progress == nil)
  }

  @Test func whatMayBeOutOfDateSaysSoWithARetry() throws {
    let screen = try season([], stale: true)
    let html = try Templates(Areas.all).render(screen, with: "season")
    #expect(screen.stale?.path == "/series/1396/1?refresh=1")
    #expect(html.contains("This may be out of date.") && html.contains(">Try again</a>"))
  }

  // MARK: Episode

  @Test func anEpisodeShowsStillNumberNameDateAndOverview() throws {
    let screen = try episodeScreen(
      #""name":"Pilot","overview":"A teacher.","air_date":"2008-01-20","still_urls":\#(stills)"#)
    let html = try Templates(Areas.all).render(screen, with: "episode")
    #expect(screen.number == "Episode 1")
    #expect(screen.name == "Pilot")
    #expect(screen.airDate == TimeText(iso: "2008-01-20", text: "January 20, 2008"))
    #expect(screen.still.picture?.source == "https://image.tmdb.org/t/p/original/a.jpg")
    let parts = html.matches(of: #/class="still" aria-hidden="true"|id="(episode-[a-z]+)"/#).map {
      $0.output.1 ?? "still"
    }
    #expect(parts == ["still", "episode-number", "episode-name", "episode-date", "episode-overview"])
  }

  @Test(arguments: ["null", "\"\""])
  func anEpisodeWithoutDateOverviewAndStillLeavesThemOut(overview: String) throws {
    let screen = try episodeScreen(#""name":"Pilot","overview":\#(overview)"#)
    let html = try Templates(Areas.all).render(screen, with: "episode")
    #expect(!html.contains("episode-date") && !html.contains("episode-overview") && !html.contains("<img"))
    #expect(html.contains(#"<span class="still" aria-hidden="true"></span>"#))
    #expect(html.contains("Pilot"))
  }

  @Test func anEpisodeWithoutNameIsCalledByItsNumber() throws {
    #expect(try episodeScreen(#""name":"""#).name == "Episode 1")
  }

  @Test(arguments: [
    ("\"2026-11-10T20:00:00Z\"", "Watched Tue, Nov 10"), ("\"2020-05-01\"", "Watched May 1, 2020"), ("null", "Watched"),
  ])
  func aWatchedEpisodeShowsTheDayIfItIsKnown(date: String, text: String) throws {
    let screen = try episodeScreen(#""name":"Pilot""#, collected: [watched(1, true, date)])
    #expect(screen.watched?.state == text)
    #expect(screen.collect == nil)
  }

  // MARK: Series

  @Test func aSeriesShowsItsSeasons() throws {
    let series: Series = try decoded(
      """
      {"tmdb_id":1396,"name":"Breaking Bad","original_name":"Breaking Bad","year":2008,"first_air_date":"2008-01-20",
      "last_air_date":null,"overview":null,"status":"Ended","genres":["Drama"],"genre_ids":[18],"content_rating":null,
      "number_of_seasons":1,"number_of_episodes":62,"poster_path":null,"poster_urls":null,"backdrop_path":null,
      "backdrop_urls":null,"next_episode":{"season_number":2,"episode_number":1,"name":"Later","air_date":"2027-01-02"},
      "watch_providers":null,"seasons":[{"season_number":1,"name":null,"overview":null,"air_date":"2008-01-20",
      "episode_count":7,"poster_path":null,"poster_urls":null},{"season_number":0,"name":null,"overview":null,
      "air_date":null,"episode_count":null,"poster_path":null,"poster_urls":null}],"collection_status":null,
      "source":"file","fetched_at":null,"stale":false}
      """)
    let screen = SeriesScreen(series, nil, reader: reader)
    #expect(screen.meta == "2008 · Drama · 1 season · 62 episodes · Ended")
    #expect(screen.originalName == nil && screen.overview == nil)
    #expect(screen.nextEpisode == "Next: Season 2, episode 1, “\u{2068}Later\u{2069}”, January 2, 2027")
    #expect(screen.seasons.map(\.name) == ["Season 1", "Specials"])
    #expect(screen.seasons.map(\.meta) == ["2008 · 7 episodes", ""])
    #expect(screen.seasons.map(\.path) == ["/series/1396/1", "/series/1396/0"])
    #expect(screen.collect?.series == 1396 && screen.collection == nil)
  }

  // MARK: Values

  private func episode(_ number: Int, _ changes: String) -> String {
    let keys = ["overview", "still_urls"].filter { !changes.contains("\"\($0)\":") }
    return """
      {"tmdb_episode_id":null,"season_number":1,"episode_number":\(number),"episode_type":null,
      \(keys.map { "\"\($0)\":null," }.joined())"air_date":null,"runtime":null,"still_path":null,\(changes)}
      """
  }

  private func season(
    _ episodes: [String], number: Int = 1, name: String = "null", overview: String = "null", stale: Bool = false,
    collected: [String]? = nil
  ) throws -> SeasonScreen {
    let season: Season = try decoded(
      """
      {"tmdb_id":1396,"season_number":\(number),"name":\(name),"overview":\(overview),"air_date":null,
      "poster_path":null,"poster_urls":null,"changed_at":"2026-10-01T00:00:00Z",
      "episodes":[\(episodes.joined(separator: ","))],"source":"file","fetched_at":null,"stale":\(stale)}
      """)
    return SeasonScreen(season, try collected?.map { try decoded($0) })
  }

  private func watched(_ number: Int, _ isWatched: Bool, _ date: String = "null") -> String {
    """
    {"season_number":1,"episode_number":\(number),"episode_code":"S01E01","facts":null,"watched":\(isWatched),
    "watched_date":\(date),"plays":[]}
    """
  }

  private func episodeScreen(_ changes: String, collected: [String]? = nil) throws -> EpisodeScreen {
    let keys = ["overview", "still_urls", "air_date"].filter { !changes.contains("\"\($0)\":") }
    let episode: EpisodeDetails = try decoded(
      """
      {"tmdb_episode_id":null,"season_number":1,"episode_number":1,"episode_type":null,"label":"1. Pilot",
      \(keys.map { "\"\($0)\":null," }.joined())"runtime":null,"still_path":null,"source":"file","fetched_at":null,
      "stale":false,\(changes)}
      """)
    return EpisodeScreen(episode, of: 1396, try collected?.map { try decoded($0) }, reader: reader)
  }
}
