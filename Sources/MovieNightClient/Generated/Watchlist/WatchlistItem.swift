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
    case addedBy = "added_by"
    case addedByName = "added_by_name"
    case addedAt = "added_at"
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
    try object.encode(addedBy, forKey: .addedBy)
    try object.encode(addedByName, forKey: .addedByName)
    try object.encode(addedAt, forKey: .addedAt)
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
