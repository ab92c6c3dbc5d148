import Primitives

/// Who has facts of movies and series.
public protocol CatalogSource: AnyObject, Sendable {
  var name: CatalogSourceName { get }

  /// Asks it. `done` is called once, at once or later, on whatever thread.
  ///
  /// - Parameter urgency: whether a person waits.
  func answer(
    _ question: CatalogQuestion, _ urgency: CatalogUrgency,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void)
}

/// As answers name it.
public enum CatalogSourceName: String, Sendable {
  case tmdb, file
}

/// What waits longest for others: people come before imports and refreshing.
public enum CatalogUrgency: Int, Comparable, Sendable {
  case person, background

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Why a source has no answer.
public enum CatalogFailure: Error, Equatable, Sendable {
  /// It knows no such thing. That is an answer, too: it is kept for a while.
  case notFound
  /// It does not accept the key (401, 403).
  case unauthorised(status: Int)
  /// It, or the limits kept towards it, want it asked later.
  case limited(retryAfterMilliseconds: Int)
  /// It cannot be reached, or says nothing that makes sense.
  case unavailable(Reason)

  /// For metrics, log and `catalog.status`; never with a key in it.
  public enum Reason: Equatable, Sendable {
    case status(Int)
    case timeout
    case connection
    case certificate
    /// The body is no answer to what was asked: too large, no JSON, of another id.
    case unfitting
    /// Too many wait already.
    case crowded
    /// It has failed too often in a row.
    case resting
  }
}
