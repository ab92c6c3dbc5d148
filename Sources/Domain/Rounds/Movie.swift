import MovieNightPrimitives

/// A movie with its data from the time when it entered a round. Later changes in a catalog do not affect it.
public struct Movie: FieldObject, Equatable, Sendable {
  public var tmdbMovieID: MovieID
  public var title: String
  /// The year of release; nil if the movie has not been released.
  public var year: Int?
  public var posterPath: String?
  /// The rating as the client sent it. `ContentRating.passes` interprets the text.
  public var contentRating: String?
  public var genres: [String]
  /// The ids of the genres at TMDb.
  public var genreIDs: [Int]
  public var overview: String?
  /// The running time in minutes.
  public var runtime: Int?
  /// The popularity, which decides between movies with equal net scores; nil counts as 0 (`docs/rules.md`, "Results").
  public var popularity: Double?
  public var voteAverage: Double?
  /// The names of the services that offer the movie.
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

  /// The fields of the movie's JSON. A client may omit lists, which are then empty.
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

/// The limits of a movie's data. They bound a round's row, and are no domain rules. Texts are in bytes of UTF-8.
public enum MovieLimits {
  public static let id = 1...Int(Int32.max)
  public static let title = 1...300
  public static let year = 1870...2200
  public static let posterPath = 0...300
  public static let contentRating = 0...20
  public static let overview = 0...4000
  /// The running time in minutes.
  public static let runtime = 1...9999
  /// The length of the name of a genre or a service.
  public static let name = 0...100
  /// The number of genres, and separately of services.
  public static let names = 20
}

extension FieldBounds where Value == MovieID {
  static var movieID: FieldBounds { .integer(MovieLimits.id) }
}

extension Movie {
  /// Converts version 1 of an event with a movie, in which `year` was never null. The data stays the same.
  static let keepYear: EventSchema.Upcaster = { json throws(JSONError) in Array(json.encoded) }
}
