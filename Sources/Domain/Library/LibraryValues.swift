import MovieNightPrimitives

/// The limits of a household's lists of movies (`docs/rules.md`).
public enum LibraryLimits {
  public static let watchlist = 50
  /// The number of movies that a round takes over from the watchlist.
  public static let promotions = 4
  private static let undoSeconds = 24 * Timestamp.secondsPerHour

  /// Returns the time until which a member's mark as watched can be undone. At this time it can no longer be undone.
  public static func undoUntil(markedAt time: Timestamp) -> Timestamp { time.advanced(bySeconds: undoSeconds) }
}
