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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    genres = try object.decode([String].self, forKey: "genres")
    genreIDs = try object.decode([Int].self, forKey: "genre_ids")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    runtime = try object.decodeIfPresent(Int.self, forKey: "runtime")
    popularity = try object.decodeIfPresent(Double.self, forKey: "popularity")
    voteAverage = try object.decodeIfPresent(Double.self, forKey: "vote_average")
    streaming = try object.decode([String].self, forKey: "streaming")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(year, forKey: "year")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(contentRating, forKey: "content_rating")
    try object.encode(genres, forKey: "genres")
    try object.encode(genreIDs, forKey: "genre_ids")
    try object.encode(overview, forKey: "overview")
    try object.encode(runtime, forKey: "runtime")
    try object.encode(popularity, forKey: "popularity")
    try object.encode(voteAverage, forKey: "vote_average")
    try object.encode(streaming, forKey: "streaming")
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
