import MovieNightKit
import Testing

@testable import movienight_web

/// The pages of sessions in a browser without scripts.
@Suite struct SessionsPageTests {
  @Test func anEmptyHistoryLeadsToARound() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let page = try await browser.get("/history")
      #expect(page.text.contains("No Movie Nights Yet"))
      #expect(page.text.contains("Start a voting round to pick your first movie as a household."))
      #expect(page.body.contains(#"<a class="button" href="/tonight">"#))
      #expect(!page.text.contains("That's all"))
      #expect(page.body.contains(#"<a href="/history" aria-current="page">"#))
    }
  }

  @Test func theHistoryHasTwentySessionsAPageAndAnEnd() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.members.addManaged(displayName: "Max", avatarKey: "avatar_bear")
      for _ in 0..<21 {
        let round = try await client.rounds.start(movies: [SentMovie(tmdbMovieID: 862)]).round
        try await client.rounds.discard(round.id)
      }
      let browser = running.browser()
      try await browser.signIn(token)
      let first = try await browser.get("/history")
      #expect(first.body.ranges(of: "class=\"card session\"").count == 20)
      #expect(first.text.contains("Load more") && !first.text.contains("That's all your movie nights"))
      #expect(first.text.contains("Expired") && first.text.contains("No movie selected"))
      let next = try #require(first.body.firstMatch(of: #/href="(\/history\?after=[^"]*)"/#)?.output.1)
      let second = try await browser.get(String(next))
      #expect(second.body.ranges(of: "class=\"card session\"").count == 1)
      #expect(second.text.contains("That's all your movie nights") && second.text.contains("Newest movie nights"))
      let wrong = try await browser.get("/history?after=nonsense")
      #expect(wrong.status == 400)
      #expect(wrong.text.contains("Couldn't Load History") && wrong.text.contains("Try Again"))
      #expect(first.body.utf8.count < 60_000)
    }
  }

  @Test func aWatchedSessionIsRatedForOneselfAndAChild() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.watchedRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let history = try await browser.get("/history")
      #expect(history.text.contains("Toy Story") && history.text.contains("No ratings yet"))
      #expect(history.body.contains("href=\"/history/\(round)\""))
      let page = try await browser.get("/history/\(round)")
      #expect(page.text.contains("Vote Breakdown") && page.text.contains("Voted up: Ann."))
      #expect(page.text.contains("Rate Now") && page.text.contains("Not yet"))
      #expect(page.text.contains("Started by Ann"))

      let rated = try await browser.submit("How did you like it?", [("rating", "loved")])
      #expect(rated.text.contains("Your rating of Toy Story is saved."))
      #expect(rated.text.contains("1 of 2 rated") && rated.text.contains("Rate Now"))
      let changed = try await browser.submit("How did you like it?", [("rating", "liked")])
      #expect(changed.text.contains("Undo"))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("Your rating of Toy Story is saved."))
      let own = try await client.rounds.ratings(round).ratings.first?.rating
      #expect(own == .loved)

      let child = try await browser.submit("name=\"as\"", [("rating", "did_not_like")])
      #expect(child.text.contains("Max's rating of Toy Story is saved."))
      #expect(child.text.contains("Rated") && child.text.contains("2 of 2 rated"))
      #expect(!child.text.contains("Rate Now") && !child.text.contains("Close ratings"))
      let after = try await browser.get("/history")
      #expect(after.text.contains("1 Loved") && after.text.contains("1 Didn't like"))
    }
  }

  @Test func theCreatorClosesRatingsAndLateRatingsAreRefused() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (_, round) = try await server.watchedRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/history/\(round)")
      let form = try #require(browser.page.form("How did you like it?"))
      let closed = try await browser.submit("/history/close")
      #expect(closed.text.contains("The ratings are closed.") && closed.text.contains("Not rated"))
      let late = try await browser.post(form.action, form.fields + [("rating", "loved")])
      let refused = try await browser.get(try #require(late.header("Location")))
      #expect(refused.text.contains("Someone was faster"))
      let incomplete = try await browser.post(form.action, form.fields)
      #expect(incomplete.status == 400)
    }
  }

  @Test func onlyTheCreatorClosesRatings() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.watchedRound(token)
      let invite = try #require(try await client.invites.create().inviteToken)
      let guest = MovieNightClient(to: server.address)
      let joined = try await guest.invites.accept(invite, displayName: "Ben")
      let browser = running.browser()
      try await browser.signIn(try #require(joined.token))
      let page = try await browser.get("/history/\(round)")
      #expect(!page.text.contains("Close ratings") && !page.text.contains("Rate Now"))
      let forgery = try #require(try await browser.get("/tonight").form("/tonight/start")).fields.filter {
        $0.name == "forgery"
      }
      let answer = try await browser.post("/history/close", forgery + [("round", "\(round)")])
      let refused = try await browser.get(try #require(answer.header("Location")))
      #expect(refused.text.contains("Only the household's creator can do this."))
    }
  }

  @Test func anUnknownSessionSaysSo() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let unknown = try await browser.get("/history/01a20c82-3ecf-7076-a9a0-35f13ef9f633")
      let malformed = try await browser.get("/history/x")
      #expect(unknown.status == 404 && malformed.status == 404)
      #expect(unknown.text.contains("Couldn't Load Session") && unknown.text.contains("This round is no longer there."))
    }
  }

  @Test func anUnreachableServerIsSaidWithAWayToRetry() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      await server.kill()
      let page = try await browser.get("/history")
      #expect(page.status == 503)
      #expect(page.text.contains("Couldn't Load History"))
      #expect(page.text.contains("Check your connection and try again."))
      #expect(page.body.contains("data-retry") && page.body.contains("href=\"/history\""))
    }
  }

  @Test func theYearCountsNightsProposalsAndRatings() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.watchedRound(token)
      try await client.rounds.rate(round, as: .loved)
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/year")
      #expect(page.text.contains("1 movie night, 1 movie watched"))
      #expect(page.text.contains("Whose proposals won") && page.text.contains("Loved against not"))
      #expect(page.body.contains("<rect class=\"nights\" x=\"0\" y=\"0\" width=\"100\""))
      #expect(!page.body.contains("style="))
      let old = try await browser.get("/year?year=2001")
      #expect(old.text.contains("No movie nights in 2001"))
      let wrong = try await browser.get("/year?year=99999999999999999999")
      #expect(wrong.text.contains("1 movie night,"))
    }
  }

  @Test func aRatingByAnotherReachesTheOpenSession() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.watchedRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/history/\(round)")
      #expect(page.body.contains(#"id="session" data-live="round household" data-says="Watched, 0 of 2 rated""#))
      let stream = try await EventStream(browser)
      _ = await stream.next { $0.contains("event: change") }
      try await client.rounds.rate(round, as: .loved)
      let told = await stream.next { $0.contains("data: round") }
      stream.close()
      #expect(told.contains("data: round"))
      let fragment = try await browser.get("/history/\(round)", headers: ["X-Fragment: 1"])
      #expect(fragment.body.contains(#"data-says="Watched, 1 of 2 rated""#) && !fragment.body.contains("<html"))
      let history = try await browser.get("/history")
      #expect(history.body.contains(#"id="history" data-live="round household""#))
    }
  }

  @Test func hostileTitlesStayTexts() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household(creator: "<i>\"Ann\"</i>")
      let client = server.client(token)
      try await client.members.addManaged(displayName: String(repeating: "🍿", count: 30))
      let titles = ["<img src=x onerror=alert(1)>", "שלום", String(repeating: "W", count: 120)]
      let movies = titles.enumerated().map { SentMovie(tmdbMovieID: MovieID($0 + 1), title: $1, contentRating: .g) }
      let round = try await client.rounds.start(movies: movies, openVoting: true).round.id
      try await client.rounds.vote(.up, on: 1, in: round)
      try await client.rounds.pick(1, in: round)
      try await client.rounds.markWatched(round)
      let browser = running.browser()
      try await browser.signIn(token)
      for path in ["/history", "/history/\(round)", "/year"] {
        let page = try await browser.get(path)
        #expect(page.status == 200)
        #expect(!page.body.contains("<img src=x") && !page.body.contains("<i>"))
      }
      #expect(browser.page.body.contains("&lt;i&gt;&quot;Ann&quot;&lt;/i&gt;"))
    }
  }
}

extension MovieNightServer {
  /// Plays a round of Ann and her child Max up to its ratings.
  func watchedRound(_ token: String) async throws -> (MovieNightClient, RoundID) {
    let (client, round) = try await votingRound(token)
    try await client.rounds.vote(.up, on: 862, in: round)
    try await client.rounds.pick(862, in: round)
    try await client.rounds.markWatched(round)
    return (client, round)
  }
}
