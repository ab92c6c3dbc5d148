import MovieNightPrimitives

/// The error of a clock that cannot be right. Events keep their time for ever, and no event is earlier than those before it:
/// one of the wrong century would stop time for all households until then.
public struct ImplausibleTime: Error, Sendable, CustomStringConvertible {
  public let time: Timestamp

  /// Nil for a plausible time.
  public init?(_ time: Timestamp) {
    if Timestamp.plausible.contains(time) { return nil }
    self.time = time
  }

  /// Nil if the next event may be recorded: neither the clock nor the last recorded time is beyond the plausible range.
  init?(now: Timestamp, lastRecorded: Timestamp) {
    guard let error = ImplausibleTime(now) ?? ImplausibleTime(max(now, lastRecorded)) else { return nil }
    self = error
  }

  public var description: String { "the clock says \(time.text(.seconds)), outside of 2020 to 2200" }
}
