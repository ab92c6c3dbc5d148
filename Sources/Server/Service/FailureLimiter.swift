import MovieNightPrimitives
import Transport

/// Counts failed authentications by peer, and decides when their answers are delayed. A correct secret always succeeds
/// immediately, whatever other clients at the same address do. Confined to the event loop's thread.
struct FailureLimiter {
  private struct Window {
    var since: Timestamp
    var failures = 0
  }

  // A client with many addresses gains nothing by evicting others, because each address has free failures.
  private var windows = RecentlyUsed<Peer, Window>(capacity: 10_000)

  /// The number of a peer's failures in each `window` that are answered without delay.
  static let freeFailures = 20
  /// The length of a window in microseconds.
  static let window: Int64 = 60_000_000
  /// The delay of the answer to each further failure.
  static let delay = Duration.seconds(1)

  /// Whether further failures of the peer are answered late.
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

  // A time before the window is outside of it, so that setting the clock back ends a window too.
  private static func contains(_ window: Window, _ time: Timestamp) -> Bool {
    (0..<Self.window).contains(time.microseconds - window.since.microseconds)
  }
}

extension Peer {
  /// The peer whose failures are counted. Over TCP a network, because a provider's customer has many addresses.
  fileprivate var counted: Peer {
    if case .tcp(let address) = self { .tcp(address: address.network) } else { self }
  }
}
