import Domain
import MovieNightPrimitives
import Testing

@testable import Server

@Suite struct WorkerPoolTests {
  private func household(_ number: UInt64) -> WorkerPool.Tenant { .household(HouseholdID(high: 0, low: number)) }

  @Test func tenantsTakeTurns() {
    var jobs = WorkerPool.Jobs()
    let order = Locked<[String]>([])
    func add(_ name: String, for tenant: WorkerPool.Tenant) {
      jobs.add({ order.withLock { $0.append(name) } }, for: tenant)
    }
    for number in 1...100 { add("many \(number)", for: household(1)) }
    for number in 1...2 { add("few \(number)", for: household(2)) }
    for _ in 0..<5 { jobs.takeNext()?() }
    add("late", for: household(3))
    for _ in 0..<2 { jobs.takeNext()?() }
    let first = order.withLock { $0 }
    #expect(first.contains("few 1") && first.contains("few 2") && first.contains("late"))
    while let job = jobs.takeNext() { job() }
    #expect(order.withLock { $0.filter { $0.hasPrefix("many") } } == (1...100).map { "many \($0)" })
  }

  @Test func queuedJobsFinishBeforeStopReturns() throws {
    let pool = WorkerPool(name: "test", threadCount: 1)
    let order = Locked<[Int]>([])
    for number in 0..<100 {
      let tenant = household(number == 99 ? 2 : 1)
      #expect(pool.perform(for: tenant) { order.withLock { $0.append(number) } })
    }
    try pool.start()
    pool.stop()
    let done = order.withLock { $0 }
    #expect(done.sorted() == Array(0..<100))
    #expect(done.firstIndex(of: 99) == 1, "the other tenant has its turn")
    #expect(!pool.perform {})
  }
}
