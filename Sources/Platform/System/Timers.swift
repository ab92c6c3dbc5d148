import Primitives

/// Calls what is to be called later, on a thread of its own, which begins with the first call that is asked for.
package final class Timers: Sendable {
  private struct Call: Sendable {
    let due: Duration
    let body: @Sendable () -> Void
  }

  private let mailbox = Mailbox<Call>()
  private let uptime: @Sendable () -> Duration
  private let thread: Locked<WorkerThread?>
  private let name: String

  /// - Parameter uptime: monotonic.
  package init(name: String, uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
    self.name = name
    self.uptime = uptime
    thread = Locked(nil)
  }

  /// Calls `body` once, not before so many milliseconds have passed; never, where it is stopped before that. It must not
  /// wait for anything, because others' calls wait for it.
  /// - Throws: where the thread cannot be started.
  package func call(after milliseconds: Int, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    try startThread()
    mailbox.send([Call(due: uptime() + .milliseconds(milliseconds), body: body)])
  }

  private func startThread() throws(SystemError) {
    try thread.withLock { thread throws(SystemError) in
      guard thread == nil else { return }
      let started = WorkerThread(name: name) { [self] in run() }
      try started.start()
      thread = started
    }
  }

  /// Returns when no call goes on any more; later ones are not taken.
  package func stop() {
    mailbox.close()
    thread.withLock { $0 }?.join()
  }

  private func run() {
    var calls: [Call] = []
    while let added = mailbox.receive(within: wait(for: calls)) {
      calls += added
      let now = uptime()
      let due = calls.filter { $0.due <= now }.sorted { $0.due < $1.due }
      calls.removeAll { $0.due <= now }
      for call in due { call.body() }
    }
  }

  /// In microseconds; nil where nothing is to be waited for.
  private func wait(for calls: [Call]) -> Int64? {
    guard let next = calls.map(\.due).min() else { return nil }
    let (seconds, attoseconds) = (next - uptime()).components
    // Rounded up: a call that comes too early would be looked at again and again.
    return max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000 + 1)
  }
}
