import MovieNightPrimitives
import Testing

/// Movies named by title, id or link, with the real program and the built-in catalog, in a pipe and in a
/// pseudo-terminal.
@Suite("Commands: movies by name") struct LiveMovieNameTests {
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    server = try ServerProcess(.memory, in: folder, "--catalog", "demo")
    let household = try server.createHousehold(children: ["Ben"])
    variables = ["MOVIENIGHT_TOKEN": household.token, "MOVIENIGHT_CONNECT": "127.0.0.1:\(server.port)"]
  }

  @discardableResult
  private func type(_ line: String..., code: Int32 = 0) throws -> Run {
    let run = try Run(line, in: folder, variables: variables)
    #expect(run.code == code, "\(line): \(run.output) \(run.errors)")
    return run
  }

  private func terminal(_ line: String..., typed: (line: String, after: String)...) throws -> (
    code: Int32, shown: String
  ) {
    let run = try TerminalRun(line, in: folder, variables: variables, columns: 60)
    for (line, text) in typed { try run.type(line, after: text) }
    return (try run.waitForEnd(), run.shown)
  }

  // MARK: In a pipe

  @Test func nightIsPlayedWithNamesOnly() throws {
    let started = try type("start", "toy story", "My Neighbor Totoro").output
    #expect(started.contains(" 1  Toy Story (1995) · G") && started.contains(" 2  My Neighbor Totoro (1988) · G"))
    #expect(try type("propose", "up").output == "Up (2009) is in the round.\n")
    #expect(
      try type("vote", "1", "up", "up").output
        == "You voted up for Toy Story (1995).\nYou voted up for Up (2009).\n")
    #expect(try type("vote", "tt0114709", "none").output == "You took back the vote for Toy Story (1995).\n")
    #expect(try type("vote", "toy", "3", "down", "--as", "ben", code: 1).errors.contains("There is no 'toy 3'"))
    try type("pick", "tmdb:14160")
    #expect(try type("watched", "mark", "up").output.hasPrefix("You have seen Up."))
    #expect(try type("rate", "https://www.imdb.com/title/tt1049413/", "loved").output == "You loved Up.\n")
    #expect(try type("close", "ratings", "14160").output == "The ratings of Up are closed.\n")
  }

  @Test func listsTakeSeveralMovies() throws {
    #expect(
      try type("watchlist", "add", "862", "863").output
        == "Toy Story (1995) is on the watchlist.\nToy Story 2 (1999) is on the watchlist.\n")
    #expect(
      try type("watchlist", "add", "WALL-E", "the matrix").output
        == "WALL·E (2008) is on the watchlist.\nThe Matrix (1999) is on the watchlist.\n")
    #expect(
      try type("watchlist", "remove", "toy", "story").output == "Toy Story (1995) is no longer on the watchlist.\n")
    #expect(
      try type("watched", "mark", "https://www.themoviedb.org/movie/862-toy-story").output
        == "Toy Story (1995) is on the watched list.\n")
    #expect(try type("watched", "undo", "tt0114709").output == "Toy Story (1995) is no longer on the watched list.\n")
    let json = try type("watchlist", "add", "up", "8392", "--json").output.split(separator: "\n")
    #expect(try json.map { try JSONDocument(String($0)).root.integer("tmdb_movie_id") } == [14160, 8392])
  }

  @Test func severalMatchesAreListedWithExitCodeTwo() throws {
    let errors = try type("watchlist", "add", "dune", code: 2).errors
    #expect(errors.hasPrefix("error: 'dune' matches several movies\n"))
    #expect(errors.contains("\n  438631  Dune (2021) · PG-13\n") && errors.contains("\n  841  Dune (1984) · PG-13\n"))
    #expect(!errors.contains("Part Two"))
    let misspelled = try type("start", "matrx", "up", code: 2).errors
    #expect(misspelled.hasPrefix("error: There is no movie 'matrx'. Did you mean one of these?\n  603  The Matrix"))
    #expect(try type("watchlist", "add", "qzqzqz", code: 1).errors.hasPrefix("error: There is no movie 'qzqzqz'\n"))
    #expect(try Array(type("watchlist", "--json").json().array("items")).isEmpty)
    #expect(try type("watchlist", "add", "dune (2021)").output == "Dune (2021) is on the watchlist.\n")
  }

  @Test func movieIsSearchedAndShownByName() throws {
    #expect(try type("movie", "show", "up").output.hasPrefix("Up "))
    #expect(try type("movie", "search", "up").output.contains("1 result "))
    #expect(
      try type("movie", "search", "matrx").output.hasPrefix(
        "Nothing was found. Did you mean: movienight movie search 'The Matrix'\n"))
  }

  @Test func endedRoundIsStartedAgain() throws {
    try type("start", "Toy Story", "Up")
    try type("discard")
    try type("watched", "mark", "up")
    let again = try type("start", "--again", "wall-e", "--json").json().object("round").array("suggestions")
    #expect(try again.map { try $0.string("title") } == ["WALL·E", "Toy Story"])
    #expect(try type("start", "--again", "--replace", code: 1).errors.contains("Voting needs at least 2 movies."))
  }

  @Test func watchlistMoviesOverCeilingAreNamed() throws {
    try type("watchlist", "add", "the matrix", "Toy Story")
    let refused = try type("start", "--watchlist", code: 1).errors
    #expect(refused.contains("over the ceiling: The Matrix (1999), R."), "\(refused)")
    try type("watchlist", "add", "up")
    let shown = try type("start", "--watchlist").output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(shown.contains("over the ceiling: The Matrix (1999), R. The creator can allow them"), "\(shown)")
    #expect(try !type("start", "--watchlist", "--replace", "--ceiling", "R").output.contains("over the ceiling"))
  }

  // MARK: In a pseudo-terminal

  @Test func movieIsChosenByTypingItsNumber() throws {
    let prompt = "or nothing to stop: "
    let (code, shown) = try terminal(
      "watchlist", "add", "dune", "toy story", typed: ("seven", prompt), ("2", prompt))
    #expect(code == 0, "\(shown)")
    #expect(
      shown.contains("'dune' matches several movies\n 1  Dune (2021) · PG-13\n 2  Dune (1984) · PG-13\n"), "\(shown)")
    #expect(shown.hasSuffix("Dune (1984) is on the watchlist.\nToy Story (1995) is on the watchlist.\n"), "\(shown)")
    for line in shown.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
  }

  @Test func nothingIsChangedIfNoMovieIsChosen() throws {
    let (code, shown) = try terminal("watchlist", "add", "matrx", typed: ("", "or nothing to stop: "))
    #expect(code == 1 && shown.contains("Did you mean one of these?\n 1  The Matrix (1999) · R\n"), "\(shown)")
    #expect(shown.contains("Nothing was chosen, and nothing was changed"))
    #expect(try Array(type("watchlist", "--json").json().array("items")).isEmpty)
  }
}
