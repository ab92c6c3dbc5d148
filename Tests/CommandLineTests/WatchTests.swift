import FakeServer
import MovieNightClient
import Primitives
import Testing

@testable import movienight_api

/// The round as it is drawn while votes arrive.
@Suite struct WatchTests {
  private func drawn(_ round: String, columns: Int = 60) throws -> String {
    try WatchDrawing(canvas: TestRun([], columns: columns).canvas, round: WatchedRound(JSONDocument(round).root)).lines
      .joined(separator: "\n")
  }

  private static let movies = [
    Nights.suggestion(496, "Parasite", 2019, "R", up: ["Tim"], down: ["Sarah", "Max"]),
    Nights.suggestion(550, "Fight Club", 1999, "R", up: ["Tim", "Sarah"]),
    Nights.suggestion(1, "千と千尋の神隠し", 2001, nil),
  ]

  @Test func anOpenRound() throws {
    #expect(
      try drawn(Nights.round("voting", suggestions: Self.movies, voted: 1, done: [1])) == """
        ● Voting  Feb 14, 2025 · started by Tim

          Parasite (2019)                       ▲▼▼       ▲ 1  ▼ 2
          Fight Club (1999)                     ▲▲        ▲ 2  ▼ 0
          千と千尋の神隠し (2001)                         ▲ 0  ▼ 0

          1 of 3 have voted
          ✓ Tim  ✔ Sarah  · Max
        """)
  }

  @Test func aDecision() throws {
    let text = try drawn(Nights.round("selected", suggestions: Self.movies, picked: (550, "Fight Club"), voted: 3))
    #expect(text.contains("\n★ Fight Club (1999)"))
    #expect(text.hasSuffix("\n★ Fight Club, picked by Tim"))
    #expect(try drawn(Nights.round("expired", expiredReason: "timed_out")).hasSuffix("The round ran out of time."))
    #expect(try drawn(Nights.round("expired", expiredReason: "discarded")).hasSuffix("The round is over: discarded"))
  }

  @Test(arguments: [40, 41, 57, 80, 100]) func everyLineFits(_ columns: Int) throws {
    let long = "A name of thirty characters..."
    let title = "千と千尋の神隠し and a title that goes on and on and on and on and on and on and on and on and on"
    let round = Nights.round(
      "selected", names: Array(repeating: long, count: 8),
      suggestions: [
        Nights.suggestion(1, title, 2001, "PG", up: Array(repeating: long, count: 7), down: [long], proposedBy: long)
      ], picked: (1, title), startedBy: long)
    for line in try drawn(round, columns: columns).split(separator: "\n") {
      #expect(displayColumns(String(line)) <= columns, "\(line)")
    }
  }

  /// A server on which a round is opened, voted on and decided.
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
          // Something else happened: the round is as it was.
          case 3: connection.send(request.result(voting))
          default: connection.send(request.result(selected))
          }
          connection.send(
            #"{"jsonrpc":"2.0","method":"events.appended","params":{"subscription_id":"s","events":[{"position":\#(look)}],"position":\#(look)}}"#
          )
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
  func whereNothingCanBeDrawnOverEveryChangeIsADrawing(_ isTerminal: Bool, _ isDumb: Bool) throws {
    let (code, text) = try run([], isTerminal: isTerminal, isDumb: isDumb)
    #expect(code == .success)
    #expect(!text.contains("\u{1B}"))
    #expect(text.hasPrefix("No round is open. Waiting for one.\n\n● Voting"))
    #expect(text.ranges(of: "●").count == 2)
    #expect(text.hasSuffix("★ Fight Club, picked by Tim\n"))
  }

  @Test func asJSONEveryChangeIsALine() throws {
    let (_, text) = try run(["--json"], isTerminal: true)
    let lines = try text.split(separator: "\n").map { try JSONDocument(String($0)).root }
    #expect(lines.map { $0["round"]?["status"]?.string } == [nil, "voting", "selected"])
  }

  @Test func onATerminalTheLastDrawingIsDrawnOverAndTheCursorComesBack() throws {
    let (_, text) = try run([], isTerminal: true)
    #expect(text.hasPrefix("\u{1B}[?25l\u{1B}[?7lNo round is open. Waiting for one.\n\u{1B}[1A\r\u{1B}[J● Voting"))
    #expect(text.contains("\u{1B}[8A\r\u{1B}[J● Selected"))
    #expect(text.hasSuffix("\u{1B}[?7h\u{1B}[?25h"))
  }
}
