import MovieNightPrimitives
import Testing

@testable import Server

/// The detection of a clock that jumps, is behind the recorded events, or shows an implausible time.
@Suite struct ClockWatchTests {
  private static let start = Timestamp(microseconds: 1_771_099_200_000_000)

  private let written: WrittenLog
  private let problems = HealthProblems()
  private let time = Locked((day: Self.start, uptime: Duration.seconds(1000)))
  private var watch: ClockWatch

  init() throws {
    written = try WrittenLog()
    watch = ClockWatch(
      clock: { [time] in time.withLock { $0.day } }, uptime: { [time] in time.withLock { $0.uptime } },
      problems: problems, log: written.log)
  }

  /// Advances the uptime by `seconds`, and the clock by `clockSeconds` or, if that is nil, also by `seconds`.
  private func advance(seconds: Int64, clockSeconds: Int64? = nil) {
    time.withLock {
      $0.uptime += .seconds(seconds)
      $0.day = $0.day.advanced(bySeconds: clockSeconds ?? seconds)
    }
  }

  private var now: Timestamp { time.withLock { $0.day } }

  @Test mutating func driftWithinToleranceIsNotReported() {
    for step in [Int64(1), 1, 100, 86_400] {
      watch.check(lastRecorded: now)
      // Small differences are normal: NTP adjusts the clock in small steps.
      advance(seconds: step, clockSeconds: step + 9)
    }
    watch.check(lastRecorded: now.advanced(bySeconds: 3600))
    #expect(problems.all.isEmpty && written.take().isEmpty)
  }

  @Test(arguments: [Int64(-86_400), -11, 11, 3_000_000_000])
  mutating func clockJumpIsLoggedOnce(by seconds: Int64) throws {
    watch.check(lastRecorded: Self.start)
    advance(seconds: 5, clockSeconds: 5 + seconds)
    for _ in 0..<3 {
      watch.check(lastRecorded: min(now, Self.start))
      advance(seconds: 1)
    }
    let lines = written.take()
    let expected = Self.start.advanced(bySeconds: 5)
    let text = #""from":"\#(expected.text(.seconds))","to":"\#(expected.advanced(bySeconds: seconds).text(.seconds))""#
    #expect(
      lines.count == 1 && lines[0].contains(#""event":"clock_jumped",\#(text),"seconds":\#(seconds)}"#), "\(lines)")
  }

  @Test mutating func clockBehindRecordedEventsIsLoggedOncePerMinute() throws {
    let last = Self.start.advanced(bySeconds: 3601)
    for _ in 0..<121 {
      watch.check(lastRecorded: last)
      time.withLock { $0.uptime += .seconds(1) }
    }
    let behind = written.take().filter { $0.contains(#""event":"clock_behind""#) }
    #expect(behind.count == 3, "\(behind)")
    let times = #""clock":"2026-02-14T20:00:00Z","last_recorded":"2026-02-14T21:00:01Z""#
    #expect(behind.allSatisfy { $0.contains(times) })
    let problem = try #require(problems.all.first)
    #expect(problems.all.map(\.reason) == [.clockBehind] && problem.since == Self.start)
    #expect(
      problem.details.clock?.text(.seconds) == "2026-02-14T20:00:00Z"
        && problem.details.lastRecorded?.text(.seconds) == "2026-02-14T21:00:01Z")
    advance(seconds: 1)
    watch.check(lastRecorded: last)
    #expect(problems.all.isEmpty, "a difference of an hour is tolerated")
  }

  @Test(arguments: ["1970-01-01T00:00:00Z", "2019-12-31T23:59:59Z", "2201-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
  mutating func implausibleTimeIsLoggedOncePerMinute(_ text: String) throws {
    let wrong = try #require(Timestamp(text: text))
    time.withLock { $0.day = wrong }
    for _ in 0..<61 {
      watch.check(lastRecorded: Self.start)
      time.withLock { $0.uptime += .seconds(1) }
    }
    #expect(problems.all.map(\.reason) == [.clockOutOfRange])
    let lines = written.take().filter { $0.contains("clock_out_of_range") }
    #expect(lines.count == 2 && lines[0].contains(text), "\(lines)")
    time.withLock { $0.day = Self.start }
    watch.check(lastRecorded: Self.start)
    #expect(problems.all.isEmpty)
  }
}
