import MovieNightPrimitives

/// The limits of a library (`docs/rules.md`).
public enum LibraryLimits {
  /// Movies on a watchlist at the same time.
  public static let watchlist = 50
  /// Movies that a round promotes from the watchlist.
  public static let promotions = 4
  private static let undoSeconds = 24 * Timestamp.secondsPerHour

  /// Until when a direct mark can be undone: at exactly this time it is too late.
  public static func undoUntil(markedAt time: Timestamp) -> Timestamp { time.advanced(bySeconds: undoSeconds) }
}
