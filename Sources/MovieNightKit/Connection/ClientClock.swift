/// The clocks of a client, which tests replace to avoid waiting.
public struct ClientClock: Sendable {
  /// The wall-clock time, for command ids and an outbox's `keptAt`.
  public var now: @Sendable () -> Timestamp
  /// Monotonic time, for deadlines.
  public var uptime: @Sendable () -> Duration
  /// Sleeps for the pause between two attempts. Returns at once if the task is cancelled.
  public var sleep: @Sendable (Duration) async -> Void
  /// Returns when `uptime` has reached the given time or the task is cancelled. Separate from `sleep`, because a test
  /// can skip pauses, but not deadlines: calls would time out before their answers arrived.
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

  /// The system's clocks.
  public static let system = ClientClock(
    now: { SystemCalls.wallTime() }, uptime: { SystemCalls.uptime() },
    sleep: { await PollingThread.network.sleep(until: SystemCalls.uptime() + $0) },
    deadline: { await PollingThread.network.sleep(until: $0) })
}
