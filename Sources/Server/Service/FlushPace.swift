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
  ///   - areLarge: whether these rows take much of the memory for rows, which only clean ones can leave.
  func isDue(_ unflushed: Int, rows: Int, areLarge: Bool = false, at uptime: Duration) -> Bool {
    guard unflushed > 0 else { return false }
    let isFailing = pause > Self.shortestPause
    return uptime - latest >= pause || ((areLarge || isMuch(unflushed, rows: rows)) && !isFailing)
  }

  /// Whether there is more of it than can wait.
  private func isMuch(_ unflushed: Int, rows: Int) -> Bool { unflushed >= Self.events || rows >= Self.rows }

  /// Whether it is so little that it is written in one step.
  static func isLittle(_ unflushed: Int, rows: Int) -> Bool { unflushed <= smallestPart && rows <= smallestPart }

  /// How many rows or streams are written at once while others wait, which takes a millisecond or two. More where more
  /// comes meanwhile, and the more the longer what waits has become, or there would be no end.
  /// - Parameter recorded: how many events there were since the last part.
  static func part(recorded: Int, unflushed: Int) -> Int {
    max(smallestPart, recorded) * (1 + unflushed / (2 * events))
  }

  private static let smallestPart = 64

  /// Whether nobody has recorded anything for so long that nobody is likely to wait for what is written now.
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
