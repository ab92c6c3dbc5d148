// Made by `make protocol` from the server's declarations: change those.

extension Administration {
  /// The administrator's methods `catalog.…`.
  public var catalog: CatalogArea { CatalogArea(scope: scope) }

  /// The administrator's methods `catalog.…`.
  public struct CatalogArea: Sendable {
    let scope: ClientScope

    /// Tells how it goes with the catalog.
    ///
    /// Sends `catalog.status`. Refused with ``RefusalReason/notAllowed``, and with what refuses any request.
    ///
    /// - Returns: How it goes with the catalog.
    public func status() async throws -> CatalogStatus {
      try await scope.send(CatalogRequests.status())
    }

    /// Forgets what is kept, so that the source is asked again.
    ///
    /// Sends `catalog.clear`. Refused with ``RefusalReason/notAllowed``, ``RefusalReason/noCatalog``, and with what
    /// refuses any request.
    ///
    /// - Parameters:
    ///   - kind: Answers to which questions, as of `catalog.status`; all where it is nil.
    ///   - id: Of a movie or series its number, of a season `1396/1`, of an episode `1396/1/2`; without a `kind`
    ///     whatever has it, all where it is nil.
    /// - Returns: What was forgotten.
    public func clear(kind: CatalogOperation? = nil, id: String? = nil) async throws -> ForgottenEntries {
      try await scope.send(CatalogRequests.clear(kind: kind, id: id))
    }

    /// Shows what is kept, as `--catalog file:PATH` reads it.
    ///
    /// Sends `catalog.export`. Refused with ``RefusalReason/notAllowed``, ``RefusalReason/noCatalog``, and with what
    /// refuses any request.
    ///
    /// - Parameters:
    ///   - cursor: What `next_cursor` said; the first page where it is nil.
    /// - Returns: Some of what is kept.
    public func export(cursor: String? = nil) async throws -> CatalogExport {
      try await scope.send(CatalogRequests.export(cursor: cursor))
    }

    /// All that `export` gives, asked for page by page.
    public func exportAll() -> AllItems<JSONObject, String> {
      AllItems { cursor in
        let page = try await export(cursor: cursor)
        return (page.lines, page.nextCursor)
      }
    }
  }
}

/// The requests of the methods `catalog.…`. An outbox keeps commands without secrets only.
public enum CatalogRequests {
  /// The request `catalog.status`: tells how it goes with the catalog.
  public static func status() -> TypedRequest<CatalogStatus> {
    TypedRequest("catalog.status")
  }

  /// The request `catalog.clear`: forgets what is kept, so that the source is asked again.
  public static func clear(kind: CatalogOperation? = nil, id: String? = nil) -> TypedRequest<ForgottenEntries> {
    TypedRequest("catalog.clear") { json in
      json.fieldIfPresent("kind", kind)
      json.fieldIfPresent("id", id)
    }
  }

  /// The request `catalog.export`: shows what is kept, as `--catalog file:PATH` reads it.
  public static func export(cursor: String? = nil) -> TypedRequest<CatalogExport> {
    TypedRequest("catalog.export") { $0.fieldIfPresent("cursor", cursor) }
  }
}

/// How it goes with the catalog.
public struct CatalogStatus: Hashable, Codable, Sendable {
  /// `tmdb` or `file`; nil without a catalog.
  public var source: String?
  /// `none` without a catalog.
  public var state: CatalogStatusState
  /// Whom it asks; nil for a file.
  public var host: String?
  /// The language of its texts.
  public var language: String?
  /// When its source answered last; nil where it has not since the start.
  public var lastSuccessAt: Timestamp?
  /// What went wrong last; nil where nothing has since the start.
  public var lastError: CatalogTrouble?
  /// One for each kind of question; empty without a catalog.
  public var operations: [CatalogCounts]
  /// How many are kept over restarts; nil where the store does not say.
  public var entries: Int?
  /// How large they are; nil where the store does not say. In bytes.
  public var bytes: Int?
  /// To be shown with what is from there.
  public var attribution: String?

  private enum CodingKeys: String, CodingKey {
    case source, state, host, language, lastSuccessAt = "last_success_at", lastError = "last_error", operations,
      entries, bytes, attribution
  }
}

/// What went wrong last.
public struct CatalogTrouble: Hashable, Codable, Sendable {
  /// When.
  public var at: Timestamp
  /// What went wrong: `timeout`.
  public var kind: String
  /// With which question.
  public var operation: CatalogOperation
  /// The status of HTTP; nil where there was none.
  public var status: Int?
}

/// What became of the questions of a kind, since the start.
public struct CatalogCounts: Identifiable, Hashable, Codable, Sendable {
  /// Which kind.
  public var operation: CatalogOperation
  /// Answered by a fresh copy.
  public var hits: Int
  /// Answered by the source.
  public var misses: Int
  /// Answered by an old copy.
  public var stale: Int
  /// Of them, said that there is no such thing.
  public var notFound: Int
  /// Of them, failed.
  public var errors: Int

  public var id: CatalogOperation { operation }

  private enum CodingKeys: String, CodingKey {
    case operation, hits, misses, stale, notFound = "not_found", errors
  }
}

/// What was forgotten.
public struct ForgottenEntries: Hashable, Codable, Sendable {
  /// How many entries the store had.
  public var removed: Int
}

/// Some of what is kept.
public struct CatalogExport: Hashable, Codable, Sendable {
  /// To be written one a line.
  public var lines: [JSONObject]
  /// To be sent as `cursor` for the next page; nil at the end.
  public var nextCursor: String?

  private enum CodingKeys: String, CodingKey {
    case lines, nextCursor = "next_cursor"
  }
}

/// What ``CatalogStatus/state`` says: `none` without a catalog.
public struct CatalogStatusState: OpenEnum {
  public static let ok = Self(rawValue: "ok")
  public static let unauthorised = Self(rawValue: "unauthorised")
  public static let limited = Self(rawValue: "limited")
  public static let unavailable = Self(rawValue: "unavailable")
  public static let none = Self(rawValue: "none")

  public static let allCases: [Self] = [.ok, .unauthorised, .limited, .unavailable, .none]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What ``CatalogTrouble/operation`` says: with which question.
public struct CatalogOperation: OpenEnum {
  public static let movie = Self(rawValue: "movie")
  public static let series = Self(rawValue: "series")
  public static let season = Self(rawValue: "season")
  public static let episode = Self(rawValue: "episode")
  public static let search = Self(rawValue: "search")
  public static let discover = Self(rawValue: "discover")
  public static let genres = Self(rawValue: "genres")
  public static let providers = Self(rawValue: "providers")
  public static let configuration = Self(rawValue: "configuration")

  public static let allCases: [Self] = [
    .movie, .series, .season, .episode, .search, .discover, .genres, .providers, .configuration,
  ]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
