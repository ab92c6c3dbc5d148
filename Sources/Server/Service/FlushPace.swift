/// Decides when changed rows are written: after enough events, rows or time. While writing fails, the pauses grow,
/// because each attempt encodes all changes on the thread that commands wait for. Times are values of the machine's
/// uptime, because the time of day may stand still after the clock was set back.
struct FlushPace {
  private static let events = 4096
  private static let rows = 4096
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(16)

  private var lastAttempt: Duration
  /// The time to wait until the next attempt. Longer than `shortestPause` while writing fails.
  private var pause = Self.shortestPause

  init(at uptime: Duration) { lastAttempt = uptime }

  /// Whether changed rows should be written now. `unflushed` is the number of events that the store's rows lack.
  /// `areLarge` is whether changed rows, which cannot be evicted until written, take up much of the memory for rows.
  func isDue(_ unflushed: Int, rows: Int, areLarge: Bool = false, at uptime: Duration) -> Bool {
    guard unflushed > 0 else { return false }
    let isFailing = pause > Self.shortestPause
    return uptime - lastAttempt >= pause || ((areLarge || exceedsTarget(unflushed, rows: rows)) && !isFailing)
  }

  private func exceedsTarget(_ unflushed: Int, rows: Int) -> Bool { unflushed >= Self.events || rows >= Self.rows }

  /// Whether there are so few changes that they can be written in one step.
  static func fitsOneStep(_ unflushed: Int, rows: Int) -> Bool { unflushed <= oneStep && rows <= oneStep }

  /// Returns the number of rows or streams to write in one part while commands wait: as many as events were recorded
  /// since the last part, so that a part takes about as long as the group. Grows with the backlog of events or rows, else
  /// a flush would never end. `pause` is the time since the last part.
  static func part(recorded: Int, unflushed: Int, rows: Int, pause: Duration) -> Int {
    max(pause < .milliseconds(5) ? smallestPart : oneStep, recorded) * (1 + unflushed / (2 * events) + rows / Self.rows)
  }

  private static let smallestPart = 4
  private static let oneStep = 64

  /// Whether no events were recorded for so long that a write will probably not delay any client.
  static func isQuiet(_ pause: Duration, recorded: Int) -> Bool { recorded == 0 && pause >= .milliseconds(100) }

  mutating func succeeded(at uptime: Duration) {
    lastAttempt = uptime
    pause = Self.shortestPause
  }

  /// Records that writing rows has failed, which doubles the pause before the next attempt.
  mutating func failed(at uptime: Duration) {
    lastAttempt = uptime
    pause = min(pause * 2, Self.longestPause)
  }
}
