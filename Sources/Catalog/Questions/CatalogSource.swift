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

  /// How many entries of lists it has left out since it was asked that last (`CleanedBody`).
  func takeDropped() -> Int
}

extension CatalogSource {
  public func takeDropped() -> Int { 0 }
}

/// As answers name it.
public enum CatalogSourceName: String, Sendable {
  case tmdb, file
}

/// What waits longest for others: people come before imports and refreshing, and those who have asked for much after the
/// others.
public struct CatalogUrgency: Hashable, Sendable {
  public var isBackground: Bool
  /// Whose account it is on.
  public var party: CatalogParty?

  public static let person = CatalogUrgency(isBackground: false)
  public static let background = CatalogUrgency(isBackground: true)

  public static func person(of party: CatalogParty?) -> CatalogUrgency {
    CatalogUrgency(isBackground: false, party: party)
  }
}

/// Those who take turns with others, and wait for each other: a household.
public typealias CatalogParty = Identifier<CatalogPartyKind>
public enum CatalogPartyKind {}

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
