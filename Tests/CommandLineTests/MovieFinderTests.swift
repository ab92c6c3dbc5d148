import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// Movies named by title, id or link, against a server with a scripted catalog.
@Suite struct MovieFinderTests {
  private static let catalog: [(id: Int, title: String, year: Int, imdb: String)] = [
    (862, "Toy Story", 1995, "tt0114709"), (863, "Toy Story 2", 1999, "tt0120363"),
    (841, "Dune", 1984, "tt0087182"), (438_631, "Dune", 2021, "tt1160419"), (194, "Amélie", 2001, "tt0211915"),
    (603, "The Matrix", 1999, "tt0133093"), (14160, "Up", 2009, "tt1049413"), (11, "Star Wars", 1977, "tt0076759"),
    (950, "Hea", 2001, "tt9000950"), (530_915, "1917", 2019, "tt8579674"), (1271, "300", 2006, "tt0416449"),
  ]

  /// Finds the movies whose titles contain the text, as a catalog roughly does, or the one with an IMDb id.
  private static func search(_ text: String) -> String {
    func plain(_ text: String) -> String { String(decoding: FoldedText(text).bytes, as: UTF8.self) }
    let words = plain(String(text.prefix { $0 != "(" }))
    let found = catalog.filter { movie in
      movie.imdb == text
        || plain(movie.title).contains(words) && (!text.contains("(") || text.contains("(\(movie.year))"))
    }.map { movie in
      #"""
      {"tmdb_movie_id":\#(movie.id),"title":"\#(movie.title)","original_title":null,"year":\#(movie.year),"genres":[],\#
      "genre_ids":[],"content_rating":\#(movie.id == 841 ? "null" : "\"PG\"")}
      """#
    }
    return CatalogAnswers.found(
      found, pages: found.isEmpty ? 0 : 1, total: found.count, closeTitle: text == "matrx" ? "The Matrix" : nil)
  }

  private static func server(_ active: String = Evening.active(Evening.round())) throws -> FakeServer {
    try FakeServer.answering { request in
      switch request.method {
      case "movies.search": request.result(search(request.parameters?["query"]?.string ?? ""))
      case "movies.get" where request.parameters?["tmdb_movie_id"]?.integer == 841:
        request.result(#"{"content_rating":"PG-13"}"#)
      case "movies.get" where request.parameters?["tmdb_movie_id"]?.integer == 300:
        request.result(#"{"title":"Hook","year":1991,"content_rating":"PG"}"#)
      case "movies.get" where request.parameters?["tmdb_movie_id"]?.integer == 1917:
        request.refusal(404, "unknown_movie")
      default: Evening.answer(request, active)
      }
    }
  }

  private func run(
    _ server: FakeServer, _ words: [String], typed: [String]? = nil
  ) -> (code: ExitCode, run: TestRun) {
    let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
    let run = TestRun(words, variables: variables, typed: typed, isTerminal: typed != nil, columns: 60)
    return (run.exitCode(), run)
  }

  /// Returns the ids of the movies in the commands that a server has received, in order.
  private func sentMovies(_ server: FakeServer, in method: String) throws -> [Int] {
    try server.received.map { try JSONDocument($0).root }.filter { $0["method"]?.string == method }.flatMap { request in
      let parameters = try request.object("params")
      if let movie = parameters["movie"] { return [try movie.integer("tmdb_movie_id")] }
      guard parameters["movies"] != nil else { return [try parameters.integer("tmdb_movie_id")] }
      return try parameters.array("movies").map { try $0.integer("tmdb_movie_id") }
    }
  }

  // MARK: One match

  @Test(arguments: [
    ("toy story", 862), ("TOY STORY", 862), ("Toy Story (1995)", 862), ("toy story 2", 863), ("amelie", 194),
    ("dune (2021)", 438_631), ("862", 862), ("tmdb:862", 862), ("tt0114709", 862),
    ("https://www.themoviedb.org/movie/862-toy-story", 862), ("https://www.imdb.com/title/tt0114709/", 862),
    ("star", 11), ("1917", 530_915), ("tmdb:300", 300),
  ])
  func onlyMatchIsTaken(_ text: String, _ id: Int) throws {
    let server = try Self.server()
    let (code, shown) = run(server, ["watchlist", "add", text])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(try sentMovies(server, in: "watchlist.add") == [id])
  }

  @Test func takenMovieIsNamedWithItsYear() throws {
    #expect(
      try run(Self.server(), ["watchlist", "add", "toy", "story"]).run.output.text
        == "Toy Story (1995) is on the watchlist.\n")
    #expect(try run(Self.server(), ["propose", "up"]).run.output.text == "Up (2009) is in the round.\n")
  }

  /// Heat is on the watchlist, and Hea is in the catalog.
  @Test func wholeTitleInCatalogHasPriorityOverPartOfListedTitle() throws {
    let server = try Self.server()
    #expect(run(server, ["start", "hea", "he", "HEAT"]).code == .success)
    #expect(try sentMovies(server, in: "rounds.start") == [950, 949, 949])
  }

  // MARK: Several movies

  @Test(arguments: [
    (["watchlist", "add", "862", "863"], "watchlist.add", [862, 863]),
    (["watchlist", "add", "up", "tt0133093"], "watchlist.add", [14160, 603]),
    (["watchlist", "add", "Toy Story", "up"], "watchlist.add", [862, 14160]),
    (["watchlist", "remove", "949", "862"], "watchlist.remove", [949, 862]),
    (["watched", "mark", "862", "heat"], "watched.mark", [862, 949]),
    (["watched", "undo", "862", "863"], "watched.unmark", [862, 863]),
    (["propose", "up", "amelie"], "rounds.propose", [14160, 194]),
    (["propose", "star", "wars"], "rounds.propose", [11]),
    (["vote", "4", "tt0133093", "up"], "rounds.vote", [1, 603]),
  ])
  func severalMoviesAreTaken(_ words: [String], _ method: String, _ ids: [Int]) throws {
    var movies = Evening.movies
    movies[1].id = 603
    let server = try Self.server(Evening.active(Evening.round(movies: movies)))
    let (code, shown) = run(server, words)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(try sentMovies(server, in: method) == ids)
    #expect(shown.output.text.split(separator: "\n").count == ids.count)
  }

  @Test func refusedMovieDoesNotStopOthers() throws {
    let server = try FakeServer.answering { request in
      let id = request.parameters?["movie"]?["tmdb_movie_id"]?.integer
      guard request.method == "watchlist.add", let id, id != 863 else {
        return Evening.answer(request, Evening.active(Evening.round()))
      }
      return request.refusal(409, "already_on_watchlist", "Movie \(id) is already on the watchlist.")
    }
    let (code, shown) = run(server, ["watchlist", "add", "tmdb:862", "tmdb:863", "tmdb:949"])
    #expect(code == .failure)
    #expect(try sentMovies(server, in: "watchlist.add") == [862, 863, 949])
    #expect(shown.output.text.contains("863") && !shown.output.text.contains("862"), "\(shown.output.text)")
    let sentences = "Movie 862 is already on the watchlist. Movie 949 is already on the watchlist.\n"
    #expect(shown.errors.text.hasPrefix("error: \(sentences)"), "\(shown.errors.text)")
  }

  @Test func draftTakesAllMoviesInOneCommand() throws {
    let server = try Self.server(Evening.active(Evening.round("draft")))
    #expect(run(server, ["propose", "up", "862"]).run.output.text.hasPrefix("Up (2009), "))
    #expect(try sentMovies(server, in: "rounds.suggest") == [14160, 862])
  }

  @Test func noMovieIsSentIfOneIsUnknown() throws {
    let server = try Self.server()
    let (code, shown) = run(server, ["watchlist", "add", "Toy Story", "No Such Movie"])
    #expect(code == .failure)
    #expect(shown.errors.text.hasPrefix("error: There is no movie 'No Such Movie'\n"))
    #expect(shown.errors.text.contains("movienight movie search WORDS"))
    #expect(try sentMovies(server, in: "watchlist.add") == [])
  }

  @Test func pickIsMarkedWatchedThroughItsRound() throws {
    let server = try Self.server(Evening.active(nil, [Evening.night(6, "selected", "Dune")]))
    #expect(run(server, ["watched", "mark", "dune"]).run.output.text.hasPrefix("You have seen Dune."))
    #expect(server.received.last?.contains("rounds.mark_watched") == true)
    #expect(run(server, ["watched", "mark", "toy story"]).code == .success)
    #expect(try sentMovies(server, in: "watched.mark") == [862])
  }

  @Test func nightIsNamedByIMDbID() throws {
    let dune = Evening.night(6, "watched", "Dune", waitingFor: [Evening.ann]).replacing("id\":6", with: "id\":841")
    let server = try Self.server(Evening.active(nil, [dune]))
    #expect(run(server, ["rate", "tt0087182", "loved"]).run.output.text.hasPrefix("You loved Dune."))
    #expect(run(server, ["close", "ratings", "tmdb:841"]).code == .success)
    #expect(run(server, ["rate", "tt0133093", "loved"]).code == .failure)
  }

  // MARK: Choosing

  @Test func severalMatchesAreListedWithoutTerminal() throws {
    let server = try Self.server()
    let (code, shown) = run(server, ["watchlist", "add", "dune"])
    #expect(code == .usage)
    #expect(
      shown.errors.text == """
        error: 'dune' matches several movies
          841  Dune (1984) · PG-13
          438631  Dune (2021) · PG
          Type the number instead of the title, or the title with its year.

        """)
    #expect(shown.output.text.isEmpty)
    #expect(try sentMovies(server, in: "watchlist.add") == [])
  }

  @Test func pickOnWatchlistIsOneMovie() throws {
    let heat = Evening.night(6, "selected", "Heat").replacing("id\":6", with: "id\":949")
    let server = try Self.server(Evening.active(nil, [heat]))
    let (code, shown) = run(server, ["watched", "mark", "heat"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(server.received.last?.contains("rounds.mark_watched") == true)
  }

  @Test func titlesThatWereNotFoundTogetherAreAdvisedToBeQuoted() throws {
    let (code, shown) = run(try Self.server(), ["watchlist", "add", "alien", "amelie"])
    #expect(code == .failure)
    #expect(shown.errors.text.contains("There is no movie 'alien amelie'\n  If these are several movies, put each"))
  }

  @Test func numberThatIsIDAndTitleIsAmbiguous() throws {
    let server = try Self.server()
    let (code, shown) = run(server, ["watchlist", "add", "300"])
    #expect(code == .usage)
    let lines = shown.errors.text.split(separator: "\n").dropFirst()
    #expect(
      lines == [
        "  300  Hook (1991) · PG", "  1271  300 (2006) · PG", "  Type tmdb: and the id, or the title with its year.",
      ])
    #expect(try sentMovies(server, in: "watchlist.add") == [])
  }

  @Test func userChoosesOneOfSeveralMatchesByNumber() throws {
    let server = try Self.server()
    let (code, shown) = run(server, ["start", "dune", "toy", "--json"], typed: ["x", "3", " 2 ", "1"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(try sentMovies(server, in: "rounds.start") == [438_631, 862])
    #expect(
      shown.errors.text == """
        'dune' matches several movies
         1  Dune (1984) · PG-13
         2  Dune (2021) · PG
        Type the number of one, or nothing to stop: \
        Type the number of one, or nothing to stop: \
        Type the number of one, or nothing to stop: \
        'toy' matches several movies
         1  Toy Story (1995) · PG
         2  Toy Story 2 (1999) · PG
        Type the number of one, or nothing to stop: \

        """)
    #expect(shown.output.text == "{}\n")
  }

  @Test func userWhoChoosesNothingChangesNothing() throws {
    let server = try Self.server()
    let (code, shown) = run(server, ["watchlist", "add", "dune"], typed: [""])
    #expect(code == .failure)
    #expect(shown.errors.text.contains("Nothing was chosen, and nothing was changed"))
    #expect(try sentMovies(server, in: "watchlist.add") == [])
  }

  @Test func closeSpellingMustBeChosen() throws {
    let server = try Self.server()
    let piped = run(server, ["propose", "matrx"])
    #expect(piped.code == .usage)
    #expect(
      piped.run.errors.text.hasPrefix(
        "error: There is no movie 'matrx'. Did you mean one of these?\n  603  The Matrix (1999) · PG\n"))
    #expect(try sentMovies(server, in: "rounds.propose") == [])
    #expect(run(server, ["propose", "matrx"], typed: ["1"]).code == .success)
    #expect(try sentMovies(server, in: "rounds.propose") == [603])
  }

  @Test func onlyNineMatchesAreListed() throws {
    let movies = (1...12).map { CatalogAnswers.foundMovie($0, "Night \($0)") }
    let server = try FakeServer.answering { request in
      request.method == "movies.search"
        ? request.result(CatalogAnswers.found(movies, pages: 1, total: 12))
        : Evening.answer(request, Evening.active())
    }
    let text = run(server, ["watchlist", "add", "night"]).run.errors.text
    #expect(text.contains("\n  9  Night 9 (1995) · R\n  There are more: movienight movie search WORDS\n"), "\(text)")
  }

  @Test func textsOfServerCannotControlTerminal() throws {
    let movies = ["A\\u001b[2J", "A b"].map { CatalogAnswers.foundMovie(1, $0) }
    let server = try FakeServer.answering { request in
      request.method == "movies.search"
        ? request.result(CatalogAnswers.found(movies)) : Evening.answer(request, Evening.active())
    }
    let (_, shown) = run(server, ["watchlist", "add", "xx"], typed: ["1"])
    #expect(!(shown.errors.text + shown.output.text).contains("\u{1B}"))
  }

  // MARK: Starting again, and the watchlist

  @Test func startAgainSendsMoviesOfLastEndedRound() throws {
    let sessions = #"""
      {"sessions":[\#(Nights.summary(3, "rated", title: "Heat")),\#(Nights.summary(4, "expired")),\#
      \#(Nights.summary(5, "expired"))],"next_cursor":null}
      """#
    let ended = Evening.round("expired").replacing(
      #""position":2,"watched":false"#, with: #""position":2,"watched":true"#)
    let server = try Evening.server(Evening.active(), ["sessions.list": sessions, "rounds.get": ended])
    #expect(run(server, ["start", "--again", "1", "--json"]).code == .success)
    #expect(server.received.contains { $0.contains("rounds.get") && $0.contains(Nights.id(4)) })
    // The movie with the id 1 was named, and the second one has been watched since.
    #expect(try sentMovies(server, in: "rounds.start") == [1, 346_648])
    #expect(run(server, ["start", "--again", "--allow-watched", "--json"]).code == .success)
    #expect(try sentMovies(server, in: "rounds.start").suffix(3) == [346_648, 8392, 1])
    let none = try Evening.server(
      Evening.active(), ["sessions.list": #"{"sessions":[],"next_cursor":null}"#])
    #expect(run(none, ["start", "--again"]).run.errors.text.contains("No round of your household has expired"))
  }

  @Test func startFromWatchlistNamesMoviesOverCeiling() throws {
    let round = Evening.round().replacing(
      #""ceiling_overridden""#, with: #""max_content_rating":"PG","ceiling_overridden""#)
    let started = #"""
      {"round":\#(round),"watchlist_eligible_count":0,"relaxed_constraints":[],"position":1,"revision":1}
      """#
    let server = try Evening.server(Evening.active(Evening.round()), ["rounds.start": started])
    let text = run(server, ["start", "--watchlist"]).run.output.text.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("over the ceiling: Heat (1995), no rating. The creator can allow them"), "\(text)")
    let free = started.replacing(#""max_content_rating":"PG""#, with: #""max_content_rating":"R""#)
    let other = try Evening.server(Evening.active(Evening.round()), ["rounds.start": free])
    #expect(!run(other, ["start", "--watchlist"]).run.output.text.contains("over the ceiling"))
  }

  @Test func refusedStartFromWatchlistNamesMoviesOverCeiling() throws {
    let server = try FakeServer.answering { request in
      switch request.method {
      case "rounds.start": request.refusal(422, "too_few_suggestions")
      case "movies.get": request.result(#"{"history":{"exceeds_ceiling":true}}"#)
      default: Evening.answer(request, Evening.active())
      }
    }
    let errors = run(server, ["start", "--watchlist"]).run.errors.text
    #expect(errors.contains("over the ceiling: Heat (1995), no rating."), "\(errors)")
    #expect(!run(server, ["start", "heat"]).run.errors.text.contains("over the ceiling"))
  }
}
