import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct EndWatchTests {
  @Test func endThatDoesNotComeIsReportedOnce() {
    let reports = Mailbox<Void>()
    let watch = EndWatch(longestEnd: .milliseconds(1)) { reports.send([()]) }
    watch.begin()
    watch.begin()
    #expect(reports.receive()?.count == 1)
    watch.hasEnded()
  }

  @Test func endInTimeIsNotReported() {
    /// Sends the number of reports when the last reference to it has gone.
    final class Reporter: Sendable {
      let reports = Locked(0)
      let released: Mailbox<Int>

      init(_ released: Mailbox<Int>) { self.released = released }
      deinit { released.send([reports.withLock { $0 }]) }
    }
    let released = Mailbox<Int>()
    do {
      let reporter = Reporter(released)
      // It has ended before the watch begins, so the time plays no part.
      let watch = EndWatch(longestEnd: .zero) { reporter.reports.withLock { $0 += 1 } }
      watch.hasEnded()
      watch.begin()
    }
    #expect(released.receive() == [0])
  }
}
