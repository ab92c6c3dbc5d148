import MovieNightPrimitives

/// The error for a clock that is certainly wrong. Recorded times never change and never go back. So if one event were
/// recorded with a time in the wrong century, all later events of all households would get that time.
public struct ImplausibleTime: Error, Sendable, CustomStringConvertible {
  public let time: Timestamp

  /// Returns nil if `time` is plausible.
  public init?(_ time: Timestamp) {
    if Timestamp.plausible.contains(time) { return nil }
    self.time = time
  }

  /// Returns nil if the next event may be recorded, because both the clock and the last recorded time are plausible.
  init?(now: Timestamp, lastRecorded: Timestamp) {
    guard let error = ImplausibleTime(now) ?? ImplausibleTime(max(now, lastRecorded)) else { return nil }
    self = error
  }

  public var description: String { "the clock says \(time.text(.seconds)), outside of 2020 to 2200" }
}
