import Primitives

/// The limits of a library (`docs/rules.md`).
public enum LibraryLimits {
  /// Movies on a watchlist at the same time.
  public static let watchlist = 50
  /// Movies that a round promotes from the watchlist.
  public static let promotions = 4
  /// How long a direct mark can be undone, in seconds: at exactly this time it is too late.
  public static let undoSeconds = 24 * Timestamp.secondsPerHour
}
