import MovieNightKit
import NIOCore
import NIOPosix
import Testing

@testable import movienight_web

/// Series, seasons and episodes in a browser without scripts.
@Suite struct TVPageTests {
  @Test func aSearchLeadsToTheSeriesItsSeasonAndItsEpisode() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let search = try await browser.get("/series?q=breaking+bad")
      #expect(search.body.contains(#"<a href="/series/1396">Breaking Bad</a>"#))
      let series = try await browser.get("/series/1396")
      #expect(series.body.contains(#"<a href="/series/1396/1">Season 1</a>"#))
      let season = try await browser.get("/series/1396/1")
      #expect(season.body.contains("<title>Season 1"))
      #expect(season.body.contains(#"<a href="/series/1396/1/1">1. Pilot</a>"#))
      let episode = try await browser.get("/series/1396/1/1")
      #expect(episode.body.contains("<title>Pilot"))
      #expect(episode.text.contains("Episode 1\nPilot\nJanuary 20, 2008\n"))
    }
  }

  @Test func aCollectedSeriesIsMarkedEpisodeByEpisodeWithUndo() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let before = try await browser.get("/series/1396/1/2")
      #expect(before.form("/series/mark") == nil)
      let collected = try await browser.submit("id=\"collect\"")
      #expect(collected.text.contains("Breaking Bad is in the collection."))
      let marked = try await browser.submit("id=\"mark-2\"")
      let after = try await watched(client)
      #expect(marked.path.hasPrefix("/series/1396/1/2?notice="))
      #expect(marked.text.contains("Season 1, episode 2 is marked as watched."))
      #expect(after == [2])
      let undone = try await browser.submit("class=\"quiet\">Undo")
      let end = try await watched(client)
      #expect(undone.text.contains("Season 1, episode 2 is no longer marked as watched."))
      #expect(end == [])
    }
  }

  @Test func undoingAnUnmarkRestoresTheDayOfWatching() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
      try await client.episodes.mark(of: 1396, seasonNumber: 1, episodeNumbers: [3], watchedAt: "2020-05-01")
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/series/1396/1/3")
      #expect(page.text.contains("Watched May 1, 2020"))
      try await browser.submit("id=\"mark-3\"")
      let after = try await watched(client)
      #expect(after == [])
      let restored = try await browser.submit("class=\"quiet\">Undo")
      #expect(restored.text.contains("Watched May 1, 2020"))
    }
  }

  @Test func aWholeSeasonIsMarkedAndItsUndoSparesEarlierPlays() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/series/1396/1")
      let marked = try await browser.submit("id=\"mark-season\"")
      #expect(marked.text.contains("7 episodes were marked as watched."))
      #expect(marked.text.contains("7 of 7 watched"))
      #expect(marked.form("id=\"mark-season\"") == nil)
      let series = try await browser.request("GET", "/series/1396")
      #expect(series.text.contains("7 of 7 watched"))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("7 episodes are no longer marked as watched."))
      try await client.episodes.mark(of: 1396, seasonNumber: 1, episodeNumbers: [1])
      try await browser.get("/series/1396/1")
      let rest = try await browser.submit("id=\"mark-season\"")
      #expect(rest.text.contains("6 episodes were marked as watched."))
      #expect(!rest.text.contains("Undo"))
    }
  }

  @Test func whatIsUnknownSaysSo() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      for path in ["/series/2147483647", "/series/1396/99", "/series/1396/1/99"] {
        let page = try await browser.get(path)
        #expect(page.status == 404, "\(path)")
        #expect(page.text.contains("Go to the start"), "\(path)")
      }
      for path in ["/series/x", "/series/1396/-1", "/series/1396/1/x"] {
        let page = try await browser.get(path)
        #expect(page.status == 404, "\(path)")
      }
      let nothing = try await browser.get("/series?q=qqqqqqqq")
      #expect(nothing.text.contains("No series found for “qqqqqqqq”."))
    }
  }

  @Test func aServerWithoutCatalogSaysSo() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let search = try await browser.get("/series")
      let season = try await browser.get("/series/1396/1")
      #expect(search.text.contains("series cannot be searched here"))
      #expect(season.text.contains("This server has no movie catalog"))
    }
  }

  @Test func aCatalogThatDoesNotAnswerOffersToTryAgain() throws {
    let refusal: Refusal = try decoded(
      #"{"code":503,"message":"No answer","reason":"catalog_unavailable","data":{"reason":"catalog_unavailable"}}"#)
    let screen = ErrorScreen.screen(refusal)
    let html = try Templates(Areas.all).render(screen.model, with: "error")
    #expect(screen.status == .badGateway)
    #expect(html.contains("The movie catalog does not answer now."))
    #expect(html.contains(#"<a class="button" href="">Try again</a>"#))
    #expect(!html.contains("data-retry"))
  }

  @Test(arguments: ["/series/1396", "/series/1396/1", "/series/1396/1/1", "/movies/862", "/series?q=bad"])
  func aCatalogThatNeedsLongerSaysSoWithARetry(path: String) async throws {
    // TMDb accepts connections, and never answers.
    let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    defer { silent.close(promise: nil) }
    let url = "http://127.0.0.1:\(silent.localAddress?.port ?? 0)"
    let environment = ["MOVIENIGHT_TMDB_URL": url, "MOVIENIGHT_TMDB_TOKEN": "token"]
    try await withMovieNight(["--catalog", "tmdb"], environment: environment) { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let page = try await browser.get(path)
      #expect(page.text.contains("The movie catalog needs longer than usual."))
      guard !path.contains("?") else { return }
      #expect(page.status == 504 && page.text.contains("Still being looked up"))
      #expect(page.body.contains(#"<a class="button" href="">Try again</a>"#))
    }
  }

  @Test func aNoteOnAnEpisodeIsWrittenChangedAndRemoved() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let before = try await browser.get("/series/1396/1/2")
      #expect(before.form("/collection/notes/add") == nil)
      try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
      try await client.notes.add("The whole series", on: .tv, id: 1396)
      try await client.notes.add("The first one", on: .tv, id: 1396, seasonNumber: 1, episodeNumber: 1)
      let empty = try await browser.get("/series/1396/1/2")
      #expect(empty.text.contains("No notes yet."))
      let added = try await browser.submit("/collection/notes/add", [("text", "The bathtub!")])
      #expect(added.path.hasPrefix("/series/1396/1/2?notice="))
      #expect(added.text.contains("The bathtub!") && added.text.contains("Only for you"))
      #expect(!added.text.contains("The first one") && !added.text.contains("The whole series"))
      let note = try #require(try await client.notes.list().notes.first)
      #expect(note.seasonNumber == 1 && note.episodeNumber == 2 && note.ownerOnly)
      let fields = try #require(added.form("/collection/notes/edit")).fields.filter { $0.name != "owner_only" }
      let answer = try await browser.post("/collection/notes/edit", fields + [("text", "Acid.")])
      let changed = try await browser.get(try #require(answer.header("Location")))
      #expect(changed.path.hasPrefix("/series/1396/1/2?notice="))
      #expect(changed.text.contains("Acid.") && changed.text.contains("Shared with the household"))
      let removed = try await browser.submit("/collection/notes/remove")
      #expect(removed.path.hasPrefix("/series/1396/1/2?notice=") && removed.text.contains("No notes yet."))
    }
  }

  @Test func aShowIsHiddenInTheGuideOnItsPageAndShownAgain() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .planned)])
      let planned = try await browser.get("/series/1396")
      #expect(planned.form("id=\"hide-1396\"") == nil)
      try await client.titles.set([TitleRef(mediaType: .tv, tmdbID: 1396)], status: .watching)
      let none = try await browser.get("/guide/hidden")
      #expect(none.text.contains("No shows are hidden."))
      try await browser.get("/series/1396")
      let hidden = try await browser.submit("id=\"hide-1396\"")
      #expect(hidden.text.contains("Breaking Bad is hidden in the guide."))
      #expect(hidden.text.contains("Show in the guide again"))
      let guide = try await browser.get("/guide")
      #expect(!guide.text.contains("Breaking Bad") && guide.body.contains("href=\"/guide/hidden\""))
      let list = try await browser.get("/guide/hidden")
      #expect(list.body.contains(#"href="/series/1396">Breaking Bad</a>"#))
      let shown = try await browser.submit("id=\"hide-1396\"")
      #expect(shown.text.contains("Breaking Bad is in the guide again.") && shown.text.contains("No shows are hidden."))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("Breaking Bad is hidden in the guide."))
    }
  }

  @Test func incompleteFormsAreRefused() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name == "forgery" }
      for action in ["/series/collect", "/series/mark", "/series/unmark", "/up-next/seen", "/up-next/unseen"] {
        for series in ["x", "-1", ""] {
          let page = try await browser.post(action, fields + [("series", series), ("season", "1")])
          #expect(page.status == 400, "\(action) \(series)")
        }
      }
      let refused = try await browser.post(
        "/series/mark", fields + [("series", "1396"), ("season", "1"), ("episode", "1")])
      let page = try await browser.get(try #require(refused.header("Location")))
      #expect(page.body.contains("class=\"notice refusal\""))
    }
  }

  private func watched(_ client: MovieNightClient) async throws -> [Int] {
    try await client.episodes.list(season: 1, of: 1396).episodes.filter(\.watched).map(\.episodeNumber)
  }
}
