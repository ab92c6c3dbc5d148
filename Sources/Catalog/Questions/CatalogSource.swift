import MovieNightPrimitives

/// Who has facts of movies and series.
public protocol CatalogSource: AnyObject, Sendable {
  var name: CatalogSourceName { get }

  /// Asks it. `done` is called once, at once or later, on whatever thread.
  ///
  /// - Parameters:
  ///   - urgency: whether a person waits.
  ///   - meanwhile: told what happens until then, and nothing after that.
  func answer(
    _ question: CatalogQuestion, _ urgency: CatalogUrgency, meanwhile: @escaping @Sendable (SourceNews) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void)

  /// A person waits by now for what was asked in the background or by others.
  func hurry(_ question: CatalogQuestion, _ urgency: CatalogUrgency)

  /// When what it answers to a question was said, where that was before it is asked: the lines of a file have their times.
  /// Nil where it does not know.
  func times(of question: CatalogQuestion) -> CatalogTimes?

  /// Whether a source that answers at once does it so quickly that no thread is kept from others.
  func isQuick(_ question: CatalogQuestion) -> Bool
}

extension CatalogSource {
  public func times(of question: CatalogQuestion) -> CatalogTimes? { nil }

  public func isQuick(_ question: CatalogQuestion) -> Bool { true }

  public func hurry(_ question: CatalogQuestion, _ urgency: CatalogUrgency) {}

  public func answer(
    _ question: CatalogQuestion, _ urgency: CatalogUrgency,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) { answer(question, urgency, meanwhile: { _ in }, done) }
}

/// What happens while a source looks for an answer.
public enum SourceNews: Equatable, Sendable {
  /// A request was sent to it, and is over. An answer may take several, or none.
  case requested(UpstreamRequest)
  /// So many entries of its lists were left out (`CleanedBody`).
  case dropped(Int)
  /// Nothing is sent for now: whoever has a copy need not wait.
  case heldUp
  /// So much is there already, and will do for whoever cannot wait for the rest.
  case partly(CatalogFacts)
  /// What it lacks could not be had: the answer is what `partly` said.
  case restFailed
}

/// A single request to a source, and what came of it.
public struct UpstreamRequest: Equatable, Sendable {
  public var microseconds: Int64
  /// Nil where it had an answer.
  public var failure: CatalogFailure?
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
