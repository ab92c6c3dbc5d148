import MovieNightPrimitives

/// The rules for how long cached answers may be used (`docs/catalog.md`, "Cache").
public struct CachePolicy: Equatable, Sendable {
  /// The time for which an answer is fresh, in microseconds.
  public let timeToLive: Int64

  public static let standard = CachePolicy(seconds: Timestamp.secondsPerDay)

  /// Creates a policy under which answers are fresh for `seconds`, which is clamped to 1 second to 180 days.
  public init(seconds: Int64) {
    timeToLive = min(max(seconds, 1), Self.longestUseSeconds) * 1_000_000
  }

  /// Parses a time such as "24h", "90m", "2s" or "7d". Returns nil for other text, and outside of 1 second to 180 days.
  public init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let unit = bytes.last.flatMap({ Self.secondsPerUnit[$0] }) else { return nil }
    let digits = bytes.dropLast()
    guard (1...9).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let seconds = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) } * unit
    guard (1...Self.longestUseSeconds).contains(seconds) else { return nil }
    self.init(seconds: seconds)
  }

  private static let secondsPerUnit: [UInt8: Int64] = [
    UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): Timestamp.secondsPerHour,
    UInt8(ascii: "d"): Timestamp.secondsPerDay,
  ]

  /// How an entry may be used, depending on its age.
  public enum Age: Equatable, Sendable {
    /// The entry is used without asking the source.
    case fresh
    /// The entry is used only if the source does not answer.
    case old
    /// The entry must not be used.
    case gone
  }

  /// The maximum age of an entry that may be used. TMDb's terms do not allow more.
  static let longestUseSeconds = 180 * Timestamp.secondsPerDay
  static let notFoundSeconds: Int64 = 600
  /// An episode or season that airs within this number of days of today is fresh for a quarter of the usual time.
  static let daysAroundAiring: Int64 = 7

  /// Returns how to use the entry. An entry from the future is as old as it is ahead, or it would stay fresh too long.
  public func age(of entry: CatalogEntry, at now: Timestamp) -> Age {
    let age = abs(now.microseconds - entry.fetchedAt.microseconds)
    if age < timeToLive(of: entry.facts, on: now.date) { return .fresh }
    // A `notFound` that is no longer fresh says little about what the source has today.
    guard entry.facts != nil else { return .gone }
    return Self.isUsable(entry.fetchedAt, at: now) ? .old : .gone
  }

  static func isUsable(_ fetchedAt: Timestamp, at now: Timestamp) -> Bool {
    abs(now.microseconds - fetchedAt.microseconds) <= longestUseSeconds * 1_000_000
  }

  /// Whether an answer must be deleted. One from the future is kept, because a clock may be wrong after a reboot.
  static func isExpired(_ fetchedAt: Timestamp, at now: Timestamp) -> Bool {
    now.microseconds - fetchedAt.microseconds > longestUseSeconds * 1_000_000
  }

  /// Returns how long an answer is fresh, in microseconds. `facts` is nil for a `notFound`.
  func timeToLive(of facts: CatalogFacts?, on today: CalendarDate) -> Int64 {
    guard let facts else { return min(timeToLive, Self.notFoundSeconds * 1_000_000) }
    return facts.airs(within: Self.daysAroundAiring, of: today) ? timeToLive / 4 : timeToLive
  }
}

extension CatalogFacts {
  /// Whether this is an episode or season that airs within `days` days of today, so that its facts may still change.
  func airs(within days: Int64, of today: CalendarDate) -> Bool {
    func isNear(_ date: CalendarDate?) -> Bool {
      guard let date else { return false }
      return abs(date.daysSince1970 - today.daysSince1970) <= days
    }
    return switch self {
    case .episode(let episode): isNear(episode.airDate)
    case .season(let season): isNear(season.airDate) || season.episodes.contains { isNear($0.airDate) }
    default: false
    }
  }
}
