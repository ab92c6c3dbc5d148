import MovieNightPrimitives

/// Calls functions after a delay, on a separate thread that starts with the first scheduled call.
package final class Timers: Sendable {
  private enum Request: Sendable {
    case call(UInt64, due: Duration, body: @Sendable () -> Void)
    case cancel(UInt64)
  }

  private let requests = Mailbox<Request>()
  private let uptime: @Sendable () -> Duration
  private let thread: Locked<WorkerThread?>
  private let lastNumber = Locked<UInt64>(0)
  private let waiting = Locked(0)
  private let name: String

  package init(name: String, uptime: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
    self.name = name
    self.uptime = uptime
    thread = Locked(nil)
  }

  /// Schedules a call of `body`, dropped if the timers are stopped. `body` must not block, which would delay others.
  /// - Returns: A function that cancels the call and releases `body`.
  /// - Throws: An error if the thread cannot start.
  @discardableResult
  package func call(
    after milliseconds: Int, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) -> CancelSchedule {
    try startThread()
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    requests.send([.call(number, due: uptime() + .milliseconds(milliseconds), body: body)])
    return { [requests] in requests.send([.cancel(number)]) }
  }

  /// The number of pending calls. Recent changes may not be included yet.
  package var count: Int { waiting.withLock { $0 } }

  private func startThread() throws(SystemError) {
    try thread.withLock { thread throws(SystemError) in
      guard thread == nil else { return }
      let started = WorkerThread(name: name) { [self] in run() }
      try started.start()
      thread = started
    }
  }

  /// Drops all pending calls, and returns when no call is running any more.
  package func stop() {
    requests.close()
    thread.withLock { $0 }?.join()
  }

  private func run() {
    var calls = TimerHeap<@Sendable () -> Void>()
    while let added = requests.receive(within: wait(until: calls.next)) {
      for request in added {
        switch request {
        case .call(let number, let due, let body): calls.add(body, number, due: due)
        case .cancel(let number): calls.remove(number)
        }
      }
      let now = uptime()
      while let body = calls.takeDue(by: now) { body() }
      waiting.withLock { $0 = calls.count }
    }
  }

  private func wait(until next: Duration?) -> Int64? {
    guard let next else { return nil }
    let (seconds, attoseconds) = (next - uptime()).components
    // Rounds up, because a thread that wakes before the timer is due would check it repeatedly.
    return max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000 + 1)
  }
}
