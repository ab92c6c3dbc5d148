import EventStore
import MovieNightPrimitives
import Testing

@testable import Platform
@testable import Server
@testable import Stores

/// The periodic checks and maintenance by `StoreWatch`.
@Suite struct StoreWatchTests {
  /// A store in memory whose `tidy` fails until `isMended` is set.
  private final class UntidyStore: IndexedStore {
    let kind = "memory"
    let index = Locked(EventIndex())
    let isMended = Locked(false)
    let tidyings = Locked(0)

    func tidy() throws(StoreError) {
      tidyings.withLock { $0 += 1 }
      if !isMended.withLock({ $0 }) { throw StoreError(.unavailable, "the log cannot be copied") }
    }

    func commit(
      _ group: [CommandAppend], rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
    ) throws(StoreError) -> [CommitOutcome] { throw .snapshot }
    func importEvents(
      _ events: [RecordedEvent], texts: [PersonalText],
      rows: ([RecordedEvent]) throws(StoreError) -> [ReadModelFlush]
    ) throws(StoreError) { throw .snapshot }
    func findDamage(progress: (Position) -> Void) throws(StoreError) -> [String] { [] }
    func reopen() throws(StoreError) {}
    func close() {}
  }

  @Test func repeatedMaintenanceFailureIsLoggedOnce() throws {
    let (store, log) = (UntidyStore(), try WrittenLog())
    let watch = StoreWatch(
      store, problems: HealthProblems(), log: log.log, clock: SystemClock.wallTime, intervalMicroseconds: 1000)
    let thread = WorkerThread(name: "store-watch") { watch.run() }
    try thread.start()
    func waitForAttempts() {
      let before = store.tidyings.withLock { $0 }
      eventually("more attempts") { store.tidyings.withLock { $0 } > before + 3 }
    }
    for isMended in [false, true, false] {
      store.isMended.withLock { $0 = isMended }
      waitForAttempts()
    }
    watch.stop()
    thread.join()
    let lines = log.take()
    #expect(lines.count == 2, "one line for each series of failures: \(lines)")
    #expect(lines.allSatisfy { $0.contains("tidying_failed") && $0.contains("the log cannot be copied") })
  }
}
