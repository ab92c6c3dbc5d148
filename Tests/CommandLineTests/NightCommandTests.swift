import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import Console

/// The commands of a movie night, against a scripted server.
@Suite struct NightCommandTests {
  private func run(_ server: FakeServer, _ words: [String], input: String = "") -> (code: ExitCode, run: TestRun) {
    let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
    let run = TestRun(words, variables: variables, input: input)
    return (run.exitCode(), run)
  }

  /// Returns the last request, without its command and round ids.
  private func lastRequest(_ server: FakeServer) throws -> String {
    let line = try #require(server.received.last)
    let root = try JSONDocument(line).root
    let parameters = try root.object("params").members.filter { $0.name != "command_id" && $0.name != "round_id" }
    return try root.string("method") + parameters.map { " \($0.name)=\($0.value.compactText)" }.joined()
  }

  @Test(arguments: [
    (
      ["vote", "totoro", "up"], #"rounds.vote vote="up" tmdb_movie_id=8392"#,
      "You voted up for My Neighbor Totoro (1995)."
    ),
    (
      ["vote", "my", "neighbor", "DOWN"], #"rounds.vote vote="down" tmdb_movie_id=8392"#,
      "You voted down for My Neighbor Totoro (1995)."
    ),
    (["vote", "4", "none"], "rounds.vote vote=null tmdb_movie_id=1", "You took back the vote for Heat (1995)."),
    (
      ["vote", "4", "up", "--as", "ben"], #"rounds.vote acting_as="\#(Evening.ben)" vote="up" tmdb_movie_id=1"#,
      "Ben voted up for Heat (1995)."
    ),
    (
      ["propose", "heat"],
      #"rounds.propose movie={"tmdb_movie_id":949,"title":"Heat","year":1995,"genres":[],"genre_ids":[],"streaming":[]}"#,
      "Heat (1995) is in the round."
    ),
    (
      ["propose", "603=The Matrix (1999)"],
      #"rounds.propose movie={"tmdb_movie_id":603,"title":"The Matrix","year":1999}"#,
      "The Matrix (1999) is in the round."
    ),
    (
      ["pick", "2"], "rounds.pick tmdb_movie_id=8392",
      "★ My Neighbor Totoro (1995) is the pick. After watching it: movienight watched mark"
    ),
    (
      ["withdraw", "totoro"], "rounds.withdraw tmdb_movie_id=8392",
      "My Neighbor Totoro (1995) is no longer in the round."
    ),
    (
      ["withdraw", "2", "--with-votes"], "rounds.withdraw tmdb_movie_id=8392 confirm=true",
      "My Neighbor Totoro (1995) is no longer in the round."
    ),
    (["unsuggest", "heat"], "rounds.unsuggest tmdb_movie_id=1", "Heat (1995) is no longer in the round."),
    (
      ["ceiling", "pg-13"], #"rounds.override_ceiling max_content_rating="PG-13""#,
      "Movies up to PG-13 can enter the round."
    ),
    (
      ["ceiling", "nc17"], #"rounds.override_ceiling max_content_rating="NC-17""#,
      "Movies up to NC-17 can enter the round."
    ),
    (["close"], "rounds.close_voting", "Voting is closed."),
    (["close", "voting"], "rounds.close_voting", "Voting is closed."),
    (["discard"], "rounds.discard", "The round is over."),
    (
      ["watchlist", "add", "603=The Matrix (1999)"],
      #"watchlist.add movie={"tmdb_movie_id":603,"title":"The Matrix","year":1999}"#,
      "The Matrix (1999) is on the watchlist."
    ),
    (
      ["watchlist", "remove", "heat"], "watchlist.remove tmdb_movie_id=949",
      "Heat (1995) is no longer on the watchlist."
    ),
  ])
  func commandInOpenRoundSendsAndConfirms(_ words: [String], _ request: String, _ sentence: String) throws {
    let server = try Evening.server(Evening.active(Evening.round()))
    let (code, shown) = run(server, words)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == sentence + "\n")
    #expect(try lastRequest(server) == request)
    let (_, json) = run(server, words + ["--json"])
    #expect(json.output.text == "{}\n")
  }

  @Test(arguments: [
    ([String](), "null", "You are done. Others are still voting."),
    (["--as", "ben"], "null", "Ben is done. Others are still voting."),
    ([String](), #""2026-02-14T21:00:00Z""#, "Everyone is done, and voting is closed."),
  ])
  func doneTellsWhetherVotingIsClosed(_ options: [String], _ closedAt: String, _ sentence: String) throws {
    let answer = Evening.votingEnd(closedAt: closedAt)
    let server = try Evening.server(Evening.active(Evening.round()), ["rounds.done_voting": answer])
    let (code, shown) = run(server, ["done"] + options)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == sentence + "\n")
    let actor = options.isEmpty ? "" : #" acting_as="\#(Evening.ben)""#
    #expect(try lastRequest(server) == "rounds.done_voting\(actor)")
    #expect(run(server, ["done", "--json"] + options).run.output.text == answer + "\n")
  }

  @Test(arguments: [
    (
      ["rate", "loved"], #"rounds.rate rating="loved""#, 5,
      "You loved Heat. Everyone has rated it, so its ratings are closed."
    ),
    (
      ["rate", "dune", "did", "not", "like"], #"rounds.rate rating="did_not_like""#, 6,
      "You did not like Dune. Mark it as watched with: movienight watched mark Dune"
    ),
    (["watched", "mark"], "rounds.mark_watched", 6, "You have seen Dune. Rate it with: movienight rate loved"),
    (["watched", "mark", "dune"], "rounds.mark_watched", 6, "You have seen Dune. Rate it with: movienight rate loved"),
    (["close", "ratings"], "rounds.close_ratings", 5, "The ratings of Heat are closed."),
    (["close", "ratings", "heat"], "rounds.close_ratings", 5, "The ratings of Heat are closed."),
    (["discard", "dune"], "rounds.discard", 6, "Dune is no longer the pick."),
  ])
  func commandAfterPickSendsAndConfirms(_ words: [String], _ request: String, _ night: Int, _ sentence: String) throws {
    let server = try Evening.server(
      Evening.active(
        nil, [Evening.night(6, "selected", "Dune"), Evening.night(5, "watched", "Heat", waitingFor: [Evening.ann])]))
    let (code, shown) = run(server, words)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == sentence + "\n")
    #expect(try lastRequest(server) == request)
    #expect(server.received.last?.contains(#""round_id":"\#(Nights.id(night))""#) == true)
  }

  @Test(arguments: [
    (["Cleo,", "ben"], #"["\#(Evening.cleo)","\#(Evening.ben)"]"#),
    (["cleo, ben"], #"["\#(Evening.cleo)","\#(Evening.ben)"]"#),
    (["everyone"], "null"),
  ])
  func attendeesAreSetByName(_ words: [String], _ attendees: String) throws {
    let answer = #"{"round":\#(Evening.round()),"position":1,"revision":1}"#
    let server = try Evening.server(Evening.active(Evening.round()), ["rounds.set_attendees": answer])
    let (code, shown) = run(server, ["attendees"] + words)
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text == "Taking part: Ann, Ben, Cleo.\n")
    #expect(try lastRequest(server) == "rounds.set_attendees attendees=\(attendees)")
  }

  @Test func endOfVotingByAttendeesIsReported() throws {
    let answer = #"{"round":\#(Evening.round(closed: true)),"position":1,"revision":1}"#
    let server = try Evening.server(Evening.active(Evening.round()), ["rounds.set_attendees": answer])
    let output = run(server, ["attendees", "everyone"]).run.output.text
    #expect(output.hasSuffix("Everyone is done, and voting is closed.\n"))
  }

  @Test(arguments: [["close"], ["close", "voting"]], ["none", "draft", "closed"])
  func ratingsAreNotClosedInsteadOfVoting(_ words: [String], _ state: String) throws {
    let rounds = ["draft": Evening.round("draft"), "closed": Evening.round(closed: true)]
    let server = try Evening.server(Evening.active(rounds[state], [Evening.night(5, "watched", "Heat")]))
    let (code, shown) = run(server, words)
    #expect(code == .failure)
    #expect(shown.errors.text.hasPrefix("error: No voting is open\n"), "\(shown.errors.text)")
    #expect(shown.errors.text.contains("movienight close ratings"))
    #expect(!server.received.contains { $0.contains("rounds.close") })
  }

  @Test func nightOfSeveralIsNamedInCommandOfAdvice() throws {
    let nights = [Evening.night(6, "watched", "Dune"), Evening.night(5, "watched", "Heat")]
    let server = try Evening.server(Evening.active(nil, nights))
    let (code, shown) = run(server, ["close", "ratings"])
    #expect(code == .usage)
    #expect(
      shown.errors.text.contains("Name the movie: movienight close ratings TITLE")
        && !shown.errors.text.contains("1  Dune"), "\(shown.errors.text)")
  }

  @Test func childWhoTakesNoPartIsNamed() throws {
    let server = try FakeServer.answering { request in
      request.method == "rounds.vote"
        ? request.refusal(403, "not_an_attendee") : Evening.answer(request, Evening.active(Evening.round()))
    }
    let errors = run(server, ["vote", "2", "up", "--as", "ben"]).run.errors.text
    #expect(errors.hasPrefix("error: Ben takes no part in this round.\n"), "\(errors)")
    #expect(errors.contains("movienight attendees NAME"), "\(errors)")
    #expect(run(server, ["vote", "2", "up"]).run.errors.text.hasPrefix("error: No.\n"))
  }

  @Test func confirmationIsWrappedForPeopleOnly() throws {
    let server = try Evening.server(Evening.active(Evening.round()))
    func output(_ words: [String], isTerminal: Bool) -> String {
      let variables = ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"]
      let run = TestRun(words, variables: variables, isTerminal: isTerminal, columns: 60)
      #expect(run.exitCode() == .success, "\(run.errors.text)")
      return run.output.text
    }
    let wrapped = output(["pick", "2"], isTerminal: true).split(separator: "\n")
    #expect(wrapped.count == 2 && wrapped.allSatisfy { $0.count <= 60 }, "\(wrapped)")
    #expect(output(["pick", "2"], isTerminal: false).split(separator: "\n").count == 1)
    #expect(output(["pick", "2", "--json"], isTerminal: true) == "{}\n")
  }

  @Test func leadingMovieIsPicked() throws {
    let results = Evening.results([Evening.ranked(1, 1)], winner: "Heat")
    let server = try Evening.server(Evening.active(Evening.round()), ["rounds.results": results])
    #expect(run(server, ["pick", "--winner"]).run.output.text.hasPrefix("★ Heat (1995) is the pick."))
    #expect(try lastRequest(server) == "rounds.pick tmdb_movie_id=1")
  }

  @Test(arguments: [(Evening.movies, "a tie"), (Array(Evening.movies.suffix(1)), "no votes yet")])
  func nothingIsPickedIfNoMovieLeads(_ movies: [Evening.Movie], _ reason: String) throws {
    let results = Evening.results([Evening.ranked(1, 1, tied: true)])
    let server = try Evening.server(Evening.active(Evening.round(movies: movies)), ["rounds.results": results])
    let (code, shown) = run(server, ["pick", "--winner"])
    #expect(code == .failure)
    #expect(shown.errors.text.hasPrefix("error: No movie leads: \(reason)\n"))
    #expect(!server.received.contains { $0.contains("rounds.pick") })
  }

  @Test func draftAcceptsMoviesAndCanBeOpened() throws {
    let server = try Evening.server(Evening.active(Evening.round("draft")))
    #expect(run(server, ["propose", "heat"]).code == .success)
    #expect(
      try lastRequest(server)
        == #"rounds.suggest movies=[{"tmdb_movie_id":949,"title":"Heat","year":1995,"genres":[],"genre_ids":[],"streaming":[]}]"#
    )
    #expect(run(server, ["open"]).run.output.text == "Voting is open.\n")
    #expect(try lastRequest(server) == "rounds.open_voting")
  }

  @Test func startSendsAttendeesMoviesAndOptions() throws {
    let server = try Evening.server(Evening.active(Evening.round()))
    let (code, shown) = run(
      server,
      [
        "start", "heat", "603=The Matrix (1999) R", "7", "--with", "cleo, ben", "--replace", "--ceiling", "pg13",
        "--json",
      ])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(
      try lastRequest(server) == #"""
        rounds.start attendees=["\#(Evening.cleo)","\#(Evening.ben)"] \#
        movies=[{"tmdb_movie_id":949,"title":"Heat","year":1995,"genres":[],"genre_ids":[],"streaming":[]},\#
        {"tmdb_movie_id":603,"title":"The Matrix","year":1999,"content_rating":"R"},{"tmdb_movie_id":7}] \#
        open_voting=true replace="\#(Nights.id(7))" ceiling_override="PG-13"
        """#)
    #expect(run(server, ["start", "--suggest"]).code == .success)
    #expect(try server.received.contains { try JSONDocument($0).root["params"]?["suggest"]?.bool == true })
    let (_, drawn) = run(server, ["start", "--draft"])
    #expect(drawn.output.text.contains("What you can do now"))
    let draft = try server.received.map { try JSONDocument($0).root }.last { $0["method"]?.string == "rounds.start" }
    #expect(draft?["params"]?.kind == .object && draft?["params"]?["open_voting"] == nil)
  }

  @Test func tonightIsDrawnOrPrintedAsJSON() throws {
    let server = try Evening.server(Evening.active(Evening.round()))
    #expect(run(server, ["tonight", "--as", "Ben"]).run.output.text.contains("movienight vote MOVIE up|down --as Ben"))
    #expect(try JSONDocument(run(server, ["tonight", "--json"]).run.output.text).root["round"]?.kind == .object)
  }

  @Test func tonightTellsOutcomeOfExpiredRound() throws {
    let expired = #"{"sessions":[\#(Nights.summary(1, "expired", expiredReason: "timed_out"))],"next_cursor":null}"#
    let round = Nights.round("expired", expiredReason: "timed_out")
    let server = try Evening.server(Evening.active(), ["sessions.list": expired, "rounds.get": round])
    let output = run(server, ["tonight"]).run.output.text
    #expect(output.hasPrefix("No round is open.\nThe round of Feb 14, 2025 ran out of time.\n"), "\(output)")
    #expect(try JSONDocument(run(server, ["tonight", "--json"]).run.output.text).root["round"]?.isNull == true)
  }

  @Test func resultsOfEarlierRoundAreFoundByNumber() throws {
    let sessions = #"{"sessions":[\#(Nights.summary(1, "rated")),\#(Nights.summary(2, "rated"))],"next_cursor":null}"#
    let server = try Evening.server(
      Evening.active(),
      ["sessions.list": sessions, "rounds.get": Evening.round(), "rounds.results": Evening.results([])])
    #expect(run(server, ["results", "2"]).code == .success)
    #expect(server.received.contains { $0.contains("rounds.results") && $0.contains(Nights.id(2)) })
  }

  @Test func resultsShowOpenRound() throws {
    let server = try Evening.server(
      Evening.active(Evening.round()),
      [
        "rounds.get": Evening.round(),
        "rounds.results": Evening.results([Evening.ranked(1, 1)], winner: "Heat"),
      ])
    let (code, shown) = run(server, ["results"])
    #expect(code == .success, "\(shown.errors.text)")
    #expect(shown.output.text.hasSuffix("no. 4\n\nHeat leads.\n"))
    #expect(server.received.contains { $0.contains("rounds.get") })
    let before = server.received.count
    #expect(run(server, ["results", "--json"]).code == .success)
    #expect(!server.received[before...].contains { $0.contains("rounds.get") }, "nobody sees it")
  }

  @Test(arguments: [
    (["vote", "heat", "it"], "A vote ends in up, down or none"), (["vote", "heat"], "up|down|none is missing"),
    (["start"], "Name at least two movies"), (["rate", "great"], "'great' is not a rating"),
    (["close", "votng"], "There is no action 'votng'. Did you mean voting?"),
    (["close", "voting", "nonsense"], "Unexpected argument 'nonsense'"),
    (["pick"], "pick needs either a MOVIE or --winner"),
    (["start", "heat", "--ceiling", "rr"], "'rr' is not a content rating. Use one of: G, PG"),
    (["pick", "heat", "--winner"], "pick needs either a MOVIE or --winner"),
    (["ceiling", "rr"], "'rr' is not a content rating. Use one of: G, PG"), (["attendees"], "NAME is missing"),
    (["watchlist", "add"], "add needs MOVIE"),
  ])
  func invalidCommandLineIsRefusedWithReason(_ words: [String], _ message: String) {
    let run = TestRun(words)
    #expect(run.exitCode() == .usage)
    #expect(run.errors.text.hasPrefix("error: \(message)"), "\(run.errors.text)")
  }

  @Test(arguments: [
    (["vote", "alien", "up"], "There is no 'alien' in the round", "Its movies: 1 Paddington 2 (1995), 2 My"),
    (
      ["vote", "2", "up", "--as", "cleo"], "Cleo is not your child",
      "a child's parent can act for it. Your children: Ben"
    ),
    (["vote", "2", "up", "--as", "zoe"], "There is no child 'zoe'", "There are: Ben"),
    (["propose", "alien"], "No.", "There is no 'alien' on the watchlist. Write the movie in full"),
    (["watchlist", "remove", "alien"], "There is no movie 'alien' on the watchlist", ""),
    (["rate", "loved"], "No night can be rated", "movienight tonight"),
    (["watched", "mark"], "No night has an unwatched pick", "movienight tonight"),
    (["start", "heat", "949"], "No.", "--replace discards it"),
  ])
  func failedCommandSuggestsAlternative(_ words: [String], _ message: String, _ hint: String) throws {
    let server = try FakeServer.answering { request in
      request.method == "rounds.start"
        ? request.refusal(409, "active_round_exists") : Evening.answer(request, Evening.active(Evening.round()))
    }
    let (code, shown) = run(server, words)
    #expect(code == .failure)
    #expect(
      shown.errors.text.hasPrefix("error: \(message)\n") && (hint.isEmpty || shown.errors.text.contains(hint)),
      "\(shown.errors.text)")
  }

  @Test func childrenWithSameNameAreDistinguishedByID() throws {
    let children = [Evening.ben, Evening.cleo].map { Nights.member($0, "Ben", parent: Evening.ann) }
    let server = try FakeServer.answering { request in
      request.method == "households.get"
        ? request.result(Nights.household(members: children))
        : Evening.answer(
          request, Evening.active(Evening.round()), ["rounds.done_voting": Evening.votingEnd(closedAt: "null")])
    }
    let (code, ambiguous) = run(server, ["done", "--as", "Ben"])
    let errors = ambiguous.errors.text
    #expect(code == .usage && errors.hasPrefix("error: 'Ben' matches several children\n"), "\(errors)")
    #expect(errors.contains("  Ben  \(Evening.ben)\n  Ben  \(Evening.cleo)\n"), "\(errors)")
    #expect(run(server, ["done", "--as", Evening.cleo]).code == .success)
    #expect(try lastRequest(server) == #"rounds.done_voting acting_as="\#(Evening.cleo)""#)
  }

  @Test func hintIsShownOnlyForItsRefusal() throws {
    for (code, words, isHinted) in [(422, ["propose", "heat"], true), (409, ["watchlist", "add", "7"], false)] {
      let server = try FakeServer.answering { request in
        ["rounds.propose", "watchlist.add"].contains(request.method)
          ? request.refusal(code, "already_watched") : Evening.answer(request, Evening.active(Evening.round()))
      }
      #expect(run(server, words).run.errors.text.contains("--allow-watched") == isHinted)
    }
  }

  @Test(arguments: [
    (409, "proposal_has_votes", "add --with-votes"), (422, "member_proposal_limit", "movienight withdraw MOVIE"),
    (409, "wrong_state", "movienight tonight"), (403, "not_an_attendee", "movienight attendees NAME"),
    (422, "nothing_voted", "movienight vote MOVIE up"), (409, "voting_closed", "movienight pick MOVIE"),
  ])
  func refusalInOpenRoundSuggestsCommand(_ code: Int, _ reason: String, _ hint: String) throws {
    let server = try FakeServer.answering { request in
      request.method == "rounds.withdraw"
        ? request.refusal(code, reason) : Evening.answer(request, Evening.active(Evening.round()))
    }
    let errors = run(server, ["withdraw", "heat"]).run.errors.text
    #expect(errors.hasPrefix("error: No.\n") && errors.contains(hint), "\(errors)")
  }

  @Test(arguments: [
    (["start", "1=A", "949=Heat (1995) R"], "1=A (YEAR) RATING"),
    (["start", "1=A", "2=B (1999)"], "1=A (YEAR) RATING"), (["start", "2=B", "1=A b (1999)"], "1=A b (1999) RATING"),
    (["start", "2=B", "1=A (1999) R"], "movienight start --ceiling RATING"),
    (["start", "2=B", "1"], "movienight start --ceiling RATING"),
    (["propose", "1=A"], "1=A (YEAR) RATING"), (["propose", "1=A (1999) R"], "movienight ceiling RATING"),
    (["propose", #"1=A "b" $c `d` it's"#], #": '1=A "b" $c `d` it'\''s (YEAR) RATING'"#),
  ])
  func overCeilingRefusalSuggestsRatingOrCeiling(_ words: [String], _ hint: String) throws {
    let server = try FakeServer.answering { request in
      ["rounds.start", "rounds.propose"].contains(request.method)
        ? request.refusal(422, "over_ceiling", more: #","tmdb_movie_ids":[1]"#)
        : Evening.answer(request, Evening.active(Evening.round()))
    }
    let errors = run(server, words).run.errors.text
    #expect(errors.contains(hint), "\(errors)")
    #expect(errors.contains("--ceiling") == hint.contains("--ceiling"), "\(errors)")
  }

  @Test func tooFewAttendeesExplainsHowToAddSome() throws {
    let server = try FakeServer.answering { request in
      request.method == "rounds.start"
        ? request.refusal(422, "too_few_attendees") : Evening.answer(request, Evening.active())
    }
    let errors = run(server, ["start", "1=A", "2=B", "--with", "ann"]).run.errors.text
    for words in ["at least two people", "household invite", "household add-child"] { #expect(errors.contains(words)) }
  }

  @Test(arguments: [
    (["start", "--suggest"], 503, "no_catalog", "or use --watchlist"),
    (["start", "7", "8"], 503, "no_catalog", "Write the movie in full"),
    (["start", "7", "8"], 404, "unknown_movie", "movienight movie search WORDS"),
    (["start", "7", "8"], 503, "catalog_unauthorised", "603=The Matrix (1999) R"),
    (["start", "7", "8"], 503, "catalog_unavailable", "603=The Matrix (1999) R"),
    (["start", "--suggest"], 503, "catalog_unavailable", "or use --watchlist"),
    (["watchlist", "add", "7"], 404, "unknown_movie", "movienight movie search WORDS"),
    (["watched", "mark", "7"], 503, "catalog_unavailable", "603=The Matrix (1999) R"),
    (["start", "--suggest"], 422, "too_few_preferences", "movienight preferences set"),
  ])
  func refusedMoviesOrSuggestionsComeWithHint(_ words: [String], _ code: Int, _ reason: String, _ hint: String) throws {
    let server = try FakeServer.answering { request in
      ["rounds.start", "watchlist.add", "watched.mark"].contains(request.method)
        ? request.refusal(code, reason) : Evening.answer(request, Evening.active())
    }
    let errors = run(server, words).run.errors.text
    #expect(errors.contains(hint), "\(errors)")
  }

  @Test func commandWithoutRoundExplainsHowToStartOne() throws {
    let server = try Evening.server(Evening.active())
    for words in [["vote", "heat", "up"], ["done"], ["pick", "heat"], ["discard"]] {
      #expect(run(server, words).run.errors.text.contains("movienight start MOVIE"))
    }
  }
}
