import CommandLineSupport
import FakeServer
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import Console

/// The commands that talk to a server, against a scripted server.
@Suite struct ClientCommandTests {
  private func run(
    _ server: FakeServer, _ arguments: [String], input: String = "", isTerminal: Bool = false
  ) -> (code: ExitCode, run: TestRun) {
    let run = TestRun(
      arguments, variables: ["MOVIENIGHT_CONNECT": server.address.description], input: input, isTerminal: isTerminal)
    return (run.exitCode(), run)
  }

  // MARK: call

  @Test func callPrintsOneLineWithoutTerminal() throws {
    let server = try FakeServer.answering { $0.result(#"{"a": [1, "x\ny"], "b": null}"#) }
    let (code, run) = run(server, ["call", "server.info"])
    #expect(code == .success)
    #expect(run.output.text == #"{"a":[1,"x\ny"],"b":null}"# + "\n")
    #expect(server.received.count == 1)
  }

  @Test func callPrintsIndentedJSONOnTerminal() throws {
    let server = try FakeServer.answering { $0.result(#"{"a":[1,{"b":"x"}],"c":{},"d":[]}"#) }
    let (_, run) = run(server, ["call", "server.info"], isTerminal: true)
    #expect(
      run.output.text == """
        {
          "a": [
            1,
            {
              "b": "x"
            }
          ],
          "c": {},
          "d": []
        }

        """)
  }

  /// Declaring all methods takes a fifth of a command's startup time, so commands do it only for an unknown method.
  @Test func methodsAreListedOnlyForUnknownMethod() throws {
    let count = Locked(0)
    @Sendable func methods() -> [String] {
      count.withLock { $0 += 1 }
      return ["rounds.vote"]
    }
    let program = Program(name: "movienight", about: "", version: "1", commands: .clientCommands(methods: methods()))
    let server = try FakeServer.answering { request in
      request.method == "rounds.vot"
        ? request.refusal(-32601, "unknown_method", "There is no such method.") : request.result()
    }
    for (arguments, askedFor) in [(["--version"], 0), (["--help"], 0), (["call", "rounds.vot"], 1)] {
      let run = TestRun(
        arguments, variables: ["MOVIENIGHT_CONNECT": server.address.description, "MOVIENIGHT_TOKEN": "t"])
      _ = run.exitCode(of: program)
      #expect(count.withLock { $0 } == askedFor, "\(arguments): \(run.errors.text)")
    }
  }

  @Test func callReadsParametersFromStandardInput() throws {
    let server = try FakeServer.answering { $0.result() }
    let (code, _) = run(server, ["call", "rounds.get", "-", "--token", "t"], input: "{\"round_id\":\n\"r\"}\n")
    #expect(code == .success)
    #expect(server.received[0].hasSuffix(#""method":"auth.authenticate","params":{"token":"t"}}"#))
    #expect(server.received[1].hasSuffix(#""method":"rounds.get","params":{"round_id": "r"} }"#))
  }

  @Test func refusalGoesToStandardErrorWithItsData() throws {
    let server = try FakeServer.answering { request in
      request.method == "rounds.start"
        ? request.refusal(409, "active_round_exists", "There is a round.", more: #","round_id":"r""#)
        : request.result()
    }
    let (code, run) = run(server, ["call", "rounds.start"])
    #expect(code == .failure)
    #expect(run.output.text.isEmpty)
    #expect(
      run.errors.text == """
        error: There is a round. (409 active_round_exists)
          {"reason":"active_round_exists","round_id":"r"}

        """)
  }

  @Test func unknownMethodSuggestsNearestOne() throws {
    let server = try FakeServer.answering { request in
      request.method == "rounds.vot" ? request.refusal(-32601, "unknown_method", "There is none.") : request.result()
    }
    let (code, run) = run(server, ["call", "rounds.vot"])
    #expect(code == .usage)
    #expect(
      run.errors.text == """
        error: There is none. (-32601 unknown_method)
          Did you mean rounds.vote?
          See: movienight call --help

        """)
  }

  @Test(arguments: [
    (429, "too_many_requests", #","retry_after_ms":60000"#, "Try again in 60 seconds."),
    (401, "not_authenticated", "", "Is it the right token? Check --token"),
    (403, "not_allowed", "", "Connect to the server's Unix socket"),
  ])
  func refusedCallIsShownWithGeneralAdvice(_ code: Int, _ reason: String, _ more: String, _ hint: String) throws {
    let server = try FakeServer.answering { request in
      request.method == "server.health" ? request.refusal(code, reason, more: more) : request.result()
    }
    let (exitCode, run) = run(server, ["call", "server.health"])
    #expect(exitCode == .failure && run.errors.text.contains("\n  \(hint)"), "\(run.errors.text)")
  }

  @Test func wrongTokenIsReportedWithHint() throws {
    let server = try FakeServer.answering { $0.refusal(401, "not_authenticated", "The token is wrong.") }
    let (code, run) = run(server, ["history", "--token", "mn_typo"])
    #expect(code == .failure)
    #expect(run.errors.text.hasPrefix("error: The token is wrong.\n  Is it the right token?"))
  }

  @Test func historyShowsClosedVoting() throws {
    let server = try FakeServer.answering { request in
      switch request.method {
      case "sessions.list":
        return request.result(
          #"{"sessions":[\#(Nights.summary(1, "voting")),\#(Nights.summary(2, "rated"))],"next_cursor":null}"#)
      case "rounds.active":
        return request.result(#"{"round":\#(Nights.round("voting", votingClosed: true)),"awaiting":[]}"#)
      default: return request.result()
      }
    }
    let (code, run) = run(server, ["history"])
    #expect(code == .success)
    #expect(run.output.text.contains("● Voting closed No movie selected"))
    #expect(run.output.text.contains("● Rated     No movie selected"))
    for line in run.output.text.split(separator: "\n") { #expect(displayColumns(String(line)) <= 80, "\(line)") }
  }

  @Test func unixSocketWithoutTokenMeansAdministrator() throws {
    let server = try FakeServer.answering { $0.result(toAllElse: #"{"text":"movienight_up 1\n"}"#) }
    let (code, run) = run(server, ["metrics"])
    #expect(code == .success)
    #expect(run.output.text == "movienight_up 1\n")
    #expect(server.received[0].hasSuffix(#""params":{"administrator":true}}"#))
  }

  @Test func terminalControlsInMetricsAreReplaced() throws {
    let server = try FakeServer.answering { $0.result(toAllElse: #"{"text":"up 1\n\n# \u001b[2J\tx\r\nlag 2"}"#) }
    let (code, run) = run(server, ["metrics"])
    #expect(code == .success)
    #expect(run.output.text == "up 1\n\n# \u{FFFD}[2J\u{FFFD}x\u{FFFD}\nlag 2\n")
  }

  @Test func terminalControlsInHintsAreReplaced() {
    struct Failing: Subcommand {
      let name = "fail"
      let summary = "Fail."

      func run(_ arguments: Arguments, _ environment: Environment) throws -> ExitCode {
        throw CommandFailure("No", hints: ["First \u{1B}[2J", nil, "Second\nline"])
      }
    }
    let run = TestRun(["fail"])
    #expect(run.exitCode(of: Program(name: "p", about: "", version: "1", commands: [Failing()])) == .failure)
    #expect(run.errors.text == "error: No\n  First \u{FFFD}[2J\n  Second\u{FFFD}line\n")
  }

  @Test func refusedParameterIsNamedInWords() throws {
    let fields = #","fields":[{"field":"movie.tmdb_movie_id","message":"must be a whole number"}]"#
    let server = try FakeServer.answering { request in
      request.method == "movies.get"
        ? request.refusal(-32602, "bad_parameters", "movie.tmdb_movie_id: must be a whole number.", more: fields)
        : request.result()
    }
    let (code, shown) = run(server, ["movie", "show", "7"])
    #expect(code == .usage)
    #expect(shown.errors.text.hasPrefix("error: The tmdb movie id must be a whole number.\n"), "\(shown.errors.text)")
    let (_, json) = run(server, ["movie", "show", "7", "--json"])
    #expect(json.errors.text.contains("movie.tmdb_movie_id: must be a whole number. (-32602 bad_parameters)"))
  }

  // MARK: history and session

  /// Returns a server with five sessions, which it lists in pages of at most two.
  private func historyServer() throws -> FakeServer {
    try FakeServer.answering { request in
      guard request.method == "sessions.list" else { return request.result() }
      let start = request.parameters?["cursor"]?.string.flatMap { Int($0) } ?? 1
      let size = min(request.parameters?["limit"]?.integer ?? 2, 2)
      let end = min(start + size, 6)
      let sessions = (start..<end).map { Nights.summary($0, "rated", title: "Movie \($0)") }
      let cursor = end < 6 ? "\"\(end)\"" : "null"
      return request.result(#"{"sessions":[\#(sessions.joined(separator: ","))],"next_cursor":\#(cursor)}"#)
    }
  }

  @Test func historyStopsAtLimit() throws {
    let (code, run) = run(try historyServer(), ["history", "--limit", "3"])
    #expect(code == .success)
    #expect((1...6).filter { run.output.text.contains("Movie \($0) ") } == [1, 2, 3])
    #expect(run.output.text.contains("The 3 newest. All of them: movienight history --all"))
  }

  @Test func fullHistoryEndsWithClosingLine() throws {
    let (_, run) = run(try historyServer(), ["history", "--all"])
    #expect((1...6).filter { run.output.text.contains("Movie \($0) ") } == [1, 2, 3, 4, 5])
    #expect(run.output.text.hasSuffix("That's all your movie nights\n"))
  }

  @Test func historyAsJSONIsOneDocument() throws {
    let (_, run) = run(try historyServer(), ["history", "--limit", "3", "--json"])
    let root = try JSONDocument(run.output.text).root
    #expect(try Array(root.array("sessions")).count == 3)
    #expect(root["next_cursor"]?.string == "4")
  }

  @Test func emptyHistoryIsReported() throws {
    let server = try FakeServer.answering { $0.result(toAllElse: #"{"sessions":[],"next_cursor":null}"#) }
    let (code, run) = run(server, ["history"])
    #expect(code == .success)
    #expect(run.output.text.contains("No Movie Nights Yet"))
  }

  @Test func unexpectedAnswerShapeIsReported() throws {
    let server = try FakeServer.answering { $0.result(toAllElse: #"{"sessions":[{"round_id":"r"}]}"#) }
    let (code, run) = run(server, ["history"])
    #expect(code == .failure)
    #expect(
      run.errors.text == """
        error: The server sent an unexpected answer
          Compare the versions: movienight --version, and movienight call server.info

        """)
  }

  @Test func sessionRequestsRoundAndRatings() throws {
    let server = try FakeServer.answering { request in
      switch request.method {
      case "rounds.get": request.result(Nights.round("watched", picked: (550, "Fight Club")))
      case "rounds.ratings": request.result(Nights.ratings([("Tim", nil)]))
      default: request.result(#"{"member_id":"\#(Nights.id(0))","role":"member"}"#)
      }
    }
    let (code, shown) = run(server, ["session", Nights.id(1)])
    #expect(code == .success)
    #expect(shown.output.text.contains("│ Fight Club"))
    #expect(shown.output.text.contains("Rate it now"))
    let (_, json) = run(server, ["session", Nights.id(1), "--json"])
    #expect(try JSONDocument(json.output.text).root.object("round").string("status") == "watched")
    let methods = try server.received.map { try JSONDocument($0).root.string("method") }
    let once = ["auth.authenticate", "rounds.get", "rounds.ratings"]
    #expect(methods == once + once, "one after the other")
  }
}
