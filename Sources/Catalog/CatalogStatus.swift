/// How it goes with a catalog. None of it waits for anything.
public struct CatalogHealth: Equatable, Sendable {
  public var source: CatalogSourceName
  public var language: String
  public var tally: CatalogTally
}

/// The same with what only the store knows.
public struct CatalogStatus: Equatable, Sendable {
  public var health: CatalogHealth
  /// Nil where the store does not say.
  public var size: CatalogStoreSize?
}

/// Some of what is kept.
public struct CatalogExport: Equatable, Sendable {
  /// JSON, one entry a line, without line breaks; the first of all is the attribution.
  public var lines: [[UInt8]]
  /// What the next call is to go on after; nil at the end.
  public var nextCursor: String?
}

/// What metrics and log are told.
public enum CatalogEvent: Equatable, Sendable {
  case answered(CatalogQuestion.Kind, CacheUse)
  /// A request was sent to the source, and is over.
  case asked(CatalogRequest)
  /// So many entries of lists were left out, because nobody could do anything with them.
  case dropped(Int)
  /// Each time; what is to be said of it and those before, once a minute at most.
  case storeFailed(StoreOperation, StoreReport?)
}

/// A request to the source that is over.
public struct CatalogRequest: Equatable, Sendable {
  public var operation: CatalogQuestion.Kind
  /// What was asked for, as far as that says nothing of who asked: of a search only its length, of a discovery nothing.
  public var key: String
  /// `miss` without a copy, else `stale`.
  public var cache: CacheUse
  public var request: UpstreamRequest
}

extension CatalogQuestion {
  /// As logs name it.
  var shown: String {
    switch self {
    case .searchMovies(let text, _, _), .searchSeries(let text, _, _): "\(text.count) characters"
    case .find(let id): "\(id.authority.rawValue), \(id.id.count) characters"
    // It has what a household likes and dislikes.
    case .discover: ""
    default: id
    }
  }
}
