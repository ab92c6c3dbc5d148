import MovieNightPrimitives

/// The counts of answers to one kind of question since the start.
public struct CatalogCounts: Equatable, Sendable {
  /// The number of answers that were hits. Every answer counts as a hit, a miss or stale.
  public var hits = 0
  public var misses = 0
  public var stale = 0
  public var notFound = 0
  public var errors = 0

  public init() {}

  mutating func count(_ result: Result<CatalogAnswer, CatalogFailure>, _ use: CacheUse) {
    switch use {
    case .hit: hits += 1
    case .miss: misses += 1
    case .stale: stale += 1
    }
    switch result {
    case .success: break
    case .failure(.notFound): notFound += 1
    case .failure: errors += 1
    }
  }
}

/// The state of the source.
public enum CatalogState: String, CaseIterable, Sendable {
  case ok, unauthorised, limited, unavailable
}

/// The last failure of the source.
public struct CatalogErrorState: Equatable, Sendable {
  public var at: Timestamp
  /// The failure's `word`: "unauthorised", "limited", "status", "timeout" ...
  public var kind: String
  public var operation: CatalogQuestion.Kind
  /// The HTTP status, if there was one.
  public var status: Int?
}

/// The counters and the state of a source.
public struct CatalogCounters: Equatable, Sendable {
  /// The counts for each kind of question that has been asked.
  public private(set) var counts: [CatalogQuestion.Kind: CatalogCounts] = [:]
  public private(set) var state = CatalogState.ok
  public private(set) var lastSuccessAt: Timestamp?
  public private(set) var lastError: CatalogErrorState?

  mutating func count(
    _ result: Result<CatalogAnswer, CatalogFailure>, _ use: CacheUse, of kind: CatalogQuestion.Kind
  ) {
    counts[kind, default: CatalogCounts()].count(result, use)
  }

  mutating func note(
    _ result: Result<CatalogFacts, CatalogFailure>, of kind: CatalogQuestion.Kind, at now: Timestamp
  ) {
    switch result {
    case .success, .failure(.notFound):
      state = .ok
      lastSuccessAt = now
    // Refusals by our own rate limiter say nothing about the source.
    case .failure(.unavailable(.queueFull)): break
    case .failure(let failure):
      state = failure.state
      // An open circuit is not a new failure. The failure that opened it has already been recorded.
      guard failure != .unavailable(.circuitOpen) || lastError == nil else { return }
      lastError = CatalogErrorState(at: now, kind: failure.word, operation: kind, status: failure.status)
    }
  }
}

extension CatalogFailure {
  var state: CatalogState {
    switch self {
    case .notFound: .ok
    case .unauthorised: .unauthorised
    case .limited: .limited
    case .unavailable: .unavailable
    }
  }

  /// The name of the failure in `catalog.status`, metrics and logs.
  public var word: String {
    switch self {
    case .notFound: "not_found"
    case .unauthorised: "unauthorised"
    case .limited: "limited"
    case .unavailable(.status): "status"
    case .unavailable(.timeout): "timeout"
    case .unavailable(.connection): "connection"
    case .unavailable(.certificate): "certificate"
    case .unavailable(.unexpectedBody): "unfitting"
    case .unavailable(.queueFull): "crowded"
    case .unavailable(.circuitOpen): "resting"
    }
  }

  /// The HTTP status, if there was one.
  public var status: Int? {
    switch self {
    case .notFound: 404
    case .limited: 429
    case .unauthorised(let status), .unavailable(.status(let status)): status
    case .unavailable: nil
    }
  }
}
