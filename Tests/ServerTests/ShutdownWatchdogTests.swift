import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct ShutdownWatchdogTests {
  @Test func overdueEndIsReportedOnce() {
    let reports = Mailbox<Void>()
    let watch = ShutdownWatchdog(shutdownTimeout: .milliseconds(1)) { reports.send([()]) }
    watch.begin()
    watch.begin()
    #expect(reports.receive()?.count == 1)
    watch.cancel()
  }

  @Test func endInTimeIsNotReported() {
    /// Sends the number of reports when its last reference is released.
    final class Reporter: Sendable {
      let reports = Locked(0)
      let released: Mailbox<Int>

      init(_ released: Mailbox<Int>) { self.released = released }
      deinit { released.send([reports.withLock { $0 }]) }
    }
    let released = Mailbox<Int>()
    do {
      let reporter = Reporter(released)
      // The shutdown ends before the watch begins, so the time limit of zero does not matter.
      let watch = ShutdownWatchdog(shutdownTimeout: .zero) { reporter.reports.withLock { $0 += 1 } }
      watch.cancel()
      watch.begin()
    }
    #expect(released.receive() == [0])
  }
}
