/// The health of a catalog, available without waiting.
public struct CatalogHealth: Equatable, Sendable {
  public var source: CatalogSourceName
  public var language: String
  public var counters: CatalogCounters
}

public struct CatalogStatus: Equatable, Sendable {
  public var health: CatalogHealth
  /// The size of the store; nil if the store does not respond.
  public var size: CatalogStoreSize?
}

/// A part of an export.
public struct CatalogExport: Equatable, Sendable {
  /// Lines of JSON, one for each cache entry. The first line of the first part is the header with the attribution.
  public var lines: [[UInt8]]
  /// The cursor for the next call; nil at the end.
  public var nextCursor: String?
}

/// An event for metrics and logs.
public enum CatalogEvent: Equatable, Sendable {
  case answered(CatalogQuestion.Kind, CacheUse)
  /// A request to the source has ended.
  case asked(CatalogRequest)
  /// List entries were unusable and have been dropped. The value is their number.
  case dropped(Int)
  /// A store operation has failed. At most once a minute, the event includes a report.
  case storeFailed(StoreOperation, StoreReport?)
}

/// A request to the source that has ended.
public struct CatalogRequest: Equatable, Sendable {
  public var operation: CatalogQuestion.Kind
  /// The question without private data: only the length of a search text, and nothing of a discovery.
  public var key: String
  /// `stale` if there is a copy in the cache, otherwise `miss`.
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
