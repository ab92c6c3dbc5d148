import Foundation
import MovieNightKit
import Testing

@testable import movienight_web

/// A member's collection in a browser without scripts.
@Suite struct CollectionPageTests {
  @Test func anEmptyCollectionOffersToAddATitle() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let page = try await browser.get("/collection")
      #expect(page.text.contains("Nothing here yet"))
      try await browser.get("/collection/add?q=toy+story")
      let added = try await browser.submit("id=\"add-movie-862\"")
      #expect(added.text.contains("Toy Story is in the collection now."))
      let planned = try await browser.get("/collection?status=planned")
      #expect(planned.text.contains("Toy Story") && planned.text.contains("Planned 1"))
      let watching = try await browser.get("/collection?status=watching")
      #expect(!watching.text.contains("Toy Story"))
    }
  }

  @Test func eachStatusHasItsNumber() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household()
      let statuses: [TitleStatus] = [.watching, .paused, .paused, .dropped, .dropped, .dropped, .planned]
      try await server.client(token).titles.add(
        statuses.enumerated().map {
          NewTitle(mediaType: .tv, tmdbID: $0 + 1, facts: SentTitleFacts(title: "Series \($0)"), status: $1)
        })
      let browser = running.browser()
      try await browser.signIn(token)
      let text = try await browser.get("/collection").text
      for tab in ["All 7", "Watching 1", "Planned 1", "Completed 0", "Paused 2", "Dropped 3"] {
        #expect(text.contains("\n\(tab)\n"), "\(tab)")
      }
    }
  }

  @Test func statusRatingFavouriteAndPrivacyAreSet() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .movie, tmdbID: 862)])
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/collection/movie/862")
      #expect(page.body.contains(#"<option value="planned" selected="">"#))
      // A movie cannot be watched in parts.
      #expect(!page.body.contains(#"<option value="watching""#))
      let dropped = try await browser.submit("/collection/status", [("status", "dropped")])
      #expect(dropped.text.contains("Toy Story: Dropped."))
      let undone = try await browser.submit("class=\"quiet\">Undo")
      #expect(undone.text.contains("Toy Story: Planned."))
      try await browser.submit("/collection/rate", [("rating", "loved")])
      try await browser.submit("/collection/favourite")
      try await browser.submit("/collection/private")
      try await browser.submit("/collection/seen")
      let title = try await client.titles.get(.movie, 862).title
      #expect(title.rating == .loved && title.favourite && title.private && title.watched)
      let list = try await browser.request("GET", "/collection")
      #expect(list.text.contains("Loved it") && list.text.contains("Favourite") && list.text.contains("Private"))
      let unseen = try await browser.submit("/collection/seen")
      #expect(unseen.text.contains("Mark as seen"))
    }
  }

  @Test func theProgressOfASeriesIsShown() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .tv, tmdbID: 1396, status: .watching)])
      try await client.episodes.mark(of: SeriesID(1396), seasonNumber: 1)
      let browser = running.browser()
      try await browser.signIn(token)
      let list = try await browser.get("/collection?status=watching")
      #expect(list.text.contains("7 of 62 episodes seen"))
      #expect(list.text.contains("Next: S2E01"))
      let page = try await browser.get("/collection/tv/1396")
      #expect(page.text.contains("7 of 7 seen"))
    }
  }

  @Test func titlesBeyondTheFirstPageAreReachedByALink() async throws {
    try await withMovieNight(["--catalog", "none"]) { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add(
        (1...25).map { NewTitle(mediaType: .movie, tmdbID: $0, facts: SentTitleFacts(title: "Film \($0)")) })
      let browser = running.browser()
      try await browser.signIn(token)
      let first = try await browser.get("/collection")
      #expect(first.body.matches(of: #/<li class="card title-row">/#).count == CollectionPages.pageSize)
      let link = try #require(first.body.firstMatch(of: #/data-more="titles"[^>]*href="([^"]*)"/#)?.output.1)
      let second = try await browser.get(Browser.Page.unescaped(String(link)))
      #expect(second.body.matches(of: #/<li class="card title-row">/#).count == 5)
      #expect(second.text.contains("That's all of them"))
    }
  }

  // MARK: Notes

  @Test func aNoteIsWrittenSharedAndRemoved() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .movie, tmdbID: 862)])
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/collection/movie/862")
      let added = try await browser.submit("/collection/notes/add", [("text", "\n<b>To infinity</b>\r\nand beyond")])
      #expect(added.text.contains("The note was added."))
      #expect(added.body.contains("&lt;b&gt;To infinity&lt;/b&gt;") && !added.body.contains("<b>To"))
      #expect(added.text.contains("Only for you"))
      let note = try #require(try await client.notes.list().notes.first)
      #expect(note.text == "\n<b>To infinity</b>\nand beyond" && note.ownerOnly)
      // Without the checked box, the note is shared.
      let fields = try #require(browser.page.form("/collection/notes/edit")).fields.filter { $0.name != "owner_only" }
      let answer = try await browser.post("/collection/notes/edit", fields + [("text", "Shared")])
      let shared = try await browser.get(try #require(answer.header("Location")))
      #expect(shared.text.contains("Shared with the household"))
      let removed = try await browser.submit("/collection/notes/remove")
      #expect(removed.text.contains("No notes yet."))
    }
  }

  @Test func othersNotesCanBeReadButNotChanged() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .movie, tmdbID: 862)])
      let invite = try await client.invites.create()
      let ben = try await MovieNightClient(to: server.address).invites.accept(
        try #require(invite.inviteToken), displayName: "Ben", avatarKey: "avatar_fox")
      let other = server.client(try #require(ben.token))
      try await other.titles.add([NewTitle(mediaType: .movie, tmdbID: 862)])
      try await other.notes.add("Look at the dog", on: .movie, id: 862, ownerOnly: false)
      let browser = running.browser()
      try await browser.signIn(token)
      let page = try await browser.get("/collection/movie/862")
      #expect(page.text.contains("Look at the dog") && page.text.contains("By Ben"))
      #expect(page.form("/collection/notes/edit") == nil)
    }
  }

  // MARK: Lists

  @Test func listsAreMadeOrderedAndRemoved() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      for name in ["Winter", "Summer"] {
        try await browser.get("/collection/lists")
        try await browser.submit("/collection/lists/create", [("name", name)])
      }
      let summer = try #require(try await client.lists.list().lists.last)
      try await browser.get("/collection/lists")
      #expect(!browser.page.body.contains("id=\"down-\(summer.id)\""))
      let moved = try await browser.submit("id=\"up-\(summer.id)\"", [("direction", "up")])
      #expect(!moved.body.contains("id=\"up-\(summer.id)\"") && moved.body.contains("id=\"down-\(summer.id)\""))
      #expect(moved.text.contains("The order was changed."))
      let order = try await client.lists.list().lists.map(\.name)
      #expect(order == ["Summer", "Winter"])
      try await browser.get("/collection/lists/\(summer.id)")
      let changed = try await browser.submit("/collection/lists/update", [("name", "Sun"), ("shared", "1")])
      #expect(changed.text.contains("Sun\n") && changed.text.contains("Shared"))
      let removed = try await browser.submit("/collection/lists/remove")
      #expect(removed.text.contains("The list was removed."))
    }
  }

  @Test func aListHasAnIconAndAColour() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/collection/lists")
      let made = try await browser.submit(
        "/collection/lists/create", [("name", "Winter"), ("icon", "snow"), ("color", "#1976D2")])
      #expect(made.body.contains(##"fill="#1976D2""##) && made.text.contains("❄️"))
      #expect(made.body.contains(#"<option value="snow" selected="">"#))
      let list = try #require(try await client.lists.list().lists.first)
      #expect(list.icon == "snow" && list.color == "#1976D2")
      let all = try await browser.get("/collection/lists")
      #expect(all.body.contains(##"fill="#1976D2""##) && all.text.contains("❄️"))
      try await browser.get("/collection/lists/\(list.id)")
      let plain = try await browser.submit(
        "/collection/lists/update", [("name", "Winter"), ("icon", ""), ("color", "")])
      let cleared = try #require(try await client.lists.list().lists.first)
      #expect(cleared.icon == nil && cleared.color == nil)
      #expect(!plain.body.contains("<svg"))
    }
  }

  @Test func titlesOfAListAreMovedAndTakenOff() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let list = try await client.lists.create(named: "Pixar").listID
      try await client.titles.add([862, 585].map { NewTitle(mediaType: .movie, tmdbID: $0) })
      let browser = running.browser()
      try await browser.signIn(token)
      for movie in [862, 585] {
        try await browser.get("/collection/movie/\(movie)")
        let put = try await browser.submit("/collection/lists/put", [("list", "\(list)")])
        #expect(put.text.contains("is on Pixar now."))
      }
      try await browser.get("/collection/lists/\(list)")
      #expect(!browser.page.body.contains("id=\"up-movie-862\""))
      try await browser.submit("id=\"up-movie-585\"", [("direction", "up")])
      let order = try await client.lists.get(list).items.map(\.title.tmdbID)
      #expect(order == [585, 862])
      let taken = try await browser.submit("id=\"take-movie-585\"")
      #expect(taken.text.contains("is no longer on the list."))
      let left = try await client.lists.get(list).items.map(\.title.tmdbID)
      #expect(left == [862])
    }
  }

  // MARK: Files

  @Test func anImportIsReportedBeforeItIsDone() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/collection/files")
      let file =
        "Date,Name,Year,Letterboxd URI\n2026-01-01,Toy Story,1995,https://boxd.it/1\n"
        + "2026-01-01,Qqqq,1995,https://boxd.it/2\n"
      let report = try await browser.upload(
        "/collection/files/check", [("format", "letterboxd")],
        [Browser.File(field: "files", name: "watchlist.csv", text: file)])
      #expect(report.text.contains("What the import would change"))
      #expect(report.text.contains("1 new title"))
      #expect(report.text.contains("no such title was found"))
      let before = try await client.titles.list().titles.count
      #expect(before == 0)
      let done = try await browser.submit("id=\"import\"")
      #expect(done.text.contains("What the import has changed"))
      let after = try await client.titles.list().titles.map(\.tmdbID)
      #expect(after == [862])
      // The file is used up, so pressing twice imports once.
      let fields = try #require(browser.page.form("/collection/files/check")).fields.filter { $0.name == "forgery" }
      let again = try await browser.post("/collection/files/import", fields)
      #expect(again.text.contains("There is no import to confirm."))
    }
  }

  @Test func aFileThatCannotBeReadIsRefusedWithASentence() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      try await browser.get("/collection/files")
      let refused = try await browser.upload(
        "/collection/files/check", [("format", "trakt")],
        [Browser.File(field: "files", name: "x.json", text: "[{")])
      #expect(refused.body.contains("class=\"notice refusal\""))
      let archive = try await browser.upload(
        "/collection/files/check", [("format", "trakt")],
        [Browser.File(field: "files", name: "trakt.zip", text: "PK\u{3}\u{4}")])
      #expect(archive.text.contains("trakt.zip is a ZIP file."))
      // A browser sends a file without a name for a field without a chosen one.
      let empty = try await browser.upload(
        "/collection/files/check", [("format", "imdb")], [Browser.File(field: "files", name: "", text: "")])
      #expect(empty.text.contains("Choose a file or a folder first."))
    }
  }

  @Test func aFolderIsImportedByThePathsOfItsFiles() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/collection/files")
      // More than a request of another form may have, and than a piece of the import.
      let line = "2026-01-01,Toy Story,1995,https://boxd.it/1\n"
      let long = "Date,Name,Year,Letterboxd URI\n" + String(repeating: line, count: 30_000)
      let files = [
        Browser.File(field: "folder", name: "letterboxd/watched.csv", text: long),
        Browser.File(
          field: "folder", name: "letterboxd/likes/films.csv", text: "Date,Name,Year,Letterboxd URI\n" + line),
        Browser.File(field: "folder", name: "letterboxd/.DS_Store", text: "\u{0}"),
      ]
      let report = try await browser.upload("/collection/files/check", [("format", "letterboxd")], files)
      #expect(report.text.contains("30001 lines were read."))
      #expect(report.text.contains("1 new title"))
      #expect(!report.body.contains("DS_Store"))
      try await browser.submit("id=\"import\"")
      let title = try #require(try await client.titles.list().titles.first)
      #expect(title.favourite)
    }
  }

  @Test func filesBeyondTheLimitAreRefusedWithAWayToImportThem() async throws {
    var limits = RequestLimits()
    limits.uploadBytes = 100_000
    try await withMovieNight(limits: limits) { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      try await browser.get("/collection/files")
      let long = Browser.File(field: "files", name: "a.csv", text: String(repeating: "a", count: 150_000))
      let refused = try await browser.upload("/collection/files/check", [("format", "imdb")], [long])
      #expect(refused.status == 422)
      #expect(refused.text.contains("import them in a terminal"))
    }
  }

  @Test func anImportThatTheServerDoesNotAnswerCanBeConfirmedAgain() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let browser = running.browser()
      try await browser.signIn(token)
      try await browser.get("/collection/files")
      let file = Browser.File(
        field: "files", name: "watched.csv",
        text: "Date,Name,Year,Letterboxd URI\n2026-01-01,Toy Story,1995,https://boxd.it/1\n")
      let report = try await browser.upload("/collection/files/check", [("format", "letterboxd")], [file])
      let form = try #require(report.form("id=\"import\""))
      await server.kill()
      let lost = try await browser.post(form.action, form.fields)
      try await server.startAgain()
      let again = try await browser.post(form.action, form.fields)
      let titles = try await server.client(token).titles.list().titles
      #expect(lost.status == 503)
      #expect(again.text.contains("What the import has changed"))
      #expect(titles.count == 1)
    }
  }

  @Test(arguments: [1, 8])
  func formsWithFilesAreLimitedOfAMemberAndOfAll(uploads: Int) async throws {
    var limits = RequestLimits()
    limits.uploads = uploads
    try await withMovieNight(limits: limits) { running, server in
      let token = try await server.household()
      let ann = running.browser()
      try await ann.signIn(token)
      let cookies = ann.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      let first = try await RawConnection(to: running.port)
      try await first.send(
        "POST /collection/files/check HTTP/1.1\r\nHost: \(ann.host)\r\nOrigin: http://\(ann.host)\r\nCookie: \(cookies)\r\n"
          + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n")
      let invite = try #require(try await server.client(token).invites.create().inviteToken)
      let ben = running.browser()
      try await ben.get("/join/\(invite)")
      try await ben.submit("/join/", [("name", "Ben")])
      let file = Browser.File(field: "files", name: "x.csv", text: "x")
      func status(of browser: Browser) async throws -> Int {
        try await browser.get("/collection/files")
        return try await browser.upload("/collection/files/check", [("format", "imdb")], [file]).status
      }
      // The first one has been sent, but may not have arrived.
      while try await status(of: ann) != 429 { try await Task.sleep(for: .milliseconds(5)) }
      let others = try await status(of: ben)
      #expect((others == 429) == (uploads == 1))
      first.close()
      while try await status(of: ann) == 429 { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  @Test func aFormWithFilesIsRefusedBeforeTheyAreReadWithoutItsSecret() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name == "forgery" }
      let file = Browser.File(field: "files", name: "a.csv", text: "a")
      let path = "/collection/files/check"
      let wrong = try await browser.upload(to: path, [("forgery", "x"), ("format", "imdb")], [file])
      let late = try await browser.upload(to: path, [("format", "imdb")] + fields, [file])
      let missing = try await browser.upload(to: path, [], [file])
      let guest = try await running.browser().upload(to: path, fields, [file])
      #expect(wrong.status == 403 && late.status == 403 && missing.status == 403)
      #expect(guest.status == 303 && guest.header("Location")?.hasPrefix("/sign-in") == true)
      let unfinished = try await browser.request(
        "POST", path,
        headers: ["Origin: http://\(browser.host)", "Content-Type: multipart/form-data; boundary=b"], body: "--b\r\n")
      #expect(unfinished.status == 400)
    }
  }

  @Test func theExportHasEverythingAndNotesOnlyWhenAsked() async throws {
    try await withMovieNight { running, server in
      let token = try await server.household()
      let client = server.client(token)
      try await client.titles.add([NewTitle(mediaType: .movie, tmdbID: 862)])
      try await client.notes.add("Secret thought", on: .movie, id: 862)
      let browser = running.browser()
      try await browser.signIn(token)
      let without = try await browser.get("/collection/files/collection.json")
      #expect(without.header("Content-Disposition") == "attachment; filename=\"collection.json\"")
      #expect(without.body.contains("Toy Story") && !without.body.contains("Secret thought"))
      let with = try await browser.get("/collection/files/collection.json?notes=1")
      #expect(with.body.contains("Secret thought"))
      let table = try await browser.get("/collection/files/movies.csv")
      #expect(table.body.contains("tmdbID,imdbID,Title"))
      let other = try await browser.get("/collection/files/other.txt")
      #expect(other.status == 404)
    }
  }

  @Test func incompleteFormsAreRefusedWithoutAnError() async throws {
    try await withMovieNight { running, server in
      let browser = running.browser()
      try await browser.signIn(try await server.household())
      let fields = try #require(browser.page.form("/tonight/start")).fields.filter { $0.name == "forgery" }
      let actions = [
        "add", "remove", "status", "rate", "favourite", "private", "seen", "notes/add", "notes/edit", "notes/remove",
        "lists/create", "lists/update", "lists/remove", "lists/order", "lists/put", "lists/take", "lists/move",
      ]
      for action in actions {
        let page = try await browser.post("/collection/\(action)", fields + [("type", "book"), ("title", "-1")])
        #expect(page.status == 400, "\(action)")
      }
      let missing = try await browser.get("/collection/movie/1")
      #expect(missing.status == 404)
    }
  }
}
