import MovieNightPrimitives

/// Keeps an event that comes with every request (a store that cannot be reached) from filling the log: so many lines
/// of it are written in a while, of those that say the same one a minute; the others are counted.
final class LogLimiter: Sendable {
  private struct Window {
    var start: Timestamp
    var written = 0
    var leftOut = 0
    /// The line written last.
    var last: (words: String?, time: Timestamp)?
  }

  private let windows = Locked<[String: Window]>([:])

  private static let lines = 10
  private static let microseconds: Int64 = 10_000_000
  /// How long what was said is not said again: a store that was set back says the same to every client until somebody
  /// restarts the server. Less than a minute, so that what is told once a minute anyway comes through.
  private static let silence: Int64 = 55_000_000

  /// - Parameter words: what the line says, without its time; nil where it may say the same again.
  /// - Returns: how many lines were left out before this one; nil where it is to be left out.
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
        window.leftOut += 1
        return nil
      }
      window.written += 1
      window.last = (words, time)
      defer { window.leftOut = 0 }
      return window.leftOut
    }
  }
}
