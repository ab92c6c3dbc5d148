/// The times that a client reads and waits by, so that tests need not wait.
public struct ClientClock: Sendable {
  /// The moment that stands in command ids.
  public var now: @Sendable () -> Timestamp
  /// Time that only goes forward: what deadlines are measured by.
  public var uptime: @Sendable () -> Duration
  /// Waits between two attempts. Returns at once when the task is cancelled.
  public var sleep: @Sendable (Duration) async -> Void
  /// Returns when `uptime` has reached a moment, or the task is cancelled: how a deadline is noticed.
  ///
  /// Beside `sleep`, because a test lets pauses pass in no time, but not deadlines: what it waits for would never come.
  public var deadline: @Sendable (_ uptime: Duration) async -> Void

  public init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void, deadline: @escaping @Sendable (Duration) async -> Void
  ) {
    self.now = now
    self.uptime = uptime
    self.sleep = sleep
    self.deadline = deadline
  }

  /// The clocks of the system.
  public static let system = ClientClock(
    now: { SystemCalls.wallTime() }, uptime: { SystemCalls.uptime() },
    sleep: { await PollingThread.network.sleep(until: SystemCalls.uptime() + $0) },
    deadline: { await PollingThread.network.sleep(until: $0) })
}
