import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight titles`, `next`, `notes` and `start --planned`, against a scripted server.
@Suite struct TitlesCommandTests {
  private typealias Titles = CollectedTitles

  @Test(arguments: [
    (["titles", "add"], "add needs TITLE"),
    (["titles", "set", "heat"], "set needs --status, --rating or another change"),
    (["titles", "list", "--status", "panned"], "There is no status 'panned'. Did you mean planned?"),
    (["titles", "add", "heat", "--rating", "none"], "none works only with set"),
    (["titles", "add", "heat", "--rating", "11"], "--rating takes a number from 1 to 10"),
    (["titles", "add", "heat", "--rating", "good"], "'good' is not a rating"),
    (["titles", "show", "heat", "--on", "today"], "--on works only with watched"),
    (["titles", "ad"], "There is no action 'ad'. Did you mean add?"),
    (["notes", "add", "heat", "x", "--episode", "S1"], "'S1' is not an episode like S1E2"),
    (["notes", "remove", "x"], "'x' is not the id of a note"),
    (["next", "watched"], "watched needs SERIES"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)"), "\(run.errors.text)")
  }

  @Test func errorInActionShowsItsExample() {
    let run = TestRun(["titles", "set", "heat"])
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.contains("  For example: movienight titles set jaws --rating 9 --favourite\n"))
  }

  private static let typedEpisodes: [(String, Int?, Int?)] = [
    ("S1", 1, nil), ("s01e05", 1, 5), ("S10E100", 10, 100), ("S0E1", 0, 1), ("Se7en", nil, nil), ("S", nil, nil),
    ("S1E", nil, nil), ("E1", nil, nil), ("S-1", nil, nil), ("S1E2E3", nil, nil),
  ]

  @Test(arguments: typedEpisodes)
  func episodeIsParsed(_ word: String, _ season: Int?, _ number: Int?) {
    let episode = TypedEpisode(word)
    #expect(episode?.season == season && episode?.number == number)
  }

  // MARK: Lists of titles

  @Test func titlesAreDrawn() throws {
    let page = Titles.page(
      Titles.movie(949, "Heat", plays: 2, rating: #""did_not_like""#), Titles.series(next: Titles.secondSeason),
      cursor: #""c""#)
    let server = try Titles.server(["titles.list": page])
    let (code, shown) = Titles.run(server, ["titles", "list", "--limit", "2"])
    #expect(code == .success, "\(shown.errors.text)")
    func top(_ title: String) -> String { title + String(repeating: " ", count: 54 - title.count) + "Feb 14" }
    #expect(
      shown.output.text == """
        Titles

        \(top("Heat (1995)"))
          completed · watched 2 times, last Feb 14 · did not like
          TMDb 949

        \(top("Breaking Bad (2008)"))
          watching · 7 of 62 episodes, 2 new, next S02E01 · 9 of 10
          favourite · private · over the ceiling
          TMDb series 1396

        The first 2. To see all of them, add --all.

        """)
    let (_, json) = Titles.run(server, ["titles", "--limit", "2", "--json"])
    #expect(try Array(JSONDocument(json.output.text).root.array("titles")).count == 2)
  }

  @Test func filtersAndOrderAreSent() throws {
    let server = try Titles.server(["titles.list": Titles.page()])
    let (code, shown) = Titles.run(
      server,
      ["titles", "list", "--status", "planned", "--movies", "--find", "toy", "--sort", "title", "--genre", "Drama"]
        + ["--as", "ben"])
    #expect(code == .success && shown.output.text == "Titles\nNo titles. Add one with: movienight titles add TITLE\n")
    #expect(
      try Titles.last("titles.list", to: server) == #"""
        member_id="\#(Evening.ben)" status=["planned"] media_type="movie" genre="Drama" query="toy" sort="title" \#
        ascending=true
        """#)
  }

  @Test func titleIsShownWithItsLists() throws {
    let server = try Titles.server([
      "titles.list": Titles.page(Titles.movie(949, "Heat")),
      "titles.get": Titles.details(of: Titles.movie(949, "Heat", plays: 1)),
    ])
    let (code, shown) = Titles.run(server, ["titles", "show", "heat"])
    #expect(code == .success && shown.output.text.contains("  completed · watched Feb 14\n"), "\(shown.errors.text)")
    #expect(shown.output.text.hasSuffix("\n\n  Lists: Rainy days\n"), "\(shown.output.text)")
    #expect(try Titles.last("titles.get", to: server) == #"media_type="movie" tmdb_id=949"#)
  }

  @Test func titleThatIsMissingIsReported() throws {
    let server = try Titles.server(["titles.list": Titles.page()])
    let (code, shown) = Titles.run(server, ["titles", "remove", "heat"])
    #expect(code == .failure)
    #expect(shown.errors.text.contains("There is no title 'heat' in your collection"), "\(shown.errors.text)")
    #expect(shown.errors.text.contains("movienight titles add TITLE"))
  }

  @Test func ambiguousTitleListsCandidates() throws {
    let server = try Titles.server([
      "titles.list": Titles.page(Titles.movie(841, "Dune", 1984), Titles.movie(438_631, "Dune", 2021))
    ])
    let (code, shown) = Titles.run(server, ["titles", "set", "dune", "--rating", "loved"])
    #expect(code == .usage)
    for line in ["841  Dune (1984)", "438631  Dune (2021)"] { #expect(shown.errors.text.contains(line)) }
    #expect(try Titles.sent("titles.set", to: server).isEmpty)
    #expect(Titles.run(server, ["titles", "set", "dune (2021)", "--rating", "loved"]).code == .success)
    #expect(
      try Titles.last("titles.set", to: server)
        == #"titles=[{"media_type":"movie","tmdb_id":438631}] rating="loved""#)
  }

  // MARK: Changes

  @Test func titleIsAddedWithItsSettings() throws {
    let server = try Titles.server(["titles.list": Titles.page(), "titles.add": #"{"added":[]}"#])
    let (code, shown) = Titles.run(
      server, ["titles", "add", "862=Toy Story (1995) G", "--rating", "8", "--favourite"])
    #expect(
      code == .success && shown.output.text == "Added Toy Story (1995) to your collection.\n", "\(shown.errors.text)")
    #expect(
      try Titles.last("titles.add", to: server) == #"""
        items=[{"media_type":"movie","tmdb_id":862,\#
        "facts":{"title":"Toy Story","year":1995,"content_rating":"G"},\#
        "rating10":8,"favourite":true}]
        """#)
  }

  @Test func titlesAreChangedTogether() throws {
    let server = try Titles.server(["titles.list": Titles.page(Titles.movie(949, "Heat"))])
    let (code, shown) = Titles.run(
      server, ["titles", "set", "heat (1995)", "863", "--public", "--rating", "did-not-like", "--status", "none"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == "Changed Heat (1995), Movie 863.\n")
    #expect(
      try Titles.last("titles.set", to: server) == #"""
        titles=[{"media_type":"movie","tmdb_id":949},{"media_type":"movie","tmdb_id":863}] rating="did_not_like" \#
        private=false clear=["status"]
        """#)
  }

  @Test func childsTitleIsRemovedByParent() throws {
    let server = try Titles.server(["titles.list": Titles.page(Titles.movie(949, "Heat"))])
    let (code, shown) = Titles.run(server, ["titles", "remove", "heat", "--as", "Ben"])
    #expect(code == .success && shown.output.text == "Removed Heat (1995) from the collection of Ben.\n")
    #expect(
      try Titles.last("titles.remove", to: server)
        == #"acting_as="\#(Evening.ben)" titles=[{"media_type":"movie","tmdb_id":949}]"#)
  }

  @Test func watchedMovieIsAddedIfItIsMissing() throws {
    let isAdded = Locked(false)
    let server = try FakeServer.answering { request in
      switch request.method {
      case "titles.list": return request.result(Titles.page())
      case "titles.mark" where !isAdded.withLock({ $0 }): return request.refusal(404, "not_in_collection")
      case "titles.mark": return request.result(Titles.changed(#""marked":1,"already":0"#))
      case "titles.add":
        isAdded.withLock { $0 = true }
        return request.result(#"{"added":[]}"#)
      default: return Evening.answer(request, Evening.active())
      }
    }
    let (code, shown) = Titles.run(server, ["titles", "watched", "949=Heat (1995) R", "--on", "unknown"])
    #expect(code == .success && shown.output.text == "You watched Heat (1995).\n", "\(shown.errors.text)")
    #expect(try Titles.sent("titles.add", to: server).count == 1)
    #expect(try Titles.sent("titles.mark", to: server).count == 2)
    #expect(try Titles.last("titles.mark", to: server) == #"movies=[949] watched_at="unknown""#)
  }

  @Test func movieWatchedBeforeSuggestsAgain() throws {
    let server = try Titles.server([
      "titles.list": Titles.page(), "titles.mark": Titles.changed(#""marked":0,"already":1"#),
    ])
    let (_, shown) = Titles.run(server, ["titles", "watched", "949=Heat (1995) R"])
    #expect(shown.output.text == "It is marked as watched already. If it was watched again, add --again.\n")
    #expect(try Titles.last("titles.mark", to: server) == "movies=[949]")
    _ = Titles.run(server, ["titles", "watched", "949=Heat (1995) R", "--again"])
    #expect(try Titles.last("titles.mark", to: server) == "movies=[949] again=true")
  }

  @Test func episodesAndSeasonsAreMarkedInOrder() throws {
    let server = try Titles.server([
      "titles.list": Titles.page(Titles.series()),
      "episodes.mark": Titles.changed(#""marked":2,"already":0,"not_aired":0"#),
    ])
    let (code, shown) = Titles.run(server, ["titles", "watched", "breaking", "bad", "s2e1", "S1"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(
      shown.output.text == """
        You watched S02E01 of Breaking Bad (2008).
        You watched 2 episodes of Breaking Bad (2008).

        """)
    let marks = try Titles.sent("episodes.mark", to: server)
    #expect(marks.map { $0["season_number"]?.integer } == [2, 1])
    #expect(marks.map { $0["episode_numbers"]?.compactText } == ["[1]", nil])
  }

  @Test func lastPlaysAreRemoved() throws {
    let server = try Titles.server([
      "titles.list": Titles.page(Titles.series()), "episodes.unmark": Titles.changed(#""unmarked":1"#),
    ])
    let (_, shown) = Titles.run(server, ["titles", "unwatched", "breaking bad", "S1E2", "--every"])
    #expect(shown.output.text == "Marked S01E02 of Breaking Bad (2008) as not watched.\n", "\(shown.errors.text)")
    #expect(
      try Titles.last("episodes.unmark", to: server)
        == #"tmdb_id=1396 season_number=1 episode_numbers=[2] plays="all""#)
  }

  // MARK: Next, notes and planned movies

  @Test func nextEpisodeIsShownAndMarked() throws {
    let series = Titles.series(next: Titles.secondSeason)
    let server = try Titles.server([
      "titles.next": Titles.page(series), "titles.list": Titles.page(series), "titles.get": Titles.details(of: series),
      "episodes.mark": Titles.changed(#""marked":1,"already":0,"not_aired":0"#),
    ])
    let (_, list) = Titles.run(server, ["next"])
    #expect(list.output.text.hasPrefix("Watch next\nBreaking Bad (2008) "))
    #expect(list.output.text.hasSuffix(" S02E01 · 2 new\n"), "\(list.output.text)")
    let (code, shown) = Titles.run(server, ["next", "watched", "breaking", "bad"])
    #expect(code == .success && shown.output.text == "You watched S02E01 of Breaking Bad (2008).\n")
    #expect(
      try Titles.last("episodes.mark", to: server) == "tmdb_id=1396 season_number=2 episode_numbers=[1]")
  }

  @Test func noteOnEpisodeIsSharedOnRequest() throws {
    let server = try Titles.server(["titles.list": Titles.page(Titles.series())])
    let words = ["notes", "add", "breaking bad", "What an end", "--episode", "S5E14"]
    #expect(Titles.run(server, words).run.output.text == "Added a note on Breaking Bad (2008).\n")
    #expect(Titles.run(server, words + ["--shared"]).code == .success)
    let notes = try Titles.sent("notes.add", to: server)
    #expect(notes.map { $0["owner_only"]?.bool } == [nil, false])
    #expect(notes.allSatisfy { $0["season_number"]?.integer == 5 && $0["episode_number"]?.integer == 14 })
    #expect(notes.first?["text"]?.string == "What an end")
  }

  @Test func notesAreDrawnWithTheirTitles() throws {
    let notes = [Titles.note(5, on: 949, "Quiet, then loud"), Titles.note(6, on: 949, "Again")]
    let server = try Titles.server([
      "notes.list": #"{"notes":[\#(notes.joined(separator: ","))],"next_cursor":null}"#,
      "titles.get": Titles.details(of: Titles.movie(949, "Heat")),
    ])
    let (code, shown) = Titles.run(server, ["notes"])
    #expect(code == .success, "\(shown.errors.text)")
    let lines = shown.output.text.split(separator: "\n")
    #expect(lines.count == 7 && lines[1].hasPrefix("Heat (1995) ") && lines[1].hasSuffix(" Feb 14"))
    #expect(lines[2] == "  Quiet, then loud" && lines[3] == "  private · \(Nights.id(5))")
    #expect(try Titles.sent("titles.get", to: server).count == 1)
    #expect(Titles.run(server, ["notes", "unshare", Nights.id(5)]).run.output.text == "The note is private again.\n")
    #expect(try Titles.last("notes.edit", to: server) == #"note_id="\#(Nights.id(5))" owner_only=true"#)
  }

  @Test func playsAreDrawn() throws {
    let plays = #"""
      {"plays":[{"media_type":"tv","tmdb_id":1396,"title":"Breaking Bad","season_number":1,"episode_number":2,\#
      "name":"Cat","watched_at":"2026-02-14"},{"media_type":"movie","tmdb_id":949,"title":"Heat",\#
      "round_id":"\#(Nights.id(7))"}],"next_cursor":null}
      """#
    let (code, shown) = Titles.run(try Titles.server(["plays.list": plays]), ["titles", "plays"])
    #expect(code == .success, "\(shown.errors.text)")
    let lines = shown.output.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].hasPrefix("Breaking Bad S01E02 Cat ") && lines[1].hasSuffix(" Feb 14"))
    #expect(lines[2].hasPrefix("Heat ") && lines[2].hasSuffix(" movie night, on an unknown day"))
  }

  @Test func plannedMoviesBelowTheCeilingStartRound() throws {
    let movies = (1...7).map { #"{"title":\#(Titles.movie($0, "Movie")),"planned_by":[],"ratings":[]}"# }
    let excluded = Titles.movie(9, "X").replacing("ceiling\":false", with: "ceiling\":true")
    let over = #"{"title":\#(excluded),"planned_by":[],"ratings":[]}"#
    let together = #"{"movies":[\#(([over] + movies).joined(separator: ","))],"next_cursor":null}"#
    let server = try Titles.server(["titles.together": together])
    let (code, shown) = Titles.run(server, ["start", "--planned", "--with", "cleo"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(try Titles.last("titles.together", to: server) == #"members=["\#(Evening.cleo)"]"#)
    let start = try #require(try Titles.sent("rounds.start", to: server).last)
    #expect(try start.array("movies").map { $0["tmdb_movie_id"]?.integer } == [1, 2, 3, 4, 5])
    #expect(start["allow_watched"] == nil)
    _ = Titles.run(server, ["start", "1=Movie (2001) G", "3=Movie (2001) G", "--planned"])
    let more = try #require(try Titles.sent("rounds.start", to: server).last)
    #expect(try more.array("movies").map { $0["tmdb_movie_id"]?.integer } == [1, 3, 2, 4, 5, 6, 7])
  }

  /// The household can have watched a planned movie before one of its members joined.
  @Test(arguments: [(862, 1), (1, 2)])
  func onlyPlannedMovieMayHaveBeenWatched(_ watched: Int, _ starts: Int) throws {
    let together =
      #"{"movies":[{"title":\#(Titles.movie(1, "Movie")),"planned_by":[],"ratings":[]}],"next_cursor":null}"#
    let server = try FakeServer.answering { request in
      switch request.method {
      case "titles.together": return request.result(together)
      case "rounds.start" where request.parameters?["allow_watched"] == nil:
        return request.refusal(422, "already_watched", more: #","tmdb_movie_ids":[\#(watched)]"#)
      default: return Evening.answer(request, Evening.active())
      }
    }
    let (code, shown) = Titles.run(server, ["start", "862=Toy Story (1995) G", "--planned"])
    #expect((code == .success) == (starts == 2), "\(shown.errors.text)")
    #expect(shown.errors.text.contains("--allow-watched") == (starts == 1))
    #expect(try Titles.sent("rounds.start", to: server).count == starts)
  }

  @Test func startWithoutPlannedMoviesIsExplained() throws {
    let server = try Titles.server(["titles.together": #"{"movies":[],"next_cursor":null}"#])
    let (code, shown) = Titles.run(server, ["start", "--planned"])
    #expect(code == .failure && shown.errors.text.contains("There is no planned movie that all of you have yet to see"))
    #expect(shown.errors.text.contains("movienight titles add MOVIE"))
  }
}
