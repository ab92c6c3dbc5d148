import Platform
import MovieNightPrimitives
import WritePath

/// Warns the operator of an implausible system clock, because events keep their recorded time forever (decision 0026).
struct ClockWatch {
  /// The largest step that a disciplined clock makes.
  private static let longestStep = Duration.seconds(10)
  private static let toleratedMicrosecondsBehind = Timestamp.secondsPerHour * 1_000_000
  private static let checkInterval = Duration.seconds(1)
  private static let betweenWarnings = Duration.seconds(60)

  private let clock: @Sendable () -> Timestamp
  private let uptime: @Sendable () -> Duration
  private let problems: HealthProblems
  private let log: Log
  private var lastCheck: (time: Timestamp, at: Duration)?
  private var lastWarning: Duration?

  /// Creates a watch of `clock`, the time of day. `uptime` is a monotonic clock, unaffected by setting the time.
  init(
    clock: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    problems: HealthProblems, log: Log
  ) {
    self.clock = clock
    self.uptime = uptime
    self.problems = problems
    self.log = log
  }

  /// Checks the clock, at most once a second. `lastRecorded` is the last event's time, or later if the clock is not
  /// behind it.
  mutating func check(lastRecorded: Timestamp) {
    let now = uptime()
    if let lastCheck, now - lastCheck.at < Self.checkInterval { return }
    let time = clock()
    logJump(to: time, at: now)
    lastCheck = (time, now)
    let problem = ImplausibleTime(time).map(outOfRangeProblem) ?? behindProblem(time, lastRecorded)
    for reason in [HealthProblem.Reason.clockOutOfRange, .clockBehind] where reason != problem?.reason {
      problems.resolve(reason)
    }
    if let problem { problems.report(problem) }
    warn(of: problem, time, lastRecorded, at: now)
  }

  private func logJump(to time: Timestamp, at now: Duration) {
    guard let lastCheck else { return }
    let expected = Timestamp(
      microseconds: lastCheck.time.microseconds + Int64((now - lastCheck.at) / .microseconds(1)))
    let step = Duration.microseconds(time.microseconds - expected.microseconds)
    if (.zero - Self.longestStep...Self.longestStep).contains(step) { return }
    log.warning(
      "clock_jumped",
      [
        "from": .string(expected.text(.seconds)), "to": .string(time.text(.seconds)),
        "seconds": .integer(Int(step / .seconds(1))),
      ])
  }

  private func outOfRangeProblem(_ error: ImplausibleTime) -> HealthProblem {
    HealthProblem(
      reason: .clockOutOfRange, message: "The clock shows an impossible time, and commands are refused. Set the clock.",
      since: error.time, details: .init(clock: error.time))
  }

  private func behindProblem(_ time: Timestamp, _ lastRecorded: Timestamp) -> HealthProblem? {
    guard lastRecorded.microseconds - time.microseconds > Self.toleratedMicrosecondsBehind else { return nil }
    return HealthProblem(
      reason: .clockBehind,
      message: "The clock is behind the last recorded time. No deadline passes until it has caught up.", since: time,
      details: .init(clock: time, lastRecorded: lastRecorded))
  }

  /// Logs the problem once a minute while it lasts.
  private mutating func warn(
    of problem: HealthProblem?, _ time: Timestamp, _ lastRecorded: Timestamp, at now: Duration
  ) {
    guard let problem else {
      lastWarning = nil
      return
    }
    if let lastWarning, now - lastWarning < Self.betweenWarnings { return }
    lastWarning = now
    let text = (clock: Log.Value.string(time.text(.seconds)), last: Log.Value.string(lastRecorded.text(.seconds)))
    if problem.reason == .clockBehind {
      log.warning("clock_behind", ["clock": text.clock, "last_recorded": text.last])
    } else {
      log.error("clock_out_of_range", ["clock": text.clock])
    }
  }
}
