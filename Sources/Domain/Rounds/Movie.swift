import Primitives

/// A movie as it was on the night it entered a round: what a later reader sees, whatever a catalog says by then.
public struct Movie: Equatable, Sendable {
  public var tmdbMovieID: MovieID
  public var title: String
  /// Nil where it was not released.
  public var year: Int?
  public var posterPath: String?
  /// As the client sent it; `ContentRating.passes` says what it counts as.
  public var contentRating: String?
  public var genres: [String]
  /// TMDb genre ids.
  public var genreIDs: [Int]
  public var overview: String?
  /// Minutes.
  public var runtime: Int?
  /// Decides between equal net scores, where none counts as 0 (`docs/rules.md`, "Results").
  public var popularity: Double?
  public var voteAverage: Double?
  /// Names of the services that have it.
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
}

extension Movie {
  public init(json: JSONValue) throws(JSONError) {
    try self.init(
      tmdbMovieID: json.integer("tmdb_movie_id"), title: json.string("title"), year: json.optionalInteger("year"),
      posterPath: json.optionalString("poster_path"), contentRating: json.optionalString("content_rating"),
      genres: Self.strings("genres", in: json), genreIDs: Self.integers("genre_ids", in: json),
      overview: json.optionalString("overview"), runtime: json.optionalInteger("runtime"),
      popularity: json.optionalDouble("popularity"), voteAverage: json.optionalDouble("vote_average"),
      streaming: Self.strings("streaming", in: json))
  }

  /// Writes the members of the movie's object, so that a caller can add its own.
  public func writeMembers(to json: inout JSONWriter) {
    json.field("tmdb_movie_id", tmdbMovieID)
    json.field("title", title)
    json.field("year", year)
    json.field("poster_path", posterPath)
    json.field("content_rating", contentRating)
    json.key("genres")
    json.array(genres) { $0.string($1) }
    json.key("genre_ids")
    json.array(genreIDs) { $0.integer($1) }
    json.field("overview", overview)
    json.field("runtime", runtime)
    json.field("popularity", popularity)
    json.field("vote_average", voteAverage)
    json.key("streaming")
    json.array(streaming) { $0.string($1) }
  }

  // Absent lists are empty.
  private static func strings(_ name: StaticString, in json: JSONValue) throws(JSONError) -> [String] {
    json[name]?.isNull ?? true ? [] : try json.strings(name)
  }

  private static func integers(_ name: StaticString, in json: JSONValue) throws(JSONError) -> [Int] {
    json[name]?.isNull ?? true ? [] : try json.integers(name)
  }
}
