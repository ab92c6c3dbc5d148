import CommandLineSupport
import FakeServer
import MovieNightPrimitives
import Testing

@testable import Console

/// Finding the movie night that a user typed.
@Suite struct RoundFinderTests {
  /// The picks of the nights in the history, newest first; nil for a night without one.
  private static let titles: [String?] = [nil, "Toy Story", "Toy Story 2", "Heat", "Heat", "1917"]

  /// Returns a server that lists the nights in pages of two.
  private func server(role: String = "member") throws -> FakeServer {
    try FakeServer.answering { request in
      switch request.method {
      case "auth.authenticate": return request.result(#"{"role":"\#(role)"}"#)
      case "events.subscribe": return request.result(#"{"subscription_id":"s","position":0}"#)
      case "sessions.list":
        let nights = Self.titles.enumerated().map { number, title in
          Nights.summary(number + 1, title == nil ? "expired" : "rated", title: title)
        }
        let start = request.parameters?["cursor"]?.string.flatMap { Int($0) } ?? 0
        let end = min(start + 2, nights.count)
        let cursor = end < nights.count ? "\"\(end)\"" : "null"
        let page = nights[start..<end].joined(separator: ",")
        return request.result(#"{"sessions":[\#(page)],"next_cursor":\#(cursor)}"#)
      case "rounds.get": return request.result(Nights.round("rated", picked: (1, "Heat")))
      case "rounds.ratings": return request.result(Nights.ratings([]))
      default: return request.result()
      }
    }
  }

  private func run(_ server: FakeServer, _ words: [String]) -> (code: ExitCode, run: TestRun) {
    let run = TestRun(words, variables: ["MOVIENIGHT_CONNECT": server.address.description])
    return (run.exitCode(), run)
  }

  @Test(arguments: [
    ([], 1), (["last"], 1), (["1"], 1), (["3"], 3), (["toy story"], 2), (["Toy", "Story"], 2), (["toy story 2"], 3),
    (["1917"], 6), (["19"], 6), ([Nights.id(5)], 5),
  ])
  func nightIsFoundByNumberTitleOrID(_ words: [String], _ number: Int) throws {
    let server = try server()
    let (code, shown) = run(server, ["session"] + words)
    #expect(code == .success, "\(shown.errors.text)")
    let request = try #require(server.received.last { $0.contains(#""rounds.get""#) })
    #expect(request.contains(#""round_id":"\#(Nights.id(number))""#), "\(request)")
  }

  @Test(arguments: [
    ("yesterday", "2026-03-01T23:59:59Z"), ("2026-02-14", "2026-02-14T23:59:59Z"),
    ("2026-02-14T20:00:00.5Z", "2026-02-14T20:00:00Z"),
  ])
  func dayMeansItsEndInPastState(_ typed: String, _ time: String) throws {
    let server = try server()
    #expect(run(server, ["session", "last", "--as-of", typed]).code == .success)
    let request = try #require(server.received.last { $0.contains(#""rounds.get""#) })
    #expect(request.contains(#""as_of":"\#(time)""#), "\(request)")
    #expect(run(server, ["session", "last", "--as-of", "then"]).code == .usage)
  }

  @Test func idIsNotLookedUpInHistory() throws {
    let server = try server()
    #expect(run(server, ["session", Nights.id(5)]).code == .success)
    #expect(!server.received.contains { $0.contains("sessions.list") })
  }

  @Test func watchTakesNumbers() throws {
    let server = try server()
    #expect(run(server, ["watch", "2"]).code == .success)
    #expect(server.received.contains { $0.contains(#""rounds.get""#) && $0.contains(Nights.id(2)) })
  }

  @Test func severalNightsAreListedWithTheirNumbers() throws {
    let (code, shown) = run(try server(), ["session", "heat"])
    #expect(code == .usage)
    #expect(
      shown.errors.text == """
        error: 'heat' matches several movie nights
          4  Heat (Feb 14)
          5  Heat (Feb 14)
          Type the number instead of the title.

        """)
  }

  @Test(arguments: ["alien", "7", "0"]) func unknownNightIsReported(_ typed: String) throws {
    let (code, shown) = run(try server(), ["session", typed])
    #expect(code == .failure)
    #expect(shown.errors.text.hasPrefix("error: There is no movie night '\(typed)'\n"), "\(shown.errors.text)")
    #expect(shown.errors.text.contains("movienight history"))
  }

  @Test(arguments: [["session", "last"], ["watch"], ["history"]])
  func administratorMustNameHousehold(_ words: [String]) throws {
    let (code, shown) = run(try server(role: "administrator"), words)
    #expect(code == .usage)
    #expect(shown.errors.text.hasPrefix("error: An administrator needs --household NAME"), "\(shown.errors.text)")
  }
}
