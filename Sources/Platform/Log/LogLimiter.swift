import MovieNightPrimitives

/// Limits the lines of a frequent event, such as one for each request while the store is unreachable: a number in a window, and
/// equal ones about once a minute. The others are counted.
final class LogLimiter: Sendable {
  private struct Window {
    var start: Timestamp
    var written = 0
    var suppressed = 0
    var last: (words: String?, time: Timestamp)?
  }

  private let windows = Locked<[String: Window]>([:])

  private static let lines = 10
  private static let microseconds: Int64 = 10_000_000
  /// The time for which equal lines are suppressed: a store that was set back causes the same line for every client until
  /// the server restarts. Shorter than a minute, so that lines that come once a minute are written.
  private static let silence: Int64 = 55_000_000

  /// Returns how many lines were left out before this one, or nil to leave it out. `words` is the line without its time, to
  /// suppress equal ones; nil if it may repeat.
  func admit(_ event: StaticString, saying words: String?, at time: Timestamp) -> Int? {
    windows.withLock { windows in
      var window = windows[event.description] ?? Window(start: time)
      defer { windows[event.description] = window }
      let age = time.microseconds - window.start.microseconds
      if !(0..<Self.microseconds).contains(age) {
        window.start = time
        window.written = 0
      }
      let isRepeated =
        window.last.map { last in
          words != nil && last.words == words && (0..<Self.silence).contains(time.microseconds - last.time.microseconds)
        } ?? false
      guard window.written < Self.lines, !isRepeated else {
        window.suppressed += 1
        return nil
      }
      window.written += 1
      window.last = (words, time)
      defer { window.suppressed = 0 }
      return window.suppressed
    }
  }
}
