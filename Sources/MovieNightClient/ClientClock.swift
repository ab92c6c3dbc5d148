import Glibc
import Primitives

/// The times that a client reads and waits by, so that tests need not wait.
public struct ClientClock: Sendable {
  /// The moment that stands in command ids.
  public var now: @Sendable () -> Timestamp
  /// Time that only goes forward: what deadlines are measured by.
  public var uptime: @Sendable () -> Duration
  /// Waits between two attempts.
  public var sleep: @Sendable (Duration) -> Void

  public init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) -> Void
  ) {
    self.now = now
    self.uptime = uptime
    self.sleep = sleep
  }

  /// The clocks of the system.
  public static let system = ClientClock(
    now: {
      let time = read(CLOCK_REALTIME)
      return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    },
    uptime: {
      let time = read(CLOCK_MONOTONIC)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    },
    sleep: { duration in
      let (seconds, attoseconds) = duration.components
      var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      var left = timespec()
      while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
    })

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
