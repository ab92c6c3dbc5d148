import MovieNightPrimitives
import Testing

@testable import Server

/// The problems that `server.health` lists until they are resolved.
@Suite struct HealthProblemsTests {
  private let problems = HealthProblems()

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  private func problem(_ reason: HealthProblem.Reason, _ subject: String = "", since seconds: Int64) -> HealthProblem {
    HealthProblem(reason: reason, subject: subject, message: "\(reason) \(subject)", since: time(seconds))
  }

  @Test func severityMatchesWorstProblem() {
    #expect(problems.all.severity == .harmless)
    problems.report(problem(.projectionStopped, since: 1))
    #expect(problems.all.severity == .degraded)
    problems.report(problem(.commandsFailing, since: 2))
    #expect(problems.all.severity == .storeUnavailable)
    #expect(problems.resolve(.commandsFailing))
    #expect(problems.all.severity == .degraded)
  }

  @Test func problemsAreSortedByReasonThenAge() {
    problems.report(problem(.projectionStopped, "rounds", since: 5))
    problems.report(problem(.projectionStopped, "sessions", since: 4))
    problems.report(problem(.projectionStopped, "libraries", since: 5))
    problems.report(problem(.storeUnreachable, since: 9))
    #expect(problems.all.map(\.subject) == ["", "sessions", "libraries", "rounds"])
  }

  @Test func repeatedReportKeepsStartTime() throws {
    #expect(problems.report(problem(.commandsFailing, since: 1)))
    var later = problem(.commandsFailing, since: 7)
    later.message = "Still."
    #expect(!problems.report(later))
    let known = try #require(problems.all.first)
    #expect(known.since == time(1) && known.message == "Still.")
    #expect(problems.resolve(.commandsFailing))
    #expect(!problems.resolve(.commandsFailing))
    #expect(problems.report(later))
    #expect(problems.all.first?.since == time(7))
  }

  @Test func settleReplacesAllProblemsOfOneReason() {
    problems.report(problem(.projectionStopped, "rounds", since: 1))
    problems.report(problem(.projectionStopped, "sessions", since: 1))
    problems.report(problem(.commandsFailing, since: 1))
    problems.replaceAll(
      .projectionStopped,
      [problem(.projectionStopped, "sessions", since: 3), problem(.projectionStopped, "ratings", since: 3)])
    #expect(problems.all.map(\.subject) == ["", "sessions", "ratings"])
    #expect(problems.all.map(\.since) == [time(1), time(1), time(3)])
  }

  @Test func problemsPerReasonAreLimited() {
    for number in 0..<1000 { problems.report(problem(.projectionStopped, "\(number)", since: Int64(number))) }
    #expect(problems.report(problem(.commandsFailing, since: 1)), "each reason has its own limit")
    #expect(problems.all.map(\.subject) == [""] + (0..<HealthProblems.maximumPerReason).map(String.init))
    problems.resolve(.projectionStopped, "3")
    #expect(problems.report(problem(.projectionStopped, "1000", since: 1000)))
  }

  @Test func reportedProblemAppearsInServerHealth() throws {
    let server = try LocalServer()
    let administrator = try server.administrator()
    let healthy = try administrator.result("server.health")
    #expect(try healthy.string("status") == "ok" && Array(healthy.array("problems")).isEmpty)
    var failing = problem(.flushFailing, since: 1_771_099_200)
    failing.details = .init(name: "rounds", position: 7, lastRecorded: time(0))
    try server.application.problems.report(failing)
    let degraded = try administrator.result("server.health")
    #expect(try degraded.string("status") == "degraded")
    #expect(
      try degraded.array("problems").map(\.text) == [
        #"{"reason":"flush_failing","message":"flushFailing ","since":"2026-02-14T20:00:00Z","#
          + #""name":"rounds","position":7,"last_recorded":"1970-01-01T00:00:00Z"}"#
      ])
    try server.application.problems.resolve(.flushFailing)
    #expect(try administrator.result("server.health").string("status") == "ok")
  }
}
