import MovieNightPrimitives

/// How a kind of question was answered, since the start.
public struct CatalogCounts: Equatable, Sendable {
  /// Every answer is one of these three.
  public var hits = 0
  public var misses = 0
  public var stale = 0
  /// How many of them said that there is no such thing.
  public var notFound = 0
  /// How many of them were failures.
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

/// How it goes with the source.
public enum CatalogState: String, CaseIterable, Sendable {
  case ok, unauthorised, limited, unavailable
}

/// The last time that the source had no answer.
public struct CatalogTrouble: Equatable, Sendable {
  public var at: Timestamp
  /// "unauthorised", "limited", "status", "timeout" ...
  public var kind: String
  public var operation: CatalogQuestion.Kind
  /// Of HTTP, where there was one.
  public var status: Int?
}

/// What is counted and remembered of the source and of those who ask.
public struct CatalogTally: Equatable, Sendable {
  /// Of the kinds that were asked for.
  public private(set) var counts: [CatalogQuestion.Kind: CatalogCounts] = [:]
  public private(set) var state = CatalogState.ok
  public private(set) var lastSuccessAt: Timestamp?
  public private(set) var lastError: CatalogTrouble?

  mutating func count(
    _ result: Result<CatalogAnswer, CatalogFailure>, _ use: CacheUse, of kind: CatalogQuestion.Kind
  ) {
    counts[kind, default: CatalogCounts()].count(result, use)
  }

  /// The source has said something of a question.
  mutating func note(
    _ result: Result<CatalogFacts, CatalogFailure>, of kind: CatalogQuestion.Kind, at now: Timestamp
  ) {
    switch result {
    case .success, .failure(.notFound):
      state = .ok
      lastSuccessAt = now
    // That too many ask says nothing of the source.
    case .failure(.unavailable(.crowded)): break
    case .failure(let failure):
      state = failure.state
      // What keeps requests back is no news of the source: what it rests for is.
      guard failure != .unavailable(.resting) || lastError == nil else { return }
      lastError = CatalogTrouble(at: now, kind: failure.word, operation: kind, status: failure.status)
    }
  }
}

extension CatalogFailure {
  /// What the catalog is in after it.
  var state: CatalogState {
    switch self {
    case .notFound: .ok
    case .unauthorised: .unauthorised
    case .limited: .limited
    case .unavailable: .unavailable
    }
  }

  /// What it is called in `catalog.status`, metrics and log.
  public var word: String {
    switch self {
    case .notFound: "not_found"
    case .unauthorised: "unauthorised"
    case .limited: "limited"
    case .unavailable(.status): "status"
    case .unavailable(let reason): "\(reason)"
    }
  }

  /// Of HTTP, where there was one.
  public var status: Int? {
    switch self {
    case .notFound: 404
    case .limited: 429
    case .unauthorised(let status), .unavailable(.status(let status)): status
    case .unavailable: nil
    }
  }
}
