import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform

/// An error that a test throws when it did not get something that it needs.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The timeout of every wait in the tests. A working server never needs this long, even on a slow machine.
let timeoutSeconds = 240

/// Waits until `condition` is true. Records the issue "Timed out waiting for: `what`" if it does not become true.
func eventually(_ what: String, _ condition: () throws -> Bool) rethrows {
  for _ in 0..<(timeoutSeconds * 200) {
    if try condition() { return }
    usleep(5000)
  }
  Issue.record("Timed out waiting for: \(what)")
}

/// Runs `body` on `count` threads that start together, and returns their results.
func together<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
  let outcomes = Locked<[Result<Value, any Error>?]>(Array(repeating: nil, count: count))
  let ready = Locked(0)
  let threads = (0..<count).map { index in
    WorkerThread(name: "together-\(index)") {
      ready.withLock { $0 += 1 }
      while ready.withLock({ $0 }) < count { sched_yield() }
      let outcome = Result { try body(index) }
      outcomes.withLock { $0[index] = outcome }
    }
  }
  for thread in threads { try thread.start() }
  for thread in threads { thread.join() }
  return try outcomes.withLock { $0 }.map { outcome in
    guard let outcome else { throw TestFailure("a thread ended without an outcome") }
    return try outcome.get()
  }
}

/// A clock that a test sets. Unless the test has stopped it, each reading advances it by a microsecond, so that no two
/// events have the same time.
final class ManualTime: Sendable {
  private let time = Locked((now: Timestamp(microseconds: 1_771_099_200_000_000), step: Int64(1)))

  var now: Timestamp {
    time.withLock { time in
      time.now = Timestamp(microseconds: time.now.microseconds + time.step)
      return time.now
    }
  }

  /// Stops the clock at `now`, which every later reading returns.
  func freeze(at now: Timestamp) {
    time.withLock { $0 = (now, 0) }
  }

  func advance(hours: Int64) { advance(seconds: hours * Timestamp.secondsPerHour) }

  func advance(seconds: Int64) {
    time.withLock { $0.now = $0.now.advanced(bySeconds: seconds) }
  }
}

/// A monotonic clock that only moves when a test advances it, until `release` lets it run.
final class HeldUptime: Sendable {
  private let state = Locked((now: Duration.seconds(1000), releasedAt: Duration?.none))

  var now: Duration {
    state.withLock { state in
      state.now + (state.releasedAt.map { SystemClock.monotonic() - $0 } ?? .zero)
    }
  }

  func advance(by duration: Duration) { state.withLock { $0.now += duration } }

  /// Lets the clock run. A server cannot shut down while its clock is stopped.
  func release() { state.withLock { $0.releasedAt = SystemClock.monotonic() } }
}
