import MovieNightKit
import Testing

@testable import movienight_web

/// Parents who act for their children, in a browser without scripts.
@Suite struct ActingTests {
  @Test func aParentChoosesBetweenThemselfAndTheirChildren() throws {
    let (ben, max) = try (#require(MemberID(ExampleHousehold.ben)), #require(MemberID(ExampleHousehold.max)))
    let members = try ExampleHousehold.value.members
    let own = ActingSwitch(members, reader: ben, chosen: nil, at: "/guide?view=month")
    let child = ActingSwitch(members, reader: ben, chosen: max, at: "/guide?view=month")
    #expect(own.people.map(\.label) == ["You", "Max"] && own.people.map(\.isCurrent) == [true, false])
    #expect(own.people.map(\.path) == ["/guide?view=month", "/guide?view=month&as=\(max)"])
    #expect(own.note == nil && own.actingAs == nil && own.link("/series") == "/series")
    #expect(child.people.map(\.isCurrent) == [false, true])
    #expect(child.note == "You act for \u{2068}Max\u{2069}.")
    #expect(child.actingAs == "\(max)" && child.link("/series") == "/series?as=\(max)")
  }

  @Test func anotherMembersChildCannotBeChosen() throws {
    let (ann, max) = try (#require(MemberID(ExampleHousehold.ann)), #require(MemberID(ExampleHousehold.max)))
    let other = ActingSwitch(try ExampleHousehold.value.members, reader: ann, chosen: max, at: "/guide")
    #expect(other.people.isEmpty && other.child == nil && other.note == nil)
  }

  @Test func episodesAreMarkedForAChildAndTheSwitchStays() async throws {
    try await withParent { browser, client, max in
      try await client.acting(as: max).titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
      let series = try await browser.get("/series/1396?as=\(max)")
      #expect(series.text.contains("You act for Max."))
      #expect(series.text.contains("In the collection: watching"))
      #expect(series.body.contains("href=\"/series/1396/1?as=\(max)\""))
      let season = try await browser.get("/series/1396/1?as=\(max)")
      #expect(season.body.contains("href=\"/series/1396/1/2?as=\(max)\""))
      try await browser.get("/series/1396/1/2?as=\(max)")
      let marked = try await browser.submit("id=\"mark-2\"")
      #expect(marked.path.hasPrefix("/series/1396/1/2?as=\(max)&notice="))
      let after = try await client.episodes.list(season: 1, of: 1396, by: max).episodes.filter(\.watched)
      #expect(after.map(\.episodeNumber) == [2])
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("You act for Max."))
      let end = try await client.episodes.list(season: 1, of: 1396, by: max).episodes.filter(\.watched)
      #expect(end.isEmpty)
      let own = try await browser.get("/series/1396/1/2")
      #expect(own.form("id=\"collect\"") != nil && own.form("id=\"mark-2\"") == nil)
    }
  }

  @Test func theNextEpisodeIsMarkedForAChild() async throws {
    try await withParent { browser, client, max in
      try await client.acting(as: max).titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
      let own = try await browser.get("/up-next")
      #expect(own.text.contains("Nothing to see next"))
      let child = try await browser.get("/up-next?as=\(max)")
      #expect(child.body.contains("href=\"/series/1396/1/1?as=\(max)\""))
      let seen = try await browser.submit("id=\"seen-1396\"")
      #expect(seen.text.contains("Breaking Bad: Season 1, episode 1 is marked as watched."))
      #expect(seen.body.contains("href=\"/series/1396/1/2?as=\(max)\""))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.body.contains("href=\"/series/1396/1/1?as=\(max)\""))
    }
  }

  @Test func theCollectionOfAChildIsShownAndChanged() async throws {
    try await withParent { browser, client, max in
      try await browser.get("/collection/add?q=toy+story&as=\(max)")
      let added = try await browser.submit("id=\"add-movie-862\"")
      #expect(added.path.hasPrefix("/collection/movie/862?as=\(max)"))
      #expect(added.text.contains("Toy Story is in the collection now."))
      let status = try await browser.submit("/collection/status", [("status", "dropped")])
      #expect(status.text.contains("Toy Story: Dropped.") && status.text.contains("You act for Max."))
      try await browser.submit("/collection/rate", [("rating", "loved")])
      try await browser.submit("/collection/favourite")
      try await browser.submit("/collection/seen")
      let noted = try await browser.submit("/collection/notes/add", [("text", "Buzz!")])
      #expect(noted.text.contains("Buzz!") && noted.form("/collection/notes/edit") != nil)
      let title = try await client.titles.get(.movie, 862, of: max)
      #expect(title.title.status == .completed || title.title.status == .dropped)
      #expect(title.title.rating == .loved && title.title.favourite && title.title.watched)
      #expect(title.notes.map(\.authorID) == [max])
      let list = try await browser.get("/collection?as=\(max)")
      #expect(list.body.contains("href=\"/collection/movie/862?as=\(max)\""))
      let own = try await browser.get("/collection")
      #expect(own.text.contains("Nothing here yet"))
      try await browser.get("/collection/movie/862?as=\(max)")
      let removed = try await browser.submit("/collection/remove")
      #expect(removed.text.contains("Toy Story was removed from the collection."))
      #expect(removed.path.hasPrefix("/collection?as=\(max)"))
    }
  }

  @Test func theListsOfAChildAreMadeFilledAndOrdered() async throws {
    try await withParent { browser, client, max in
      try await client.acting(as: max).titles.add([NewTitle(mediaType: .movie, tmdbID: 862)])
      for name in ["Winter", "Summer"] {
        try await browser.get("/collection/lists?as=\(max)")
        let made = try await browser.submit("/collection/lists/create", [("name", name)])
        #expect(made.path.contains("?as=\(max)") && made.form("/collection/lists/update") != nil)
      }
      let summer = try #require(try await client.lists.list(of: max).lists.last)
      try await browser.get("/collection/lists?as=\(max)")
      try await browser.submit("id=\"up-\(summer.id)\"", [("direction", "up")])
      let order = try await client.lists.list(of: max).lists.map(\.name)
      #expect(order == ["Summer", "Winter"])
      try await browser.get("/collection/movie/862?as=\(max)")
      let put = try await browser.submit("/collection/lists/put", [("list", "\(summer.id)")])
      #expect(put.text.contains("Toy Story is on Summer now."))
      try await browser.get("/collection/lists/\(summer.id)?as=\(max)")
      let taken = try await browser.submit("id=\"take-movie-862\"")
      #expect(taken.text.contains("Toy Story is no longer on the list."))
      let removed = try await browser.submit("/collection/lists/remove")
      #expect(removed.path.hasPrefix("/collection/lists?as=\(max)"))
      let left = try await client.lists.list(of: max).lists.map(\.name)
      let own = try await client.lists.list().lists.filter { $0.ownerID != max }
      #expect(left == ["Winter"] && own.isEmpty)
    }
  }

  @Test func theGuideOfAChildHasItsMarksAndReminders() async throws {
    try await withParent(now: CalendarDate(year: 2016, month: 7, day: 11).start) { browser, client, max in
      try await client.acting(as: max).titles.add([NewTitle(mediaType: .tv, tmdbID: 66732, status: .watching)])
      let guide = try await browser.get("/guide?as=\(max)")
      #expect(guide.body.contains("href=\"/guide?view=month&amp;as=\(max)\""))
      let seen = try await browser.submit("id=\"seen-66732-s1e1\"")
      #expect(seen.text.contains("Seen by Max"))
      let set = try await browser.submit("id=\"remind-66732-s1e2\"")
      #expect(set.text.contains("Stranger Things, S1E02"))
      let reminders = try await (client.reminders.list(of: max).reminders, client.reminders.list().reminders)
      #expect(reminders.0.map(\.episodeNumber) == [2] && reminders.1.isEmpty)
      let forgotten = try await browser.submit("id=\"forget-66732-s1e2\"")
      #expect(forgotten.text.contains("The reminder was removed."))
      #expect(forgotten.text.contains("You act for Max."))
      let own = try await browser.get("/guide")
      #expect(own.form("id=\"collect-66732-s1e1\"") != nil)
      try await browser.get("/series/66732?as=\(max)")
      let hidden = try await browser.submit("id=\"hide-66732\"")
      #expect(hidden.text.contains("Stranger Things is hidden in the guide."))
      let list = try await browser.get("/guide/hidden?as=\(max)")
      #expect(list.body.contains("href=\"/series/66732?as=\(max)\">Stranger Things</a>"))
    }
  }

  /// Runs `body` with a browser and a client of a parent, whose child is Max.
  private func withParent(
    now: Timestamp? = nil, _ body: (Browser, MovieNightClient, MemberID) async throws -> Void
  ) async throws {
    try await withMovieNight(now: now) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let max = try await client.members.addManaged(displayName: "Max", avatarKey: "avatar_bear").member.id
      let browser = running.browser()
      try await browser.signIn(token)
      try await body(browser, client, max)
    }
  }
}
