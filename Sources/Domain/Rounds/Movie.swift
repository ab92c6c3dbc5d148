import MovieNightPrimitives

/// A movie as it was when it entered a round, independent of later changes in a catalog.
public struct Movie: FieldObject, Equatable, Sendable {
  public var tmdbMovieID: MovieID
  public var title: String
  /// The year; nil if it was not released.
  public var year: Int?
  public var posterPath: String?
  /// The text that the client sent; `ContentRating.passes` interprets it.
  public var contentRating: String?
  public var genres: [String]
  /// The genres' ids at TMDb.
  public var genreIDs: [Int]
  public var overview: String?
  /// The running time in minutes.
  public var runtime: Int?
  /// The tie-breaker for equal net scores; nil counts as 0 (`docs/rules.md`, "Results").
  public var popularity: Double?
  public var voteAverage: Double?
  /// The names of the services that have it.
  public var streaming: [String]

  public init(
    tmdbMovieID: MovieID, title: String, year: Int?, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String] = [], genreIDs: [Int] = [], overview: String? = nil, runtime: Int? = nil,
    popularity: Double? = nil, voteAverage: Double? = nil, streaming: [String] = []
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.year = year
    self.posterPath = posterPath
    self.contentRating = contentRating
    self.genres = genres
    self.genreIDs = genreIDs
    self.overview = overview
    self.runtime = runtime
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.streaming = streaming
  }

  /// The fields. Lists may be absent if a client sends a movie; they are then empty.
  public static let fields = Fields(
    Self.init(
      tmdbMovieID:title:year:posterPath:contentRating:genres:genreIDs:overview:runtime:popularity:voteAverage:streaming:
    ),
    Field("tmdb_movie_id", \.tmdbMovieID, .movieID), Field("title", \.title, .bytes(MovieLimits.title)),
    Field("year", \.year, .orNull(.integer(MovieLimits.year))),
    Field("poster_path", \.posterPath, .orNull(.bytes(MovieLimits.posterPath))),
    Field("content_rating", \.contentRating, .orNull(.bytes(MovieLimits.contentRating))),
    Field("genres", \.genres, absent: [], .list(of: .bytes(MovieLimits.name), atMost: MovieLimits.names)),
    Field("genre_ids", \.genreIDs, absent: [], .list(atMost: MovieLimits.names)),
    Field("overview", \.overview, .orNull(.bytes(MovieLimits.overview))),
    Field("runtime", \.runtime, .orNull(.integer(MovieLimits.runtime))), Field("popularity", \.popularity),
    Field("vote_average", \.voteAverage),
    Field("streaming", \.streaming, absent: [], .list(of: .bytes(MovieLimits.name), atMost: MovieLimits.names)))
}

/// The limits of a movie, which keep it from filling a round's row; they are not domain rules. Texts are in bytes of UTF-8.
public enum MovieLimits {
  public static let id = 1...Int(Int32.max)
  public static let title = 1...300
  public static let year = 1870...2200
  public static let posterPath = 0...300
  public static let contentRating = 0...20
  public static let overview = 0...4000
  /// Minutes.
  public static let runtime = 1...9999
  /// The name of a genre or of a service.
  public static let name = 0...100
  /// The number of genres, and of services.
  public static let names = 20
}

extension FieldBounds where Value == MovieID {
  static var movieID: FieldBounds { .integer(MovieLimits.id) }
}

extension Movie {
  /// Version 1 to 2 of events with a movie: `year` was always present before it could be null.
  static let keepYear: EventSchema.Upcaster = { json throws(JSONError) in Array(json.encoded) }
}
