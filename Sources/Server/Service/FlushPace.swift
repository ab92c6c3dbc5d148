/// When changed rows are written: after so many events, or so much time. Where that fails, it is tried again after longer
/// and longer pauses: each attempt encodes all that has changed, on the thread that commands wait for.
///
/// It goes by how long the machine is up: the time of day may stand still, where the clock was set back.
struct FlushPace {
  private static let events = 4096
  private static let rows = 512
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(16)

  private var latest: Duration
  /// More than the shortest while writing fails.
  private var pause = Self.shortestPause

  init(at uptime: Duration) { latest = uptime }

  /// - Parameters:
  ///   - unflushed: how many events the store's rows do not contain.
  ///   - rows: how many rows are to be written.
  func isDue(_ unflushed: Int, rows: Int, at uptime: Duration) -> Bool {
    guard unflushed > 0 else { return false }
    let isFailing = pause > Self.shortestPause
    return uptime - latest >= pause || (isMuch(unflushed, rows: rows) && !isFailing)
  }

  /// Whether it is so much that those would notice who wait while it is written.
  func isMuch(_ unflushed: Int, rows: Int) -> Bool { unflushed >= Self.events || rows >= Self.rows }

  mutating func succeeded(at uptime: Duration) {
    latest = uptime
    pause = Self.shortestPause
  }

  mutating func failed(at uptime: Duration) {
    latest = uptime
    pause = min(pause * 2, Self.longestPause)
  }
}
