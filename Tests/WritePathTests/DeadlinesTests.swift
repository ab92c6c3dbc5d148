import Domain
import EventStore
import MovieNightPrimitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

@Suite struct DeadlinesTests {
  private func time(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  private func round(_ number: Int) -> StreamID { .round(Cast.round(number)) }

  @Test func dueStreamsAreTakenOnceInOrder() {
    var deadlines = Deadlines()
    for (number, at) in [5, 1, 4, 2, 3].enumerated() { deadlines.schedule(round(number), at: time(Int64(at))) }
    #expect(deadlines.next == time(1))
    #expect(deadlines.takeDue(at: time(0)).isEmpty)
    #expect(deadlines.takeDue(at: time(3)) == [round(1), round(3), round(4)])
    #expect(deadlines.takeDue(at: time(3)).isEmpty && deadlines.next == time(4))
    #expect(deadlines.takeDue(at: time(100)) == [round(2), round(0)])
    #expect(deadlines.next == nil)
  }

  @Test func earliestTimeOfStreamCounts() {
    var deadlines = Deadlines()
    deadlines.schedule(round(1), at: time(5))
    deadlines.schedule(round(1), at: time(9))
    #expect(deadlines.next == time(5), "a later time adds nothing")
    deadlines.schedule(round(1), at: time(2))
    #expect(deadlines.takeDue(at: time(2)) == [round(1)])
    #expect(deadlines.takeDue(at: time(50)).isEmpty, "the entry it had before says nothing any more")
    deadlines.schedule(round(1), at: time(60))
    #expect(deadlines.takeDue(at: time(60)) == [round(1)])
  }

  @Test func canceledStreamsTakeNoMemory() {
    var deadlines = Deadlines()
    deadlines.schedule(round(0), at: time(7))
    for number in 1...10_000 {
      deadlines.schedule(round(number), at: time(Int64(1000 + number)))
      deadlines.cancel(round(number))
    }
    #expect(deadlines.heap.count < 100)
    #expect(deadlines.takeDue(at: time(100_000)) == [round(0)])
  }

  /// Compares random schedules and cancellations with a plain dictionary.
  @Test(arguments: 1...20)
  func randomSchedulesMatchDictionary(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var deadlines = Deadlines()
    var expected: [StreamID: Timestamp] = [:]
    for now in stride(from: Int64(0), to: 600, by: 3) {
      for _ in 0..<4 {
        let stream = round(Int.random(in: 0..<30, using: &random))
        let at = time(now + Int64.random(in: 0..<40, using: &random))
        deadlines.schedule(stream, at: at)
        expected[stream] = min(expected[stream] ?? at, at)
      }
      if Bool.random(using: &random) {
        let stream = round(Int.random(in: 0..<30, using: &random))
        deadlines.cancel(stream)
        expected[stream] = nil
      }
      let due = expected.filter { $0.value <= time(now) }.keys
      #expect(Set(deadlines.takeDue(at: time(now))) == Set(due))
      for stream in due { expected[stream] = nil }
    }
  }
}

@Suite struct StateCacheTests {
  /// Returns a cache in which each value counts as that many bytes.
  private func cache(_ capacity: Int) -> StateCache<Int, Int> { StateCache(capacity: capacity) { $0 } }

  @Test func valueIsUpdatedInPlace() {
    var cache = cache(100)
    cache.install(10, for: 1)
    cache.update(1) { $0 += 1 }
    #expect(cache.use(1) == 11)
    cache.update(2) { $0 += 1 }
    #expect(cache.use(2) == nil, "what is not there is not changed")
  }

  @Test func unusedValueIsEvictedOverCapacity() {
    var cache = cache(60)
    for key in 1...3 { cache.install(20, for: key) }
    cache.age()
    cache.update(2) { $0 = 30 }
    #expect(cache.use(2) == 30, "it was old and is young again")
    cache.age()
    #expect(cache.use(1) == 20, "there was room for all")
    cache.install(20, for: 4)
    cache.age()
    #expect((1...4).map { cache.peek($0) } == [20, 30, nil, 20])
    cache.removeAll()
    #expect(cache.use(2) == nil)
  }

  /// Under random growth, removal and rollback, the cache holds at most twice its capacity plus one value.
  @Test(arguments: 1...10)
  func cacheStaysWithinTwiceItsCapacity(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cache = cache(1_000)
    for _ in 0..<5_000 {
      let key = Int.random(in: 0..<200, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: if cache.use(key) == nil { cache.install(Int.random(in: 1...50, using: &random), for: key) }
      case 4..<8: if cache.use(key) != nil { cache.update(key) { $0 = Int.random(in: 1...50, using: &random) } }
      case 8: cache.remove(key)
      default: cache.rollBack()
      }
      cache.age()
      #expect((0..<200).reduce(0) { $0 + (cache.peek($1) ?? 0) } <= 2_050)
    }
    #expect((0..<200).contains { cache.peek($0) != nil })
  }
}
