import MovieNightPrimitives

/// The progress of removing expired entries. All are checked once a day, in small steps, so that reads hardly wait.
struct Expiry: Sendable {
  private(set) var cursor: String?
  private var beganAt: Timestamp?
  private var isInProgress = false

  static let entriesAtOnce = 200
  static let secondsBetweenChecks = Timestamp.secondsPerDay

  /// Begins a step. Returns false if a step is in progress, or if the last check of all began less than a day ago.
  mutating func begin(at now: Timestamp) -> Bool {
    guard !isInProgress, cursor != nil || isDue(at: now) else { return false }
    if cursor == nil { beganAt = now }
    isInProgress = true
    return true
  }

  mutating func end(next: String?) {
    cursor = next
    isInProgress = false
  }

  mutating func fail() {
    if cursor == nil { beganAt = nil }
    isInProgress = false
  }

  private func isDue(at now: Timestamp) -> Bool {
    guard let beganAt else { return true }
    // If the clock was set back, the next check must not wait until the clock has caught up.
    return abs(now.microseconds - beganAt.microseconds) >= Self.secondsBetweenChecks * 1_000_000
  }
}
