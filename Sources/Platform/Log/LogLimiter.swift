import MovieNightPrimitives

/// Limits how often the same event is logged, for example for each request while the store is unreachable. An event may
/// write a fixed number of lines in each window, and equal lines once a minute. Suppressed lines are counted.
final class LogLimiter: Sendable {
  private struct Window {
    var start: Timestamp
    var written = 0
    var suppressed = 0
    var last: (words: String?, time: Timestamp)?
  }

  private let windows = Locked<[String: Window]>([:])

  private static let linesPerWindow = 10
  private static let windowMicroseconds: Int64 = 10_000_000
  /// The time for which a line equal to the event's last is suppressed. Otherwise, after a restore, errors could repeat
  /// for every client until a restart. Less than a minute, so that lines logged once a minute are written.
  private static let repeatMicroseconds: Int64 = 55_000_000

  /// Returns the number of lines suppressed since the event's last written line, or nil if this line is to be
  /// suppressed too. `words` is the line without its time, to recognize equal lines; pass nil to allow equal lines.
  func admit(_ event: StaticString, saying words: String?, at time: Timestamp) -> Int? {
    windows.withLock { windows in
      var window = windows[event.description] ?? Window(start: time)
      defer { windows[event.description] = window }
      let age = time.microseconds - window.start.microseconds
      if !(0..<Self.windowMicroseconds).contains(age) {
        window.start = time
        window.written = 0
      }
      let isRepeated =
        window.last.map { last in
          words != nil && last.words == words
            && (0..<Self.repeatMicroseconds).contains(time.microseconds - last.time.microseconds)
        } ?? false
      guard window.written < Self.linesPerWindow, !isRepeated else {
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
