import EventStore
import Platform
import MovieNightPrimitives

/// Reports servers that hung while holding the append lock of a shared store, and whose sessions this server has ended.
struct EndedHolders {
  private let problems: HealthProblems
  private let count: Counter
  private let log: Log
  private var lastEnd: Duration?

  /// The time for which health reports the last one.
  private static let timeInHealth = Duration.seconds(600)

  init(problems: HealthProblems, count: Counter, log: Log) {
    self.problems = problems
    self.count = count
    self.log = log
  }

  /// Reports those ended since the last call. `uptime` advances even while the clock is behind, when `now` does not.
  mutating func tell(_ holders: [EndedHolder], at now: Timestamp, uptime: Duration) {
    for holder in holders {
      log.warning(
        "lock_holder_ended",
        ["holder": .string(holder.holder), "silent_ms": .integer(Int(holder.silentMicroseconds / 1000))])
      count.add()
      lastEnd = uptime
      problems.report(
        HealthProblem(
          reason: .serverStoodStill,
          message: "Another server hung while all others waited for it, and was disconnected; see the log.",
          since: now, details: .init(lastAt: now)))
    }
    guard let last = lastEnd, uptime - last >= Self.timeInHealth else { return }
    lastEnd = nil
    problems.resolve(.serverStoodStill)
  }
}
