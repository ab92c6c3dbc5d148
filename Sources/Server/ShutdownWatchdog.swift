import Platform
import MovieNightPrimitives

/// Makes sure that a server stops in time, even if a worker's job hangs or a call never returns.
final class ShutdownWatchdog: Sendable {
  private let shutdownTimeout: Duration
  private let isOverdue: (@Sendable () -> Void)?
  private let hasBegun = Locked(false)
  private let end = Mailbox<Void>()

  /// Creates a watchdog that calls `isOverdue` on its own thread if the server does not stop in time. Nil disables it.
  init(shutdownTimeout: Duration, isOverdue: (@Sendable () -> Void)?) {
    self.shutdownTimeout = shutdownTimeout
    self.isOverdue = isOverdue
  }

  /// Starts the timeout. Call this when the server is asked to stop; further calls have no effect.
  func begin() {
    guard hasBegun.set(), let isOverdue else { return }
    let thread = WorkerThread(name: "shutdown-watch") { [shutdownTimeout, end] in
      if end.receive(within: Int64(shutdownTimeout / .microseconds(1))) != nil { isOverdue() }
    }
    // If the thread cannot be started, there is no time limit.
    try? thread.start()
  }

  /// Stops watching, because the server has stopped.
  func cancel() { end.close() }
}
