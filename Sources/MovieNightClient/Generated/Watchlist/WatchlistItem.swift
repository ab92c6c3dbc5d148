// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie on the watchlist.
public struct WatchlistItem: Identifiable, Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title, as of when it was recorded, or as the catalog has it.
  public var title: String
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: String?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of its genres.
  public var genreIDs: [Int]
  /// What it is about.
  public var overview: String?
  /// How long it is. In minutes.
  public var runtime: Int?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]
  /// Who put it there.
  public var addedBy: MemberID
  /// Their name today.
  public var addedByName: String
  /// When they did.
  public var addedAt: Timestamp

  /// The same as `tmdbMovieID`.
  public var id: Int { tmdbMovieID }

  public init(
    tmdbMovieID: Int, title: String, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String], genreIDs: [Int], overview: String? = nil, runtime: Int? = nil, popularity: Double? = nil,
    voteAverage: Double? = nil, streaming: [String], addedBy: MemberID, addedByName: String, addedAt: Timestamp
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
    self.addedBy = addedBy
    self.addedByName = addedByName
    self.addedAt = addedAt
  }
}

extension WatchlistItem: Codable {
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
    addedBy = try object.decode(MemberID.self, forKey: "added_by")
    addedByName = try object.decode(String.self, forKey: "added_by_name")
    addedAt = try object.decode(Timestamp.self, forKey: "added_at")
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
    try object.encode(addedBy, forKey: "added_by")
    try object.encode(addedByName, forKey: "added_by_name")
    try object.encode(addedAt, forKey: "added_at")
  }
}

extension WatchlistItem: JSONReadable {
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
    addedBy = try json.read("added_by")
    addedByName = try json.read("added_by_name")
    addedAt = try json.read("added_at")
  }
}
