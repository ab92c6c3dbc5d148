import MovieNightPrimitives
import Testing

@testable import Platform

@Suite struct WorkerThreadTests {
  @Test func bodyRunsOnceBeforeJoinReturns() throws {
    let runs = Locked(0)
    let thread = WorkerThread(name: "a name that is too long") { runs.withLock { $0 += 1 } }
    thread.join()
    #expect(runs.withLock { $0 } == 0)
    try thread.start()
    try thread.start()
    thread.join()
    thread.join()
    #expect(runs.withLock { $0 } == 1)
  }
}
