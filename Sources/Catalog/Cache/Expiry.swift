import MovieNightPrimitives

/// Where it is looked for what may not be kept any longer: through all entries once a day, some at a time, so that whoever
/// asks the store meanwhile hardly waits.
struct Expiry: Sendable {
  /// What the next step comes after: the text of the last key that was looked at; nil before the first.
  private(set) var cursor: String?
  /// When the first were looked at.
  private var beganAt: Timestamp?
  private var isUnderWay = false

  static let entriesAtOnce = 200
  static let secondsBetweenBeginnings = Timestamp.secondsPerDay

  /// Begins to look at some.
  /// - Returns: false where that is under way, or all were looked at within a day.
  mutating func begin(at now: Timestamp) -> Bool {
    guard !isUnderWay, cursor != nil || isDue(at: now) else { return false }
    if cursor == nil { beganAt = now }
    isUnderWay = true
    return true
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
