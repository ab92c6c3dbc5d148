/// The health of a catalog, available without waiting.
public struct CatalogHealth: Equatable, Sendable {
  public var source: CatalogSourceName
  public var language: String
  public var counters: CatalogCounters
}

/// The health, and the size of the store.
public struct CatalogStatus: Equatable, Sendable {
  public var health: CatalogHealth
  /// The size; nil if the store does not answer.
  public var size: CatalogStoreSize?
}

/// A part of an export.
public struct CatalogExport: Equatable, Sendable {
  /// JSON without line breaks, one element for each cache entry. The first line of the first part is the attribution.
  public var lines: [[UInt8]]
  /// The cursor for the next call; nil at the end.
  public var nextCursor: String?
}

/// An event for metrics and logs.
public enum CatalogEvent: Equatable, Sendable {
  case answered(CatalogQuestion.Kind, CacheUse)
  /// A request to the source has ended.
  case asked(CatalogRequest)
  /// This many list entries were unusable and dropped.
  case dropped(Int)
  /// A failure of the store; with a report at most once a minute.
  case storeFailed(StoreOperation, StoreReport?)
}

/// A request to the source that has ended.
public struct CatalogRequest: Equatable, Sendable {
  public var operation: CatalogQuestion.Kind
  /// The question without private data: of a search only its length, of a discovery nothing.
  public var key: String
  /// `miss` without a copy, otherwise `stale`.
  public var cache: CacheUse
  public var request: UpstreamRequest
}

extension CatalogQuestion {
  var shown: String {
    switch self {
    case .searchMovies(let text, _, _), .searchSeries(let text, _, _): "\(text.count) characters"
    case .find(let id): "\(id.authority.rawValue), \(id.id.count) characters"
    // A discovery reveals a household's likes and dislikes.
    case .discover: ""
    default: id
    }
  }
}
