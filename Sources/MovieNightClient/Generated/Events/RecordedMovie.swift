// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// Movie, as an event holds it.
public struct RecordedMovie: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `title`.
  public var title: String
  /// `year`.
  public var year: Int?
  /// `poster_path`.
  public var posterPath: String?
  /// `content_rating`.
  public var contentRating: String?
  /// `genres`.
  public var genres: [String]
  /// `genre_ids`.
  public var genreIDs: [Int]
  /// `overview`.
  public var overview: String?
  /// `runtime`.
  public var runtime: Int?
  /// `popularity`.
  public var popularity: Double?
  /// `vote_average`.
  public var voteAverage: Double?
  /// `streaming`.
  public var streaming: [String]

  public init(
    tmdbMovieID: Int, title: String, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String], genreIDs: [Int], overview: String? = nil, runtime: Int? = nil, popularity: Double? = nil,
    voteAverage: Double? = nil, streaming: [String]
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

extension RecordedMovie: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case title
    case year
    case posterPath = "poster_path"
    case contentRating = "content_rating"
    case genres
    case genreIDs = "genre_ids"
    case overview
    case runtime
    case popularity
    case voteAverage = "vote_average"
    case streaming
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(title, forKey: .title)
    try object.encode(year, forKey: .year)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(contentRating, forKey: .contentRating)
    try object.encode(genres, forKey: .genres)
    try object.encode(genreIDs, forKey: .genreIDs)
    try object.encode(overview, forKey: .overview)
    try object.encode(runtime, forKey: .runtime)
    try object.encode(popularity, forKey: .popularity)
    try object.encode(voteAverage, forKey: .voteAverage)
    try object.encode(streaming, forKey: .streaming)
  }
}

extension RecordedMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    year = try json.readIfPresent("year")
    posterPath = try json.readIfPresent("poster_path")
    contentRating = try json.readIfPresent("content_rating")
    genres = try json.read("genres")
    genreIDs = try json.read("genre_ids")
    overview = try json.readIfPresent("overview")
    runtime = try json.readIfPresent("runtime")
    popularity = try json.readIfPresent("popularity")
    voteAverage = try json.readIfPresent("vote_average")
    streaming = try json.read("streaming")
  }
}
