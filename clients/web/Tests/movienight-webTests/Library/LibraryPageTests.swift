import MovieNightKit
import Testing

@testable import movienight_web

/// The watchlist, the watched list and movies in a browser without scripts.
@Suite struct LibraryPageTests {
  @Test func aMovieIsFoundAddedRemovedAndBroughtBack() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      let empty = try await browser.get("/watchlist")
      #expect(empty.text.contains("The watchlist is empty"))
      try await browser.get("/watchlist?q=toy+story")
      let added = try await browser.submit("id=\"add-862\"")
      #expect(added.text.contains("Toy Story is on the watchlist."))
      #expect(added.text.contains("Added by Ann"))
      #expect(added.text.contains("On the watchlist"))
      #expect(added.form("id=\"add-862\"") == nil)
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("Toy Story was removed from the watchlist."))
      let again = try await browser.submit("class=\"quiet\">Undo")
      #expect(again.text.contains("Toy Story is on the watchlist."))
      try await browser.get("/watchlist")
      let removed = try await browser.submit("id=\"remove-862\"")
      #expect(removed.text.contains("The watchlist is empty"))
      let left = try await server.client(token).watchlist.list().items
      #expect(left.isEmpty)
    }
  }

  @Test func aMovieIsMarkedFromTheWatchlistAndTheMarkUndone() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.watchlist.add(SentMovie(tmdbMovieID: 862))
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/watchlist")
      let marked = try await browser.submit("id=\"mark-862\"")
      #expect(marked.text.contains("Toy Story is marked as watched."))
      #expect(marked.text.contains("The watchlist is empty"))
      let list = try await browser.get("/watched")
      #expect(list.text.contains("Marked by Ann"))
      let undone = try await browser.submit("id=\"unmark-862\"")
      #expect(undone.text.contains("Toy Story is no longer marked as watched."))
      #expect(undone.text.contains("No movies watched yet"))
      let listed = try await client.watchlist.list().items.map(\.id)
      #expect(listed == [862])
      try await browser.submit("class=\"quiet\">Undo")
      let watched = try await client.watched.list().items.map(\.id)
      #expect(watched == [862])
    }
  }

  @Test func aMovieIsMarkedBySearch() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      try await browser.get("/watched?q=shrek")
      let marked = try await browser.submit("id=\"mark-808\"")
      #expect(marked.text.contains("Shrek is marked as watched."))
      #expect(marked.text.contains("Watched together"))
      #expect(marked.path.hasPrefix("/watched?q=shrek&notice="))
    }
  }

  @Test func refusalsAreSentences() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let creator = server.client(token)
      try await creator.watchlist.add(SentMovie(tmdbMovieID: 862))
      let invite = try #require(try await creator.invites.create().inviteToken)
      let browser = running.browser()
      try await browser.get("/join/\(invite)")
      try await browser.submit("/join/", [("name", "Ben"), ("avatar", "avatar_frog")])
      let page = try await browser.get("/watchlist")
      #expect(page.form("id=\"remove-862\"") == nil)
      let form = try #require(page.form("id=\"mark-862\"")).fields
      for (action, sentence) in [
        ("/watchlist/remove", "Only the member who added the movie"), ("/watchlist/add", "on the watchlist already"),
        ("/watched/unmark", "no longer marked as watched"),
      ] {
        let refused = try await browser.post(action, form)
        let shown = try await browser.get(try #require(refused.header("Location")))
        #expect(shown.body.contains("class=\"notice refusal\""), "\(action)")
        #expect(shown.text.lowercased().contains(sentence.lowercased()), "\(action): \(shown.text)")
      }
    }
  }

  @Test func aParentRemovesWhatTheirChildAdded() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let creator = server.client(token)
      let invite = try #require(try await creator.invites.create().inviteToken)
      let browser = running.browser()
      try await browser.get("/join/\(invite)")
      try await browser.submit("/join/", [("name", "Ben"), ("avatar", "avatar_frog")])
      let session = try #require(running.site.sessions.find(browser.session ?? "", at: running.site.now()))
      let parent = server.client(session.token)
      let max = try await parent.members.addManaged(displayName: "Max", avatarKey: "avatar_bear").member.id
      try await parent.acting(as: max).watchlist.add(SentMovie(tmdbMovieID: 862))
      try await browser.get("/watchlist")
      let removed = try await browser.submit("id=\"remove-862\"")
      #expect(removed.text.contains("Toy Story was removed from the watchlist."))
      try await browser.submit("class=\"quiet\">Undo")
      let adders = try await creator.watchlist.list().items.map(\.addedBy)
      #expect(adders == [max])
    }
  }

  @Test func aLongWatchlistIsShownInPagesToItsEnd() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      for number in 1...41 {
        try await client.watchlist.add(SentMovie(tmdbMovieID: MovieID(number), title: "Film \(number)"))
      }
      let browser = running.browser()
      try await browser.signIn(token)
      var page = try await browser.get("/watchlist")
      #expect(page.text.contains("This server has no movie catalog"))
      #expect(page.body.utf8.count < 60_000)
      var titles: [String] = []
      var count = 0
      while true {
        count += 1
        titles += page.text.matches(of: #/\n(Film \d+)\n/#).map { String($0.output.1) }
        guard let next = page.body.firstMatch(of: #/href="(\/watchlist\?cursor=[^"]*)"/#) else { break }
        page = try await browser.get(Browser.Page.unescaped(String(next.output.1)))
      }
      #expect(count == 3)
      #expect(titles == (1...41).reversed().map { "Film \($0)" })
      #expect(page.text.contains("That's the whole watchlist"))
      #expect(page.text.contains("To the beginning of the list"))
    }
  }

  @Test func aMoviesPageLeadsFromTheListAndActs() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      try await server.client(token).watchlist.add(SentMovie(tmdbMovieID: 862))
      let browser = running.browser()
      try await browser.signIn(token)
      let list = try await browser.get("/watchlist")
      #expect(list.body.contains("<a href=\"/movies/862\">Toy Story</a>"))
      let movie = try await browser.get("/movies/862")
      #expect(movie.body.contains("<title>Toy Story"))
      #expect(movie.text.contains("On the watchlist since") && movie.text.contains("added by Ann."))
      #expect(movie.text.contains("This product uses the TMDB API"))
      let marked = try await browser.submit("id=\"mark-862\"")
      #expect(marked.path.hasPrefix("/movies/862?notice="))
      #expect(marked.text.contains("marked by Ann."))
      let undone = try await browser.submit("id=\"unmark-862\"")
      #expect(undone.text.contains("On the watchlist since"))
    }
  }

  @Test func markingThePickOfARoundHasNoUndo() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.votingRound(token)
      try await client.rounds.vote(.up, on: 862, in: round)
      try await client.rounds.pick(862, in: round)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/movies/862")
      let marked = try await browser.submit("id=\"mark-862\"")
      #expect(marked.text.contains("Toy Story is marked as watched."))
      #expect(marked.text.contains("Watched together at a movie night"))
      #expect(!marked.text.contains("Undo"))
    }
  }

  @Test func anUnknownMovieAndAServerWithoutCatalogSaySo() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let unknown = try await browser.get("/movies/2147483647")
      #expect(unknown.status == 404)
      #expect(unknown.text.contains("The catalog does not know this movie."))
      let wrong = try await browser.get("/movies/x")
      #expect(wrong.status == 404)
    }
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household()
      try await server.client(token).watchlist.add(SentMovie(tmdbMovieID: 1, title: "Film"))
      let browser = running.browser()
      try await browser.signIn(token)
      let none = try await browser.get("/movies/862")
      #expect(none.text.contains("This server has no movie catalog"))
      let recorded = try await browser.get("/movies/1")
      #expect(recorded.text.contains("On the watchlist since"))
    }
  }

  @Test func hostileTextsStayTexts() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household(creator: "<i>Ann</i>")
      let client = server.client(token)
      let titles = [
        "<img src=x onerror=alert(1)>", "x\"\u{301} onerror=alert(1)", "שלום", String(repeating: "W", count: 120),
      ]
      for (number, title) in titles.enumerated() {
        try await client.watchlist.add(SentMovie(tmdbMovieID: MovieID(number + 1), title: title))
      }
      let browser = running.browser()
      try await browser.signIn(token)
      for path in ["/watchlist", "/movies/1", "/movies/2"] {
        let page = try await browser.get(path)
        #expect(page.status == 200)
        #expect(!page.body.contains("<img src=x") && !page.body.contains("<i>"), "\(path)")
        #expect(Array(page.body.utf8).firstRange(of: Array("\"\u{301}".utf8)) == nil, "\(path)")
      }
    }
  }

  @Test func incompleteFormsAreRefused() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name == "forgery" }
      for action in ["/watchlist/add", "/watchlist/remove", "/watched/mark", "/watched/unmark"] {
        let page = try await browser.post(action, fields + [("movie", "x")])
        #expect(page.status == 400, "\(action)")
      }
    }
  }

  @Test func theListsAreLiveRegionsOfLibraryEvents() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/watchlist")
      #expect(page.body.contains(#"<section id="list" class="stack" data-live="library household""#))
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      try await server.client(token).watchlist.add(SentMovie(tmdbMovieID: 862))
      let change = await stream.next { $0.contains("event: change") }
      let fragment = try await browser.get("/watchlist", headers: ["X-Fragment: 1"])
      #expect(change.contains("data: library\n"))
      #expect(fragment.text.contains("Toy Story") && !fragment.body.contains("<html"))
    }
  }
}
