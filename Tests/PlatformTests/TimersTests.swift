import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform

@Suite struct TimersTests {
  @Test func earlierTimerIsCalledFirst() throws {
    let timers = Timers(name: "test")
    let called = Mailbox<Int>()
    try timers.call(after: 60) { called.send([2]) }
    try timers.call(after: 1) { called.send([1]) }
    #expect([called.receiveOne(), called.receiveOne()] == [1, 2])
    timers.stop()
  }

  @Test func timerIsNotCalledBeforeItsTime() throws {
    let time = Locked(Duration.zero)
    let timers = Timers(name: "test") { time.withLock { $0 } }
    let called = Mailbox<Int>()
    try timers.call(after: 5) { called.send([5]) }
    try timers.call(after: 2) { called.send([2]) }
    time.withLock { $0 = .milliseconds(3) }
    // Adding a timer makes the thread check the clock.
    try timers.call(after: 0) { called.send([0]) }
    let first = [called.receiveOne(), called.receiveOne()]
    #expect(first == [2, 0])
    #expect(called.receive(within: 20_000)?.isEmpty == true)
    time.withLock { $0 = .milliseconds(5) }
    try timers.call(after: 0) { called.send([1]) }
    #expect([called.receiveOne(), called.receiveOne()] == [5, 1])
    timers.stop()
  }

  @Test func cancelledTimerIsNotCalledAndReleasesItsClosure() throws {
    final class Held: Sendable {}
    let timers = Timers(name: "test")
    let called = Mailbox<Int>()
    weak var held: Held?
    var cancels: [CancelSchedule] = []
    for number in 1...100 {
      let object = Held()
      held = object
      cancels.append(
        try timers.call(after: 60_000) {
          _ = object
          called.send([number])
        })
    }
    for cancel in cancels { cancel() }
    try timers.call(after: 0) { called.send([0]) }
    #expect(called.receiveOne() == 0)
    for _ in 0..<60_000 where timers.count > 0 || held != nil { usleep(1000) }
    #expect(timers.count == 0 && held == nil)
    for cancel in cancels { cancel() }
    try timers.call(after: 1) { called.send([1]) }
    #expect(called.receiveOne() == 1)
    timers.stop()
  }

  @Test func stoppedTimersCallNothing() throws {
    let timers = Timers(name: "test")
    let calls = Locked(0)
    try timers.call(after: 60_000) { calls.withLock { $0 += 1 } }
    timers.stop()
    try timers.call(after: 0) { calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == 0)
    Timers(name: "unused").stop()
  }
}
