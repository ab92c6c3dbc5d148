import Domain
import MovieNightPrimitives

/// A household or the administrator, whose refreshes count against one limit.
enum Refresher: Hashable, Sendable {
  case household(HouseholdID)
  case administrators
}

/// Limits requests to the source that clients force although a fresh answer is cached (`docs/catalog.md`, "Methods").
struct RefreshLimiter {
  private struct Minute {
    let start: Timestamp
    var count = 0
  }

  static let refreshesPerMinute = 10
  private static let microseconds: Int64 = 60_000_000
  private var minutes = RecentlyUsed<Refresher, Minute>(capacity: 1000)

  /// Counts a refresh, or throws `too_many_refreshes` if the limit for this minute has been reached.
  mutating func note(_ refresher: Refresher, at now: Timestamp) throws(Refusal) {
    var minute = minutes.value(for: refresher) ?? Minute(start: now)
    if !now.isWithinMinute(of: minute.start) { minute = Minute(start: now) }
    guard minute.count < Self.refreshesPerMinute else {
      let left = Self.microseconds - (now.microseconds - minute.start.microseconds)
      throw .tooManyRefreshes.with(data: .retryAfter(Int((left + 999) / 1000)))
    }
    minute.count += 1
    minutes.set(minute, for: refresher)
    minutes.age()
  }
}
