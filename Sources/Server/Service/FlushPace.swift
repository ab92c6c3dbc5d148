/// Decides when changed rows are written: after enough events, rows or time. Pauses grow while that fails, because each
/// attempt encodes all changes, on the thread that commands wait for.
///
/// Times are the machine's uptime: the time of day may stand still after the clock was set back.
struct FlushPace {
  private static let events = 4096
  private static let rows = 512
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(16)

  private var latest: Duration
  /// Longer than the shortest while writing fails.
  private var pause = Self.shortestPause

  init(at uptime: Duration) { latest = uptime }

  /// Whether rows are to be written. `unflushed` counts the events that the store's rows lack; `areLarge` is whether the
  /// changed rows take much of the memory for rows, which only clean ones can leave.
  func isDue(_ unflushed: Int, rows: Int, areLarge: Bool = false, at uptime: Duration) -> Bool {
    guard unflushed > 0 else { return false }
    let isFailing = pause > Self.shortestPause
    return uptime - latest >= pause || ((areLarge || exceedsTarget(unflushed, rows: rows)) && !isFailing)
  }

  private func exceedsTarget(_ unflushed: Int, rows: Int) -> Bool { unflushed >= Self.events || rows >= Self.rows }

  /// Whether it is little enough to be written in one step.
  static func fitsOneStep(_ unflushed: Int, rows: Int) -> Bool { unflushed <= smallestPart && rows <= smallestPart }

  /// The number of rows or streams to write at once while others wait, which takes a millisecond or two. It grows with the
  /// events recorded since the last part and with the backlog: otherwise a flush would never end.
  static func part(recorded: Int, unflushed: Int) -> Int {
    max(smallestPart, recorded) * (1 + unflushed / (2 * events))
  }

  private static let smallestPart = 64

  /// Whether there were no events for so long that a write probably delays no client.
  static func isQuiet(_ pause: Duration, recorded: Int) -> Bool { recorded == 0 && pause >= .milliseconds(100) }

  mutating func succeeded(at uptime: Duration) {
    latest = uptime
    pause = Self.shortestPause
  }

  mutating func failed(at uptime: Duration) {
    latest = uptime
    pause = min(pause * 2, Self.longestPause)
  }
}
