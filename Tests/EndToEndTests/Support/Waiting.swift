import Glibc
import MovieNightPrimitives
import Testing

@testable import Platform

/// What a test needs and did not get.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// No working server needs so long, however slow the machine.
let patienceInSeconds = 60

/// Waits until `condition` holds, and records that it never did.
func eventually(_ what: String, _ condition: () throws -> Bool) rethrows {
  for _ in 0..<(patienceInSeconds * 200) {
    if try condition() { return }
    usleep(5000)
  }
  Issue.record("It never came to pass: \(what)")
}

/// Runs `body` on `count` threads that begin together, and returns what each of them gave.
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

/// A time that only tests move: every reading is a microsecond later, so that no two events have the same, unless it
/// stands.
final class ManualTime: Sendable {
  private let time = Locked((now: Timestamp(microseconds: 1_771_099_200_000_000), step: Int64(1)))

  var now: Timestamp {
    time.withLock { time in
      time.now = Timestamp(microseconds: time.now.microseconds + time.step)
      return time.now
    }
  }

  /// From now on every reading is `now`.
  func stand(at now: Timestamp) {
    time.withLock { $0 = (now, 0) }
  }

  func advance(hours: Int64) { advance(seconds: hours * Timestamp.secondsPerHour) }

  func advance(seconds: Int64) {
    time.withLock { $0.now = $0.now.advanced(bySeconds: seconds) }
  }
}

/// A monotonic time that stands, moves when a test says so, and runs from `release` on.
final class HeldUptime: Sendable {
  private let state = Locked((now: Duration.seconds(1000), releasedAt: Duration?.none))

  var now: Duration {
    state.withLock { state in
      state.now + (state.releasedAt.map { SystemClock.monotonic() - $0 } ?? .zero)
    }
  }

  func advance(by duration: Duration) { state.withLock { $0.now += duration } }

  /// A server that is told to stop needs a time that passes.
  func release() { state.withLock { $0.releasedAt = SystemClock.monotonic() } }
}
