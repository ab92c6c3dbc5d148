import MovieNightPrimitives

/// Calls what is to be called later, on a thread of its own, which begins with the first call that is asked for.
package final class Timers: Sendable {
  private enum Order: Sendable {
    case call(UInt64, due: Duration, body: @Sendable () -> Void)
    case cancel(UInt64)
  }

  private let orders = Mailbox<Order>()
  private let uptime: @Sendable () -> Duration
  private let thread: Locked<WorkerThread?>
  private let lastNumber = Locked<UInt64>(0)
  private let waiting = Locked(0)
  private let name: String

  /// - Parameter uptime: monotonic.
  package init(name: String, uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
    self.name = name
    self.uptime = uptime
    thread = Locked(nil)
  }

  /// Calls `body` once, not before so many milliseconds have passed; never, where it is stopped before that. It must not
  /// wait for anything, because others' calls wait for it.
  /// - Returns: what takes it back, and with it all that `body` holds.
  /// - Throws: where the thread cannot be started.
  @discardableResult
  package func call(
    after milliseconds: Int, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> CancelSchedule {
    try startThread()
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    orders.send([.call(number, due: uptime() + .milliseconds(milliseconds), body: body)])
    return { [orders] in orders.send([.cancel(number)]) }
  }

  /// How many calls are still to come; a moment ago.
  package var count: Int { waiting.withLock { $0 } }

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
    orders.close()
    thread.withLock { $0 }?.join()
  }

  private func run() {
    var calls = TimerHeap<@Sendable () -> Void>()
    while let added = orders.receive(within: wait(until: calls.next)) {
      for order in added {
        switch order {
        case .call(let number, let due, let body): calls.add(body, number, due: due)
        case .cancel(let number): calls.remove(number)
        }
      }
      let now = uptime()
      while let body = calls.takeDue(by: now) { body() }
      waiting.withLock { $0 = calls.count }
    }
  }

  /// In microseconds; nil where nothing is to be waited for.
  private func wait(until next: Duration?) -> Int64? {
    guard let next else { return nil }
    let (seconds, attoseconds) = (next - uptime()).components
    // Rounded up: a call that comes too early would be looked at again and again.
    return max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000 + 1)
  }
}
