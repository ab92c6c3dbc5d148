import MovieNightKit
import MovieNightPrimitives

/// A clock that does not really wait. It records each wait, and moves its uptime ahead by that time.
public final class TestClock: Sendable {
  private let waits = Locked<[Duration]>([])
  private let countsRealTime: Bool

  /// If `countsRealTime` is false, only waits and jumps move the uptime, so a busy machine cannot pass a deadline.
  public init(countsRealTime: Bool = true) { self.countsRealTime = countsRealTime }

  public var sleeps: [Duration] { waits.withLock { $0 } }

  public func jump(_ duration: Duration) { waits.withLock { $0.append(duration) } }

  /// The clock's fixed time, Monday, 2 March 2026, noon in UTC.
  public static let now = Timestamp(microseconds: 1_772_452_800_000_000)

  private func uptime() -> Duration {
    waits.withLock { $0.reduce(.zero, +) } + (countsRealTime ? ClientClock.system.uptime() : .zero)
  }

  public var clientClock: ClientClock {
    ClientClock(
      now: { TestClock.now },
      uptime: { [self] in uptime() },
      sleep: { [waits] duration in waits.withLock { $0.append(duration) } },
      deadline: { [self] moment in
        // Polls, because `jump` can move the uptime past the deadline at any time.
        while uptime() < moment, !Task.isCancelled {
          await ClientClock.system.sleep(.milliseconds(5))
        }
      })
  }
}

/// A generator that yields the same sequence of numbers every time.
public struct CountingGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64 = 0

  public init() {}

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return state
  }
}
