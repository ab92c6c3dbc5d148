import MovieNightPrimitives

/// A source of facts about movies and series.
public protocol CatalogSource: AnyObject, Sendable {
  var name: CatalogSourceName { get }

  /// Asks the source. Calls `done` once, on any thread, before or after this function returns. Calls `meanwhile` with
  /// events before it calls `done`. `priority` is whether a person waits for the answer, and for which tenant.
  func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority, meanwhile: @escaping @Sendable (SourceUpdate) -> Void,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void)

  /// Raises the priority of a question that was asked in the background or by others, because a person waits for it.
  func raisePriority(_ question: CatalogQuestion, _ priority: CatalogPriority)

  /// Returns the answer's times if it can be older than the request, like the lines of a file; nil if they are unknown.
  func times(of question: CatalogQuestion) -> CatalogTimes?

  /// Returns the title that is spelled most like a text that finds nothing; nil if none is similar, or if the source
  /// does not have its titles in memory. May take some milliseconds.
  func closeTitle(to text: String, of media: MediaKind) -> String?

  /// Whether a synchronous source answers so quickly that it may run on any thread.
  func isQuick(_ question: CatalogQuestion) -> Bool
}

extension CatalogSource {
  public func times(of question: CatalogQuestion) -> CatalogTimes? { nil }

  public func closeTitle(to text: String, of media: MediaKind) -> String? { nil }

  public func isQuick(_ question: CatalogQuestion) -> Bool { true }

  public func raisePriority(_ question: CatalogQuestion, _ priority: CatalogPriority) {}

  public func answer(
    _ question: CatalogQuestion, _ priority: CatalogPriority,
    _ done: @escaping @Sendable (Result<CatalogFacts, CatalogFailure>) -> Void
  ) { answer(question, priority, meanwhile: { _ in }, done) }
}

/// An event while a source looks for an answer.
public enum SourceUpdate: Equatable, Sendable {
  /// A request to the service has ended. An answer may take several requests, or none.
  case requested(UpstreamRequest)
  /// List entries were dropped (see `CleanedBody`). The value is their number.
  case dropped(Int)
  /// Requests are paused. An asker that can be answered with a copy need not wait.
  case throttled
  /// A partial answer, for askers that cannot wait for the rest.
  case partial(CatalogFacts)
  /// The rest could not be fetched, so the answer consists of the facts in `partial` only.
  case remainderFailed
}

/// A single request to a source, and its outcome.
public struct UpstreamRequest: Equatable, Sendable {
  public var microseconds: Int64
  /// The failure; nil if the source answered.
  public var failure: CatalogFailure?
}

/// The source's name in answers.
public enum CatalogSourceName: String, Sendable {
  case tmdb, file
}

/// The priority of a request: first by whether a person waits for it, then by how few requests its tenant has.
public struct CatalogPriority: Hashable, Sendable {
  public var isBackground: Bool
  /// The tenant that the request is charged to.
  public var tenant: CatalogTenant?

  public static let person = CatalogPriority(isBackground: false)
  public static let background = CatalogPriority(isBackground: true)

  public static func person(of tenant: CatalogTenant?) -> CatalogPriority {
    CatalogPriority(isBackground: false, tenant: tenant)
  }
}

/// A household, as a tenant that shares the source fairly with other households.
public typealias CatalogTenant = Identifier<CatalogTenantKind>
public enum CatalogTenantKind {}

/// The reason why a source has no answer.
public enum CatalogFailure: Error, Equatable, Sendable {
  /// The source has nothing that matches the question. This is also an answer, and is cached for a while.
  case notFound
  /// The source does not accept the key (401, 403).
  case unauthorised(status: Int)
  /// The source or our own rate limiter requires that the request be made later.
  case limited(retryAfterMilliseconds: Int)
  /// The source cannot be reached, or its response is unusable.
  case unavailable(Reason)

  /// The reason, for metrics, logs and `catalog.status`. It never contains a key.
  public enum Reason: Equatable, Sendable {
    case status(Int)
    case timeout
    case connection
    case certificate
    /// The body does not answer the question: it is too large, not JSON, or has another id.
    case unexpectedBody
    /// Too many requests are waiting already.
    case queueFull
    /// After too many consecutive failures, no requests are sent for a while.
    case circuitOpen
  }
}
