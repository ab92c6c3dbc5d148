import Domain
import EventStore
import Primitives
import TestSupport
import Testing

@testable import Commands
@testable import CommandsSupport
@testable import WritePath

@Suite struct DeadlinesTests {
  private func time(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  private func round(_ number: Int) -> StreamID { .round(Cast.round(number)) }

  @Test func whatIsDueComesOutInOrderAndOnce() {
    var deadlines = Deadlines()
    for (number, at) in [5, 1, 4, 2, 3].enumerated() { deadlines.schedule(round(number), at: time(Int64(at))) }
    #expect(deadlines.next == time(1))
    #expect(deadlines.takeDue(at: time(0)).isEmpty)
    #expect(deadlines.takeDue(at: time(3)) == [round(1), round(3), round(4)])
    #expect(deadlines.takeDue(at: time(3)).isEmpty && deadlines.next == time(4))
    #expect(deadlines.takeDue(at: time(100)) == [round(2), round(0)])
    #expect(deadlines.next == nil)
  }

  @Test func theEarlierTimeCounts() {
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

  /// Against a plain dictionary.
  @Test(arguments: 1...20)
  func randomSchedules(seed: UInt64) {
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
      let due = expected.filter { $0.value <= time(now) }.keys
      #expect(Set(deadlines.takeDue(at: time(now))) == Set(due))
      for stream in due { expected[stream] = nil }
    }
  }
}

@Suite struct StateCacheTests {
  private func load(_ value: Int) -> () throws(Never) -> Int { { () throws(Never) in value } }

  @Test func aValueIsLoadedOnceAndChangedInPlace() {
    var cache = StateCache<Int, Int>(capacity: 2)
    #expect(cache.use(1, load: load(10)) == 10)
    cache.update(1) { $0 += 1 }
    #expect(cache.use(1, load: load(0)) == 11)
    cache.update(2) { $0 += 1 }
    #expect(cache.use(2, load: load(20)) == 20, "what is not there is not changed")
  }

  @Test func whatIsNotUsedIsForgotten() {
    var cache = StateCache<Int, Int>(capacity: 2)
    for key in 1...3 { _ = cache.use(key, load: load(key)) }
    cache.age()
    cache.update(2) { $0 = 22 }
    #expect(cache.use(2, load: load(0)) == 22, "it was old and is young again")
    _ = cache.use(4, load: load(4))
    cache.age()
    #expect(cache.use(2, load: load(0)) == 22)
    #expect(cache.use(1, load: load(-1)) == -1)
    cache.removeAll()
    #expect(cache.use(2, load: load(0)) == 0)
  }

  @Test func aLoadThatFailsLeavesNothing() {
    struct Lost: Error {}
    var cache = StateCache<Int, Int>(capacity: 2)
    #expect(throws: Lost.self) { try cache.use(1) { () throws(Lost) in throw Lost() } }
    #expect(cache.use(1, load: load(5)) == 5)
  }
}
