import MovieNightPrimitives

/// Where it is looked for what may not be kept any longer: through all entries once a day, some at a time, so that whoever
/// asks the store meanwhile hardly waits.
struct Expiry: Sendable {
  /// The text of the last key that was looked at; nil before the first.
  private var cursor: String?
  /// When the first were looked at.
  private var beganAt: Timestamp?
  private var isUnderWay = false

  static let entriesAtOnce = 200
  static let secondsBetweenBeginnings = Timestamp.secondsPerDay

  /// Some entries to look at.
  struct Step: Equatable, Sendable {
    /// What they come after; nil for the first.
    var cursor: String?
  }

  /// - Returns: nil where a step is under way, or all were looked at within a day.
  mutating func begin(at now: Timestamp) -> Step? {
    guard !isUnderWay, cursor != nil || isDue(at: now) else { return nil }
    if cursor == nil { beganAt = now }
    isUnderWay = true
    return Step(cursor: cursor)
  }

  /// - Parameter next: what the next step comes after; nil where this was the last.
  mutating func end(next: String?) {
    cursor = next
    isUnderWay = false
  }

  /// The same step is begun again.
  mutating func fail() {
    if cursor == nil { beganAt = nil }
    isUnderWay = false
  }

  private func isDue(at now: Timestamp) -> Bool {
    guard let beganAt else { return true }
    // A clock that was set back must not put it off until it is there again.
    return abs(now.microseconds - beganAt.microseconds) >= Self.secondsBetweenBeginnings * 1_000_000
  }
}
