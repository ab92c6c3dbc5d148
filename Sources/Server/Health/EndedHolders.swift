import EventStore
import Platform
import MovieNightPrimitives

/// Reports other servers that hung with a shared store's append lock, and whose sessions this server has ended.
struct EndedHolders {
  private let problems: HealthProblems
  private let count: Counter
  private let log: Log
  private var lastEnd: Duration?

  /// The time for which `server.health` reports the last such server.
  private static let timeInHealth = Duration.seconds(600)

  init(problems: HealthProblems, count: Counter, log: Log) {
    self.problems = problems
    self.count = count
    self.log = log
  }

  /// Reports the servers whose sessions were ended since the last call. `uptime` is a monotonic clock. Unlike `now`, it
  /// advances even while the system clock is behind.
  mutating func report(_ holders: [EndedHolder], at now: Timestamp, uptime: Duration) {
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
