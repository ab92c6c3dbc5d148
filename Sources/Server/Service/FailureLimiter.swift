import MovieNightPrimitives
import Transport

/// Counts failed authentications by where they come from, and says when their answers are to be late.
///
/// Nobody is refused for what others at the same address do: a secret that is right passes at once, always. Who guesses
/// is slowed down. It belongs to the event loop's thread.
struct FailureLimiter {
  private struct Window {
    var since: Timestamp
    var failures = 0
  }

  // Who has many addresses can push others out, and gains nothing: each has its free failures anyway.
  private var windows = RecentlyUsed<Peer, Window>(capacity: 10_000)

  /// Failures that one peer has free in each `window`.
  static let freeFailures = 20
  /// In microseconds.
  static let window: Int64 = 60_000_000
  /// How late the answer to each further failure is.
  static let delay = Duration.seconds(1)

  /// Whether further failures from there are answered late.
  func isSlowed(_ peer: Peer, at now: Timestamp) -> Bool {
    windows.peek(peer.counted).map { $0.failures >= Self.freeFailures && Self.contains($0, now) } ?? false
  }

  mutating func noteFailure(_ peer: Peer, at now: Timestamp) {
    let known = windows.value(for: peer.counted)
    var window = known.flatMap { Self.contains($0, now) ? $0 : nil } ?? Window(since: now)
    window.failures += 1
    windows.set(window, for: peer.counted)
    windows.age()
  }

  // A clock that was set back ends a window too.
  private static func contains(_ window: Window, _ time: Timestamp) -> Bool {
    (0..<Self.window).contains(time.microseconds - window.since.microseconds)
  }
}

extension Peer {
  /// Who counts as one: addresses that one customer of a provider has.
  fileprivate var counted: Peer {
    if case .tcp(let address) = self { .tcp(address: address.network) } else { self }
  }
}
