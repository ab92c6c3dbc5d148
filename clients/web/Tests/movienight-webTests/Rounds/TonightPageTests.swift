import MovieNightKit
import Testing

@testable import movienight_web

/// The page for tonight in a browser without scripts.
@Suite struct TonightPageTests {
  @Test func aWholeNightIsPlayedWithForms() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let max = try await client.members.addManaged(displayName: "Max", avatarKey: "avatar_bear").member.id
      let browser = running.browser()
      let empty = try await browser.signIn(token)
      #expect(empty.text.contains("No round is open"))

      let draft = try await browser.submit("/tonight/start")
      #expect(draft.text.contains("The draft has 0 movies"))
      #expect(draft.text.contains("Ann\n") && draft.text.contains("Max\n"))
      for movie in ["toy story", "monsters inc"] {
        try await browser.get("/tonight?q=\(movie.urlEncoded)")
        let added = try await browser.submit("/tonight/add")
        #expect(added.text.contains("was added"))
      }
      let voting = try await browser.submit("/tonight/open")
      #expect(voting.text.contains("Voting is open"))
      #expect(voting.text.contains("0 of 2 have voted"))

      let up = try await browser.submit("id=\"up-862\"", [("vote", "up")])
      #expect(up.body.contains(#"<a class="plain" href="/movies/862">Toy Story</a>"#))
      #expect(up.body.contains(#"id="up-862" name="vote" value="none" aria-pressed="true""#))
      try await browser.get("/tonight?as=\(max)")
      #expect(browser.page.text.contains("You vote and propose for Max."))
      let child = try await browser.submit("id=\"down-862\"", [("vote", "down")])
      #expect(child.path == "/tonight?as=\(max)")
      #expect(child.text.contains("Up: Ann") && child.text.contains("Down: Max"))
      let done = try await browser.submit("/tonight/done")
      #expect(done.text.contains("Max is done voting."))
      let retracted = try await browser.submit("id=\"down-862\"", [("vote", "none")])
      #expect(retracted.text.contains("1 of 2 have voted"))

      try await browser.get("/tonight")
      let closed = try await browser.submit("/tonight/close")
      #expect(closed.text.contains("Voting closed"))
      #expect(closed.text.contains("No. 1") && closed.text.contains("Winner of the vote"))
      let picked = try await browser.submit("id=\"pick-862\"")
      #expect(picked.text.contains("Toy Story it is"))
      #expect(picked.text.contains("No round is open") && picked.text.contains("To watch and to rate"))
      #expect(picked.body.contains("You do not watch it. The pick stays in the history."))
      let watched = try await browser.submit("/tonight/watched")
      #expect(watched.text.contains("Yet to rate: Ann and Max"))
      let rated = try await browser.submit("/tonight/rate", [("rating", "loved")])
      #expect(rated.text.contains("Your rating of Toy Story is saved."))
      #expect(rated.text.contains("Yet to rate: Max"))
      let both = try await browser.submit("name=\"as\" value=\"\(max)\"", [("rating", "liked")])
      #expect(both.text.contains("Max's rating of Toy Story is saved."))
    }
  }

  @Test func aPickedRoundIsDiscardedByItsCreator() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.votingRound(token)
      try await client.rounds.vote(.up, on: 862, in: round)
      try await client.rounds.closeVoting(round)
      try await client.rounds.pick(862, in: round)
      let browser = running.browser()
      let page = try await browser.signIn(token)
      // What was picked is above the form for another round.
      let (night, start) = (page.body.firstRange(of: "id=\"nights\""), page.body.firstRange(of: "id=\"start\""))
      #expect(try #require(night).lowerBound < (try #require(start)).lowerBound)
      let discarded = try await browser.submit("/tonight/discard")
      let movie = try await browser.get("/movies/862")
      #expect(discarded.text.contains("The round was discarded."))
      #expect(!discarded.text.contains("To watch and to rate"))
      #expect(movie.text.contains("Picked"))
    }
  }

  @Test func aProposalCanBeUndone() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/tonight?q=shrek")
      let proposed = try await browser.submit("/tonight/propose")
      #expect(proposed.text.contains("was proposed"))
      #expect(proposed.text.contains("Proposed by Ann"))
      #expect(proposed.path.hasPrefix("/tonight?notice="))
      let with = try await client.rounds.get(round).suggestions.count
      let undone = try await browser.submit("class=\"quiet\">Undo")
      let without = try await client.rounds.get(round).suggestions.count
      #expect(undone.text.contains("was removed"))
      #expect(with == 3)
      #expect(without == 2)
    }
  }

  @Test func aRefusedStartKeepsWhatWasEntered() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let max = try await server.client(token).members.addManaged(displayName: "Max", avatarKey: "avatar_bear").member
        .id
      let browser = running.browser()
      let page = try await browser.signIn(token)
      let fields = try #require(page.form("/tonight/start")).fields.filter { $0.name == "forgery" || $0.name == "from" }
      let answer = try await browser.post(
        "/tonight/start", fields + [("attendee", "\(max)"), ("suggest", "1"), ("open", "1")])
      let again = try await browser.get(try #require(answer.header("Location")))
      #expect(again.text.contains("Suggestions need the favourite genres"))
      let form = try #require(again.form("/tonight/start"))
      #expect(form.fields.filter { $0.name == "attendee" }.map(\.value) == ["\(max)"])
      #expect(form.fields.map(\.name).filter { ["watchlist", "suggest", "open"].contains($0) } == ["suggest", "open"])
    }
  }

  @Test func noticesAboutAnUnknownMovieHaveNoName() {
    let texts = RoundsTexts()
    #expect(texts.added("Shrek") == "\u{2068}Shrek\u{2069} was added." && texts.added(nil) == "The movie was added.")
    #expect(texts.picked(nil) == "The movie is picked. Enjoy!" && texts.rated(nil, for: nil) == "Your rating is saved.")
    #expect(LibraryTexts().removed(nil) == "The movie was removed from the watchlist.")
    #expect(SessionsTexts().ratingSaved(nil, for: nil) == "Your rating is saved.")
  }

  @Test func refusalsSayWhatIsWrongAndTheWayOut() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, round) = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let form = try #require(browser.page.form("/tonight/done") ?? browser.page.form("id=\"up-862\""))
      let fields = form.fields.filter { !["movie", "vote"].contains($0.name) }

      let early = try await browser.post("/tonight/done", fields)
      let notVoted = try await browser.get(try #require(early.header("Location")))
      #expect(notVoted.text.contains("Vote for a movie first."))
      #expect(notVoted.body.contains("class=\"notice refusal\""))

      let other = try await browser.post("/tonight/pick", fields + [("movie", "99999")])
      let unknown = try await browser.get(try #require(other.header("Location")))
      #expect(unknown.text.contains("This movie is no longer in the round."))

      try await client.rounds.discard(round)
      let late = try await browser.post("/tonight/vote", fields + [("movie", "862"), ("vote", "up")])
      let gone = try await browser.get(try #require(late.header("Location")))
      #expect(gone.text.contains("Someone was faster"))
      #expect(gone.text.contains("No round is open"))
    }
  }

  @Test func aWatchedMovieIsProposedOnlyAfterBeingAskedAgain() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let (client, _) = try await server.votingRound(token)
      try await client.watched.mark(SentMovie(tmdbMovieID: 808))
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/tonight?q=shrek")
      let refused = try await browser.submit("id=\"propose-808\"")
      #expect(refused.text.contains("You have watched this movie together already."))
      let proposed = try await browser.submit("class=\"quiet\">Do it anyway")
      #expect(proposed.text.contains("Shrek was proposed."))
    }
  }

  @Test func incompleteFormsAreRefusedWithoutAnError() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      let fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name == "forgery" }
      for action in [
        "vote", "add", "remove", "open", "propose", "withdraw", "done", "close", "pick", "discard", "rate",
      ] {
        let page = try await browser.post("/tonight/\(action)", fields + [("round", "x"), ("movie", "-1e9")])
        #expect(page.status == 400, "\(action)")
      }
    }
  }

  @Test func aSearchWithoutResultsAndAServerWithoutCatalogSaySo() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      _ = try await server.votingRound(token)
      let browser = running.browser()
      try await browser.signIn(token)
      let nothing = try await browser.get("/tonight?q=qqqqqqqq")
      let short = try await browser.get("/tonight?q=x")
      #expect(nothing.text.contains("No movie found for “qqqqqqqq”."))
      #expect(short.status == 200)
      #expect(short.text.contains("Please check what you have entered"))
    }
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.members.addManaged(displayName: "Max", avatarKey: "avatar_bear")
      let movies = (1...2).map { SentMovie(tmdbMovieID: MovieID($0), title: "Film \($0)", contentRating: .g) }
      try await client.rounds.start(movies: movies, openVoting: true)
      let page = try await running.browser().signIn(token)
      #expect(page.text.contains("no movie catalog"))
      #expect(page.text.contains("Film 1"))
    }
  }

  @Test func hostileTextsOfAHouseholdStayTexts() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household(named: "<b>Films</b>", creator: "<i>\"Ann\"</i>")
      let client = server.client(token)
      try await client.members.addManaged(displayName: String(repeating: "🍿", count: 30), avatarKey: "avatar_<x>")
      let titles = [
        "<img src=x onerror=alert(1)>", "x\"\u{301} onerror=alert(1) ", "שלום", String(repeating: "W", count: 40),
      ]
      let movies = titles.enumerated().map { SentMovie(tmdbMovieID: MovieID($0 + 1), title: $1, contentRating: .g) }
      try await client.rounds.start(movies: movies, openVoting: true)
      let browser = running.browser()
      let page = try await browser.signIn(token)
      let bytes = Array(page.body.utf8)
      #expect(page.status == 200)
      #expect(!page.body.contains("<img src=x") && !page.body.contains("<i>") && !page.body.contains("<b>F"))
      #expect(bytes.firstRange(of: Array("x&quot;\u{301} onerror".utf8)) != nil)
      #expect(bytes.firstRange(of: Array("\"\u{301}".utf8)) == nil)
      #expect(page.body.contains("&lt;img src=x onerror=alert(1)&gt;"))
      let account = try await browser.get("/account")
      #expect(account.body.contains("&lt;b&gt;Films&lt;/b&gt;"))
    }
  }

  @Test func aFragmentHasThePageWithoutItsFrame() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let page = try await browser.get("/tonight", headers: ["X-Fragment: 1"])
      #expect(page.body.hasPrefix("<div id=\"notices\""))
      #expect(page.body.contains("id=\"start\""))
      #expect(!page.body.contains("<html"))
    }
  }
}
