import CommandLineSupport
import FakeServer
import MovieNightKit
import MovieNightPrimitives
import Testing

@testable import ClientCommands
@testable import Console

/// `movienight watch`, which draws a round while votes arrive.
@Suite struct WatchTests {
  private func draw(_ round: String, columns: Int = 60) throws -> String {
    try WatchRenderer(canvas: TestRun([], columns: columns).canvas, round: shown(round)).lines
      .joined(separator: "\n")
  }

  private static let movies = [
    Nights.suggestion(496, "Parasite", 2019, "R", up: ["Tim"], down: ["Sarah", "Max"]),
    Nights.suggestion(550, "Fight Club", 1999, "R", up: ["Tim", "Sarah"], position: 2),
    Nights.suggestion(1, "千と千尋の神隠し", 2001, nil, position: 12),
  ]

  @Test func openRoundIsDrawn() throws {
    #expect(
      try draw(Nights.round("voting", suggestions: Self.movies, voted: 1, done: [1])) == """
        ● Voting  Feb 14, 2025 · started by Tim

           1  Parasite (2019)                   ▲▼▼       ▲ 1  ▼ 2
           2  Fight Club (1999)                 ▲▲        ▲ 2  ▼ 0
          12  千と千尋の神隠し (2001)                     ▲ 0  ▼ 0

          1 of 3 have voted
          Done: Sarah
          Voted: Tim
          Not yet: Max
        """)
  }

  @Test func decisionOrExpiryIsDrawn() throws {
    let text = try draw(Nights.round("selected", suggestions: Self.movies, picked: (550, "Fight Club"), voted: 3))
    #expect(text.contains("\n★  2  Fight Club (1999)"))
    #expect(text.hasSuffix("\n★ Fight Club, picked by Tim"))
    #expect(try draw(Nights.round("expired", expiredReason: "timed_out")).hasSuffix("The round ran out of time."))
    #expect(try draw(Nights.round("expired", expiredReason: "discarded")).hasSuffix("The round was discarded."))
  }

  @Test(arguments: [40, 41, 57, 80, 100]) func everyLineFitsWidth(_ columns: Int) throws {
    let long = "A name of thirty characters..."
    let title = "千と千尋の神隠し and a title that goes on and on and on and on and on and on and on and on and on"
    let round = Nights.round(
      "selected", names: Array(repeating: long, count: 8),
      suggestions: [
        Nights.suggestion(1, title, 2001, "PG", up: Array(repeating: long, count: 7), down: [long], proposedBy: long)
      ], picked: (1, title), startedBy: long)
    for line in try draw(round, columns: columns).split(separator: "\n") {
      #expect(displayColumns(String(line)) <= columns, "\(line)")
    }
  }

  /// Returns a server on which a round is opened, voted on and decided.
  private func server() throws -> FakeServer {
    let looks = Locked(0)
    return try FakeServer { connection, _ in
      while let request = connection.receive() {
        switch request.method {
        case "events.subscribe": connection.send(request.result(#"{"subscription_id":"s","position":0}"#))
        case "rounds.active", "rounds.get":
          let look = looks.withLock { looks in
            looks += 1
            return looks
          }
          let voting = Nights.round("voting", suggestions: Self.movies, voted: 1)
          let selected = Nights.round("selected", suggestions: Self.movies, picked: (550, "Fight Club"), voted: 3)
          switch look {
          case 1: connection.send(request.result(#"{"round":null,"awaiting":[]}"#))
          case 2: connection.send(request.result(#"{"round":\#(voting),"awaiting":[]}"#))
          // An event has arrived that leaves the round unchanged.
          case 3: connection.send(request.result(voting))
          default: connection.send(request.result(selected))
          }
          connection.send(FakeEvents.appended("s", [look]))
        default: connection.send(request.result())
        }
      }
    }
  }

  private func run(_ arguments: [String], isTerminal: Bool, isDumb: Bool = false) throws -> (
    code: ExitCode, text: String
  ) {
    let server = try server()
    let run = TestRun(
      ["watch", "--token", "t", "--connect", server.address.description] + arguments, isTerminal: isTerminal,
      isDumb: isDumb, columns: 60)
    let code = run.exitCode()
    #expect(run.errors.text.isEmpty)
    return (code, run.output.text)
  }

  @Test(arguments: [(isTerminal: false, isDumb: false), (true, true)])
  func eachChangeIsPrintedWithoutCursorControl(_ isTerminal: Bool, _ isDumb: Bool) throws {
    let (code, text) = try run([], isTerminal: isTerminal, isDumb: isDumb)
    #expect(code == .success)
    #expect(!text.contains("\u{1B}"))
    #expect(text.hasPrefix("No round is open. Waiting for one.\n\n● Voting"))
    #expect(text.ranges(of: "●").count == 2)
    #expect(text.hasSuffix("★ Fight Club, picked by Tim\n"))
  }

  @Test func jsonOutputHasOneLinePerChange() throws {
    let (_, text) = try run(["--json"], isTerminal: true)
    let lines = try text.split(separator: "\n").map { try JSONDocument(String($0)).root }
    #expect(lines.map { $0["round"]?["status"]?.string } == [nil, "voting", "selected"])
  }

  @Test func terminalIsRedrawnInPlaceAndRestored() throws {
    let (_, text) = try run([], isTerminal: true)
    let (begin, end) = ("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[H", "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    #expect(text.hasPrefix("\(begin)No round is open. Waiting for one.\u{1B}[K\n\u{1B}[J\u{1B}[H● Voting"))
    #expect(text.contains("\u{1B}[J\u{1B}[H● Selected"))
    let parts = text.split(separator: end)
    #expect(parts.count == 2 && parts[1].hasPrefix("● Selected") && parts[1].hasSuffix("picked by Tim\n"), "it stays")
  }

  @Test func narrowedWindowIsRedrawn() throws {
    let (written, columns) = (CapturedOutput(), Locked(80))
    var environment = TestRun([]).environment
    environment.output = written.terminal(isTerminal: true, isDumb: false, isStyled: false) { columns.withLock { $0 } }
    var screen = WatchScreen(environment, asJSON: false)
    let round = RawResult<Round>(json: try JSONDocument(Nights.round("voting", suggestions: Self.movies)).root)
    try screen.show(round)
    try screen.show(round)
    columns.withLock { $0 = 41 }
    try screen.show(round)
    let drawings = written.text.split(separator: "\u{1B}[H")
    #expect(drawings.count == 2)
    for line in try #require(drawings.last).split(separator: "\u{1B}[K\n") {
      #expect(displayColumns(String(line)) <= 41, "\(line)")
    }
  }

  @Test(arguments: [true, false]) func lostConnectionIsReportedOnceWithTime(_ isTerminal: Bool) throws {
    let run = TestRun([], isTerminal: isTerminal)
    var environment = run.environment
    environment.localTime = { _ in "20:14:05" }
    var screen = WatchScreen(environment, asJSON: false)
    let round = RawResult<Round>(json: try JSONDocument(Nights.round("voting", suggestions: Self.movies)).root)
    try screen.show(round)
    for _ in 0..<3 { screen.showLostConnection() }
    let told = isTerminal ? run.output.text : run.errors.text
    #expect(told.ranges(of: "No connection since 20:14:05. Trying again.").count == 1)
    #expect(run.output.text.ranges(of: "● Voting").count == (isTerminal ? 2 : 1))
    try screen.show(round)
    #expect(run.output.text.ranges(of: "● Voting").count == (isTerminal ? 3 : 1))
  }

  @Test func closedVotingIsShown() throws {
    #expect(try draw(Nights.round("voting", votingClosed: true)).hasPrefix("● Voting closed  Feb 14, 2025"))
    let round: Round = try shown(Nights.round("voting", votingClosed: true))
    #expect(round.label == "Voting closed")
    #expect(try draw(Nights.round("selected", votingClosed: true)).hasPrefix("● Selected"))
  }
}
