// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie, as a client sends it.
public struct SentMovie: Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title; it has to be there where the catalog cannot tell it.
  public var title: String?
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: String?
  /// The names of its genres.
  public var genres: [String]?
  /// TMDb's ids of its genres.
  public var genreIDs: [Int]?
  /// How long it is. In minutes.
  public var runtime: Int?
  /// What it is about.
  public var overview: String?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]?

  public init(
    tmdbMovieID: Int, title: String? = nil, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String]? = nil, genreIDs: [Int]? = nil, runtime: Int? = nil, overview: String? = nil,
    popularity: Double? = nil, voteAverage: Double? = nil, streaming: [String]? = nil
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.year = year
    self.posterPath = posterPath
    self.contentRating = contentRating
    self.genres = genres
    self.genreIDs = genreIDs
    self.runtime = runtime
    self.overview = overview
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.streaming = streaming
  }
}

extension SentMovie: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decodeIfPresent(String.self, forKey: "title")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    genres = try object.decodeIfPresent([String].self, forKey: "genres")
    genreIDs = try object.decodeIfPresent([Int].self, forKey: "genre_ids")
    runtime = try object.decodeIfPresent(Int.self, forKey: "runtime")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    popularity = try object.decodeIfPresent(Double.self, forKey: "popularity")
    voteAverage = try object.decodeIfPresent(Double.self, forKey: "vote_average")
    streaming = try object.decodeIfPresent([String].self, forKey: "streaming")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encodeIfPresent(title, forKey: "title")
    try object.encodeIfPresent(year, forKey: "year")
    try object.encodeIfPresent(posterPath, forKey: "poster_path")
    try object.encodeIfPresent(contentRating, forKey: "content_rating")
    try object.encodeIfPresent(genres, forKey: "genres")
    try object.encodeIfPresent(genreIDs, forKey: "genre_ids")
    try object.encodeIfPresent(runtime, forKey: "runtime")
    try object.encodeIfPresent(overview, forKey: "overview")
    try object.encodeIfPresent(popularity, forKey: "popularity")
    try object.encodeIfPresent(voteAverage, forKey: "vote_average")
    try object.encodeIfPresent(streaming, forKey: "streaming")
  }
}

extension SentMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.readIfPresent("title")
    year = try json.readIfPresent("year")
    posterPath = try json.readIfPresent("poster_path")
    contentRating = try json.readIfPresent("content_rating")
    genres = try json.readIfPresent("genres")
    genreIDs = try json.readIfPresent("genre_ids")
    runtime = try json.readIfPresent("runtime")
    overview = try json.readIfPresent("overview")
    popularity = try json.readIfPresent("popularity")
    voteAverage = try json.readIfPresent("vote_average")
    streaming = try json.readIfPresent("streaming")
  }
}

extension SentMovie: JSONWritable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.field("tmdb_movie_id", tmdbMovieID)
      json.fieldIfPresent("title", title)
      json.fieldIfPresent("year", year)
      json.fieldIfPresent("poster_path", posterPath)
      json.fieldIfPresent("content_rating", contentRating)
      json.fieldIfPresent("genres", genres)
      json.fieldIfPresent("genre_ids", genreIDs)
      json.fieldIfPresent("runtime", runtime)
      json.fieldIfPresent("overview", overview)
      json.fieldIfPresent("popularity", popularity)
      json.fieldIfPresent("vote_average", voteAverage)
      json.fieldIfPresent("streaming", streaming)
    }
  }
}
