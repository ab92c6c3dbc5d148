import Primitives
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
    let reports = Locked(0)
    // It has ended before the watch begins, so the time plays no part.
    let watch = EndWatch(longestEnd: .zero) { reports.withLock { $0 += 1 } }
    watch.hasEnded()
    watch.begin()
    #expect(reports.withLock { $0 } == 0)
  }
}
