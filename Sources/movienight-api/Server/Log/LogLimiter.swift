import Primitives

/// Keeps an event that comes with every request (a store that cannot be reached) from filling the log: so many lines
/// of it are written in a while, the others are counted.
final class LogLimiter: Sendable {
  private struct Window {
    var start: Timestamp
    var written = 0
    var leftOut = 0
  }

  private let windows = Locked<[String: Window]>([:])

  private static let lines = 10
  private static let microseconds: Int64 = 10_000_000

  /// - Returns: how many lines were left out before this one; nil where it is to be left out.
  func admit(_ event: StaticString, at time: Timestamp) -> Int? {
    windows.withLock { windows in
      var window = windows[event.description] ?? Window(start: time)
      defer { windows[event.description] = window }
      let age = time.microseconds - window.start.microseconds
      if !(0..<Self.microseconds).contains(age) {
        window.start = time
        window.written = 0
      }
      guard window.written < Self.lines else {
        window.leftOut += 1
        return nil
      }
      window.written += 1
      defer { window.leftOut = 0 }
      return window.leftOut
    }
  }
}
