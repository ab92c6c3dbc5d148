import Primitives

/// When changed rows are written: after so many events, or so much time. Where that fails, it is tried again after longer
/// and longer pauses: each attempt encodes all that has changed, on the thread that commands wait for.
struct FlushPace {
  private static let events = 4096
  private static let shortestPause: Int64 = 1_000_000
  private static let longestPause: Int64 = 16_000_000

  private var latest: Timestamp
  /// In microseconds; more than the shortest while writing fails.
  private var pause = Self.shortestPause

  init(at now: Timestamp) { latest = now }

  /// - Parameter unflushed: how many events the store's rows do not contain.
  func isDue(_ unflushed: Int, at now: Timestamp) -> Bool {
    guard unflushed > 0 else { return false }
    let isFailing = pause > Self.shortestPause
    return Self.hasPassed(pause, since: latest, now) || (unflushed >= Self.events && !isFailing)
  }

  /// Whether so much time has passed; also where the clock was set back meanwhile.
  static func hasPassed(_ microseconds: Int64, since last: Timestamp, _ now: Timestamp) -> Bool {
    !(0..<microseconds).contains(now.microseconds - last.microseconds)
  }

  mutating func succeeded(at now: Timestamp) {
    latest = now
    pause = Self.shortestPause
  }

  mutating func failed(at now: Timestamp) {
    latest = now
    pause = min(2 * pause, Self.longestPause)
  }
}
