// Made by `make protocol` from the server's declarations: change those.

extension ClientMethods {
  /// The methods `genres.…`.
  public var genres: GenresArea { GenresArea(scope: scope) }
}

/// The methods `genres.…`.
public struct GenresArea: Sendable {
  let scope: ClientScope

  /// Lists the genres of movies or of series.
  ///
  /// Sends `genres.list`.
  ///
  /// - Parameters:
  ///   - kind: Of movies, or of series; `movie` where it is nil.
  /// - Returns: Genres.
  public func list(of kind: MediaKind? = nil) async throws -> GenreList {
    try await scope.send(GenresRequests.list(of: kind))
  }
}

/// The requests of the methods `genres.…`. An outbox keeps commands without secrets only.
public enum GenresRequests {
  /// The request `genres.list`: lists the genres of movies or of series.
  public static func list(of kind: MediaKind? = nil) -> TypedRequest<GenreList> {
    TypedRequest("genres.list") { $0.fieldIfPresent("kind", kind) }
  }
}

/// Genres.
public struct GenreList: Hashable, Codable, Sendable {
  /// By name.
  public var genres: [Genre]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  private enum CodingKeys: String, CodingKey {
    case genres, source, fetchedAt = "fetched_at", stale
  }
}

/// A genre.
public struct Genre: Identifiable, Hashable, Codable, Sendable {
  /// TMDb's id.
  public var id: GenreID
  /// Its name.
  public var name: String
}

/// What `kind` of `genres.list` says: of movies, or of series; `movie` where it is nil.
public struct MediaKind: OpenEnum {
  public static let movie = Self(rawValue: "movie")
  public static let tv = Self(rawValue: "tv")

  public static let allCases: [Self] = [.movie, .tv]
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
