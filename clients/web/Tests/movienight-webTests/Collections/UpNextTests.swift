import MovieNightKit
import Testing

@testable import movienight_web

@Suite struct UpNextTests {
  @Test func nothingToSeeSaysSoWithAWayOn() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let page = try await browser.get("/up-next")
      #expect(page.text.contains("Nothing to see next"))
      #expect(page.body.contains(#"<a class="target" href="/series">Find a series</a>"#))
    }
  }

  @Test func oneTapMarksTheNextEpisodeAndShowsTheOneAfter() async throws {
    try await withMovieNight { running, server in
      let browser = try await running.signedInWatcher(server).browser
      let page = try await browser.get("/up-next")
      #expect(page.body.contains(#"<a class="target" href="/series/1396/1/1">Season 1, episode 1</a>"#))
      #expect(page.text.contains("for Breaking Bad, Season 1, episode 1"))
      let seen = try await browser.submit("id=\"seen-1396\"")
      #expect(seen.text.contains("Breaking Bad: Season 1, episode 1 is marked as watched."))
      #expect(seen.body.contains(#"href="/series/1396/1/2">Season 1, episode 2</a>"#))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("Breaking Bad: Season 1, episode 1 is no longer marked as watched."))
      #expect(undone.body.contains(#"href="/series/1396/1/1">Season 1, episode 1</a>"#))
    }
  }

  @Test func pressingTwiceMarksTheEpisodeOnce() async throws {
    try await withMovieNight { running, server in
      let (browser, client) = try await running.signedInWatcher(server)
      let form = try #require(try await browser.get("/up-next").form("id=\"seen-1396\""))
      for _ in 1...2 {
        let answer = try await browser.post(form.action, form.fields)
        #expect(answer.status == 303)
      }
      let plays = try await client.episodes.list(season: 1, of: 1396).episodes.reduce(0) { $0 + $1.plays.count }
      #expect(plays == 1)
    }
  }

  @Test func aSeriesThatHasLeftTheCollectionIsRefusedWithASentence() async throws {
    try await withMovieNight { running, server in
      let (browser, client) = try await running.signedInWatcher(server)
      let form = try #require(try await browser.get("/up-next").form("id=\"seen-1396\""))
      try await client.titles.remove([TitleRef(mediaType: .tv, tmdbID: 1396)])
      let refused = try await browser.post(form.action, form.fields)
      let page = try await browser.get(try #require(refused.header("Location")))
      #expect(page.body.contains("class=\"notice refusal\""))
      #expect(page.text.contains("Nothing to see next"))
    }
  }

  @Test func rowsShowWhatIsLeftAndPagesContinue() throws {
    let titles = [title(#"{"season_number":2,"episode_number":5}"#, new: 1), title("null", new: 0)]
    let page: TitlePage = try decoded(#"{"titles":[\#(titles.joined(separator: ","))],"next_cursor":"a b"}"#)
    let screen = UpNextScreen(page, imageURL: nil, isFirstPage: true)
    #expect(screen.items.map(\.next?.label) == ["Season 2, episode 5", nil])
    #expect(screen.items.map(\.facts) == [["1 episode to see", "3 of 10 watched"], ["3 of 10 watched"]])
    #expect(screen.more?.path == "/up-next?cursor=a%20b")
    #expect(screen.beginning == nil && screen.endSentence == nil && !screen.isEmpty)
    let last = UpNextScreen(try decoded(#"{"titles":[],"next_cursor":null}"#), imageURL: nil, isFirstPage: false)
    #expect(last.endSentence == "That's all there is to see" && last.beginning?.path == "/up-next" && !last.isEmpty)
  }

  private func title(_ next: String, new: Int) -> String {
    """
    {"media_type":"tv","tmdb_id":1396,"facts":{"title":"Bluey","original_title":null,"year":2018,"overview":null,
    "genres":[],"runtime":null,"poster_path":null,"backdrop_path":null,"original_language":null,"imdb_id":null,
    "popularity":null,"vote_average":null,"vote_count":null,"content_rating":null,"release_date":null,
    "first_air_date":null,"last_air_date":null,"series_status":null,"number_of_seasons":null,
    "number_of_episodes":null,"seasons":[],"next_episode":null},"status":"watching","watched":false,
    "watched_date":null,"play_count":0,"rating":null,"rating10":null,"favourite":false,"liked_status":0,
    "private":false,"exceeds_ceiling":false,"watched_together":null,"progress":{"total":10,"aired":10,"watched":3,
    "watch_progress":0.3},"next_to_watch":\(next),"new_episodes":\(new),"added_at":null,"modified_at":null}
    """
  }
}

extension RunningSite {
  /// A browser of a member who is watching Breaking Bad, and a client of the same member.
  fileprivate func signedInWatcher(_ server: MovieNightServer) async throws -> (
    browser: Browser, client: MovieNightClient
  ) {
    let token = try await server.household()
    let client = server.client(token)
    try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
    let browser = browser()
    try await browser.signIn(token)
    return (browser, client)
  }
}
