import EventStore
import Platform
import MovieNightPrimitives

/// Checks and maintains the store's files about once a second on its own thread, so that commits do not wait for it.
final class StoreWatch: Sendable {
  private let store: any MaintainedStore
  private let problems: HealthProblems
  private let log: Log
  private let clock: @Sendable () -> Timestamp
  private let intervalMicroseconds: Int64
  private let wakeup = Mailbox<Never>()
  private let highWaterMarkFails = Locked(false)
  private let maintenanceFails = Locked(false)

  init(
    _ store: any MaintainedStore, problems: HealthProblems, log: Log, clock: @escaping @Sendable () -> Timestamp,
    intervalMicroseconds: Int64 = 1_000_000
  ) {
    self.store = store
    self.problems = problems
    self.log = log
    self.clock = clock
    self.intervalMicroseconds = intervalMicroseconds
  }

  /// Checks on the calling thread until `stop` is called, and then once more.
  func run() {
    while wakeup.receive(within: intervalMicroseconds) != nil { check() }
    check()
  }

  func stop() { wakeup.close() }

  private func check() {
    do throws(StoreError) {
      try store.checkFiles()
      if problems.resolve(.storeReplaced) { log.info("store_found") }
    } catch {
      let hint = error.hint.map { " \($0)" } ?? ""
      let isNew = problems.report(
        HealthProblem(
          reason: .storeReplaced,
          message: "A file of the store was removed or replaced, so commands are refused.\(hint)",
          since: clock()))
      if isNew { log.error("store_replaced", ["error": .string(error.description)]) }
      return
    }
    logOnce("witness_failed", once: highWaterMarkFails) { () throws(StoreError) in try store.writeHighWaterMark() }
    // If this fails, a later commit does the same work.
    logOnce("tidying_failed", once: maintenanceFails) { () throws(StoreError) in try store.tidy() }
  }

  /// Runs `body`. Logs a lasting failure once instead of every second.
  private func logOnce(_ name: StaticString, once fails: Locked<Bool>, _ body: () throws(StoreError) -> Void) {
    do throws(StoreError) {
      try body()
      fails.withLock { $0 = false }
    } catch {
      if fails.set() { log.warning(name, ["error": .string(error.description)]) }
    }
  }
}
