import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// The requests and the output of the catalog commands, against a scripted server.
@Suite struct CatalogCommandTests {
  private func run(
    _ server: FakeServer, _ arguments: [String], token: String? = "t", isTerminal: Bool = false
  ) -> (code: ExitCode, run: TestRun) {
    var variables = ["MOVIENIGHT_CONNECT": server.address.description]
    variables["MOVIENIGHT_TOKEN"] = token
    let run = TestRun(arguments, variables: variables, isTerminal: isTerminal, columns: 60)
    return (run.exitCode(), run)
  }

  private static func answer(_ request: FakeRequest) -> String {
    switch request.method {
    case "auth.authenticate": request.result()
    case "movies.search": request.result(CatalogAnswers.found([CatalogAnswers.foundMovie()]))
    case "tv.search": request.result(CatalogAnswers.found([CatalogAnswers.foundSeries]))
    case "movies.get": request.result(CatalogAnswers.movie(history: CatalogAnswers.history))
    case "tv.get": request.result(CatalogAnswers.series())
    case "tv.season": request.result(CatalogAnswers.season())
    case "tv.episode": request.result(CatalogAnswers.episode())
    case "catalog.status": request.result(CatalogAnswers.status)
    case "catalog.clear": request.result(#"{"removed":1234}"#)
    default: request.refusal(404, "unknown_method")
    }
  }

  private static func server() throws -> FakeServer { try FakeServer.answering(answer) }

  // MARK: Requests

  @Test(
    arguments: [
      (["movie", "search", "fight", "club"], "movies.search", #"{"query":"fight club"}"#),
      (
        ["movie", "search", "heat", "--year", "1995", "--page", "2", "--within-ceiling"], "movies.search",
        #"{"query":"heat","year":1995,"page":2,"within_ceiling":true}"#
      ),
      (["movie", "show", "tmdb:550"], "movies.get", #"{"tmdb_movie_id":550}"#),
      (["movie", "show", "tmdb:550", "--refresh"], "movies.get", #"{"tmdb_movie_id":550,"refresh":true}"#),
      (["movie", "show", "--", "-1"], "movies.get", #"{"tmdb_movie_id":-1}"#),
      (["tv", "search", "breaking bad", "--year", "2008"], "tv.search", #"{"query":"breaking bad","year":2008}"#),
      (["tv", "show", "1396", "--refresh"], "tv.get", #"{"tmdb_id":1396,"refresh":true}"#),
      (["tv", "season", "1396", "0"], "tv.season", #"{"season_number":0,"tmdb_id":1396}"#),
      (
        ["tv", "episode", "1396", "5", "14", "--refresh"], "tv.episode",
        #"{"episode_number":14,"season_number":5,"tmdb_id":1396,"refresh":true}"#
      ),
      (["catalog", "status"], "catalog.status", "{}"),
      (["catalog", "clear"], "catalog.clear", "{}"),
      (
        ["catalog", "clear", "--kind", "episode", "--id", "1396/1/2"], "catalog.clear",
        #"{"kind":"episode","id":"1396/1/2"}"#
      ),
    ] as [([String], String, String)])
  func commandSendsItsRequest(_ words: [String], _ method: String, _ parameters: String) throws {
    let server = try Self.server()
    let (code, shown) = run(server, words)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(server.received.count == 2)
    #expect(server.received.last?.hasSuffix(#""method":"\#(method)","params":\#(parameters)}"#) == true)
    #expect(!shown.output.text.isEmpty && shown.errors.text.isEmpty)
  }

  @Test(arguments: [
    (["movie", "search", "heat"], CatalogAnswers.found([CatalogAnswers.foundMovie()])),
    (["movie", "show", "550"], CatalogAnswers.movie(history: CatalogAnswers.history)),
    (["tv", "show", "1396"], CatalogAnswers.series()), (["tv", "season", "1396", "1"], CatalogAnswers.season()),
    (["tv", "episode", "1396", "1", "1"], CatalogAnswers.episode()), (["catalog", "status"], CatalogAnswers.status),
    (["catalog", "clear"], #"{"removed":1234}"#),
  ])
  func jsonOptionPrintsAnswerVerbatim(_ words: [String], _ answer: String) throws {
    let (code, shown) = run(try Self.server(), words + ["--json"])
    #expect(code == .success)
    #expect(shown.output.text == answer + "\n")
  }

  @Test func answersAreDrawnForPeople() throws {
    let server = try Self.server()
    #expect(run(server, ["movie", "show", "550"]).run.output.text.hasPrefix("Fight Club  "))
    #expect(run(server, ["tv", "show", "1396"]).run.output.text.hasPrefix("Breaking Bad  "))
    #expect(run(server, ["tv", "season", "1396", "1"]).run.output.text.hasPrefix("Season 1  "))
    #expect(run(server, ["tv", "episode", "1396", "1", "1"]).run.output.text.hasPrefix("1. Pilot  "))
    #expect(run(server, ["catalog", "status"]).run.output.text.hasPrefix("● limited  tmdb\n"))
    #expect(run(server, ["catalog", "clear"]).run.output.text == "Removed 1,234 entries from the catalog's cache.\n")
  }

  @Test(arguments: [
    (["movie", "show", "heat"], ["movies.search 'heat'", "movies.get 949"]),
    (["movie", "show", "tt0113277"], ["movies.search 'tt0113277'", "movies.get 949"]),
    (["movie", "show", "tmdb:949"], ["movies.get 949"]),
    (["movie", "show", "https://www.themoviedb.org/movie/949-heat"], ["movies.get 949"]),
    (["movie", "show", "tmdb:949", "550"], ["movies.search '550'", "movies.get 949", "movies.get 550"]),
  ])
  func movieIsShownByTitleIDOrLink(_ words: [String], _ requests: [String]) throws {
    let server = try Self.server()
    let (code, shown) = run(server, words)
    #expect(code == .success, "\(shown.errors.text)")
    let sent = try server.received.dropFirst().map { try JSONDocument($0).root }.map { request in
      let parameters = try request.object("params")
      let query = parameters["query"]?.string.map { "'\($0)'" }
      let id = parameters["tmdb_movie_id"]?.integer.map { "\($0)" }
      return "\(try request.string("method")) \(query ?? id ?? "")"
    }
    #expect(sent == requests)
  }

  @Test func closeSpellingIsShownAsCommandLine() throws {
    let found = CatalogAnswers.found([], pages: 0, total: 0, closeTitle: "The Matrix")
    let server = try FakeServer.answering { $0.method == "movies.search" ? $0.result(found) : Self.answer($0) }
    let (code, shown) = run(server, ["movie", "search", "matrx"])
    #expect(code == .success)
    #expect(shown.output.text.hasPrefix("Nothing was found. Did you mean: movienight movie search 'The Matrix'\n"))
  }

  @Test func nextPageIsShownAsCommandLine() throws {
    let words = ["movie", "search", "fight", "club's", "--within-ceiling", "--year", "1999"]
    #expect(
      run(try Self.server(), words).run.output.text.contains(
        """
        For details: movienight movie show ID
        Next page: movienight movie search 'fight club'\\''s' --year 1999 --within-ceiling --page 2

        """))
    #expect(
      run(try Self.server(), ["tv", "search", "bad"]).run.output.text.contains(
        "For details: movienight tv show ID\nNext page: movienight tv search bad --page 2\n"))
  }

  // MARK: Usage errors

  @Test(arguments: [
    (["movie"], "ACTION is missing: search, show"),
    (["movie", "serch", "heat"], "There is no action 'serch'. Did you mean search?"),
    (["movie", "fight", "club"], "There is no action 'fight'. Did you mean: movienight movie search fight club"),
    (["movie", "550"], "There is no action '550'. Did you mean: movienight movie show 550"),
    (["movie", "search"], "search needs WORDS"), (["movie", "search", " "], "search needs WORDS"),
    (["movie", "search", "heat", "--refresh"], "--refresh works only with show"),
    (["movie", "search", "heat", "--page", "501"], "--page takes a number from 1 to 500"),
    (["movie", "search", "heat", "--year", "x"], "--year takes a number from 1 to 9999"),
    (["movie", "show"], "show needs MOVIE"),
    (["movie", "show", "550", "--year", "1999"], "--year works only with search"),
    (["movie", "show", "550", "--within-ceiling"], "--within-ceiling works only with search"),
    (["tv", "sesaon", "1", "2"], "There is no action 'sesaon'. Did you mean season?"),
    (["tv", "season", "1396"], "season needs N"), (["tv", "episode", "1396", "1"], "episode needs M"),
    (["tv", "episode", "1396", "1", "two"], "'two' is not a number: episode takes ID N M"),
    (["tv", "season", "1396", "1", "2"], "Unexpected argument '2'"),
    (["tv", "show", "1396", "--page", "2"], "--page works only with search"),
    (["tv", "search", "bad", "--within-ceiling"], "Unknown option --within-ceiling"),
    (["catalog"], "ACTION is missing: status, export, clear"),
    (["catalog", "stat"], "There is no action 'stat'. Did you mean status?"),
    (["catalog", "status", "x"], "Unexpected argument 'x'"), (["catalog", "clear", "x"], "Unexpected argument 'x'"),
    (["catalog", "status", "--kind", "movie"], "--kind works only with clear"),
    (["catalog", "export", "a", "b"], "Unexpected argument 'b'"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)\n"), "\(run.errors.text)")
    #expect(run.output.text.isEmpty)
  }

  // MARK: Refusals

  @Test(arguments: [
    (503, "no_catalog", "", "The server's operator can connect one, such as: movienight serve --catalog demo"),
    (
      503, "catalog_unauthorised", "",
      "The server's operator must give it a valid TMDb token (MOVIENIGHT_TMDB_TOKEN)."
    ),
    (503, "catalog_unavailable", #","retry_after_ms":1500"#, "Try again in 2 seconds."),
    (503, "catalog_unavailable", "", "Try again later."),
    (404, "unknown_movie", "", "Find its id with: movienight movie search WORDS"),
    (404, "unknown_series", "", "Find its id with: movienight tv search WORDS"),
    (404, "unknown_season", "", "List its seasons with: movienight tv show ID"),
    (404, "unknown_episode", "", "List its episodes with: movienight tv season ID N"),
    (
      429, "too_many_refreshes", #","retry_after_ms":60000"#,
      "Leave out --refresh to see the cached data. Try again in 60 seconds."
    ),
  ])
  func refusalIsShownWithHint(_ code: Int, _ reason: String, _ more: String, _ hint: String) throws {
    let server = try FakeServer.answering {
      $0.method == "auth.authenticate" ? $0.result() : $0.refusal(code, reason, "What the server says.", more: more)
    }
    let (exitCode, shown) = run(server, ["movie", "show", "550"])
    #expect(exitCode == .failure)
    #expect(shown.errors.text == "error: What the server says.\n  \(hint)\n")
    #expect(shown.output.text.isEmpty)
  }

  @Test func refusedArgumentIsWrongUsage() throws {
    let server = try FakeServer.answering {
      $0.method == "auth.authenticate" ? $0.result() : $0.refusal(-32602, "", "id must be within bounds.")
    }
    let (code, shown) = run(server, ["movie", "show", "99999999999"])
    #expect(code == .usage)
    #expect(shown.errors.text == "error: id must be within bounds.\n  See: movienight movie show --help\n")
  }

  // MARK: Administration

  @Test(arguments: [(401, "not_authenticated"), (403, "not_allowed")])
  func refusedCatalogCommandExplainsAdministratorAccess(_ code: Int, _ reason: String) throws {
    let server = try FakeServer.answering {
      $0.method == "auth.authenticate" ? $0.result() : $0.refusal(code, reason)
    }
    let hint = """
      Connect to the server's Unix socket, as its user and without a token: --connect unix:./data/movienight.db.sock

      """
    for action in ["status", "export", "clear"] {
      let (exitCode, shown) = run(server, ["catalog", action])
      #expect(exitCode == .failure && shown.errors.text.hasSuffix("error: No.\n  \(hint)"))
    }
    // A member's command suggests logging in instead.
    let member = run(server, ["movie", "show", "550"]).run.errors.text
    #expect(code == 403 || member.contains("log in with: movienight login"))
  }

  @Test func catalogStatusWithoutTokenStillAuthenticates() throws {
    let server = try Self.server()
    #expect(run(server, ["catalog", "status"], token: nil).code == .success)
    #expect(server.received.first?.contains("auth.authenticate") == true)
    #expect(server.received.first?.contains("token") == false)
  }
}
