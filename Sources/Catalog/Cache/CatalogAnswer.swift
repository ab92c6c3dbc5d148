import MovieNightPrimitives

/// An answer to a question, and where it comes from.
public struct CatalogAnswer: Equatable, Sendable {
  public var facts: CatalogFacts
  public var source: CatalogSourceName
  /// The time at which the source answered.
  public var fetchedAt: Timestamp
  /// Since when the source's answer is the same.
  public var changedAt: Timestamp
  /// Whether the answer is outdated, because the source has not answered again.
  public var isStale: Bool
}

/// The origin of an answer, for metrics.
public enum CacheUse: String, CaseIterable, Sendable {
  /// A fresh copy.
  case hit
  /// The source, whatever it answered.
  case miss
  /// An old copy, because the source failed or was silent.
  case stale
}
