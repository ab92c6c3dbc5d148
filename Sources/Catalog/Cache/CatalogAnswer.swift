import MovieNightPrimitives

/// An answer to a question, with its source and times.
public struct CatalogAnswer: Equatable, Sendable {
  public var facts: CatalogFacts
  public var source: CatalogSourceName
  /// The time at which the source answered.
  public var fetchedAt: Timestamp
  /// The time since which the source's answer has not changed.
  public var changedAt: Timestamp
  /// Whether the answer is no longer fresh, and is used because the source has not given a newer one.
  public var isStale: Bool
}

/// The origin of an answer, for metrics.
public enum CacheUse: String, CaseIterable, Sendable {
  /// The answer is a fresh copy from the cache.
  case hit
  /// The answer comes from the source, or is a failure.
  case miss
  /// The answer is an old copy, because the source failed or did not answer in time.
  case stale
}
