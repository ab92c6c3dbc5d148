import MovieNightPrimitives

/// A clock says what cannot be.
///
/// Every event has its time for ever, and none an earlier one than those before it. An event of the wrong century would
/// stop time for all households until that came.
public struct ImplausibleTime: Error, Sendable, CustomStringConvertible {
  public let time: Timestamp

  /// Nil where a clock may well say so.
  public init?(_ time: Timestamp) {
    if Timestamp.plausible.contains(time) { return nil }
    self.time = time
  }

  /// Nil where the next event may be recorded: neither the clock nor the last recorded time is beyond the plausible range.
  init?(now: Timestamp, lastRecorded: Timestamp) {
    guard let error = ImplausibleTime(now) ?? ImplausibleTime(max(now, lastRecorded)) else { return nil }
    self = error
  }

  public var description: String { "the clock says \(time.text(.seconds)); nothing is recorded outside 2020 to 2200" }
}
