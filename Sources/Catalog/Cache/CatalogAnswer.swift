import MovieNightPrimitives

/// What somebody who asked is told.
public struct CatalogAnswer: Equatable, Sendable {
  public var facts: CatalogFacts
  public var source: CatalogSourceName
  /// When the source said it.
  public var fetchedAt: Timestamp
  /// Since when it says the same.
  public var changedAt: Timestamp
  /// Whether the source should have been asked again, and has not answered.
  public var isStale: Bool
}

/// Where an answer came from, for counting.
public enum CacheUse: String, CaseIterable, Sendable {
  /// A fresh copy.
  case hit
  /// The source, whatever it said.
  case miss
  /// An old copy, because the source failed or was silent.
  case stale
}
