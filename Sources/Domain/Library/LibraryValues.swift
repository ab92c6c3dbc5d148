import MovieNightPrimitives

/// The limits of a household's lists of movies (`docs/rules.md`).
public enum LibraryLimits {
  public static let watchlist = 50
  /// The number of movies that a round takes over from the watchlist.
  public static let promotions = 4
  /// The years that statistics can show.
  public static let statisticsYears = 2000...2100
  /// The number of different movies that are counted for a year.
  public static let moviesOfYear = 5000
  private static let undoSeconds = 24 * Timestamp.secondsPerHour

  /// Returns the time until which a member's mark as watched can be undone. At this time it can no longer be undone.
  public static func undoUntil(markedAt time: Timestamp) -> Timestamp { time.advanced(bySeconds: undoSeconds) }

  /// Returns the earliest time of a mark that is undone at `time`.
  public static func earliestMark(undoneAt time: Timestamp) -> Timestamp { time.advanced(bySeconds: -undoSeconds) }
}
