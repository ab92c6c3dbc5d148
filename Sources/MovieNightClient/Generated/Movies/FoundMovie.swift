// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie that a search has found.
public struct FoundMovie: Identifiable, Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title.
  public var title: String
  /// Its title in its own language.
  public var originalTitle: String?
  /// The year of its release.
  public var year: Int?
  /// When it first came out.
  public var releaseDate: CalendarDate?
  /// What it is about.
  public var overview: String?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of them.
  public var genreIDs: [Int]
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Its American rating; nil also where the movie's details are not at hand.
  public var contentRating: String?
  /// Whether it is on the household's watchlist; nil for administrators.
  public var onWatchlist: Bool?
  /// Whether the household has seen it; nil for administrators.
  public var watched: Bool?
  /// Whether the open round, or one for everybody, would refuse it for its rating; nil for administrators, and where
  /// its details are not at hand.
  public var exceedsCeiling: Bool?

  /// The same as `tmdbMovieID`.
  public var id: Int { tmdbMovieID }

  public init(
    tmdbMovieID: Int, title: String, originalTitle: String? = nil, year: Int? = nil, releaseDate: CalendarDate? = nil,
    overview: String? = nil, posterPath: String? = nil, posterURLs: ImageURLs? = nil, genres: [String], genreIDs: [Int],
    popularity: Double? = nil, voteAverage: Double? = nil, contentRating: String? = nil, onWatchlist: Bool? = nil,
    watched: Bool? = nil, exceedsCeiling: Bool? = nil
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.originalTitle = originalTitle
    self.year = year
    self.releaseDate = releaseDate
    self.overview = overview
    self.posterPath = posterPath
    self.posterURLs = posterURLs
    self.genres = genres
    self.genreIDs = genreIDs
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.contentRating = contentRating
    self.onWatchlist = onWatchlist
    self.watched = watched
    self.exceedsCeiling = exceedsCeiling
  }
}

extension FoundMovie: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    originalTitle = try object.decodeIfPresent(String.self, forKey: "original_title")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    releaseDate = try object.decodeIfPresent(CalendarDate.self, forKey: "release_date")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    posterURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "poster_urls")
    genres = try object.decode([String].self, forKey: "genres")
    genreIDs = try object.decode([Int].self, forKey: "genre_ids")
    popularity = try object.decodeIfPresent(Double.self, forKey: "popularity")
    voteAverage = try object.decodeIfPresent(Double.self, forKey: "vote_average")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    onWatchlist = try object.decodeIfPresent(Bool.self, forKey: "on_watchlist")
    watched = try object.decodeIfPresent(Bool.self, forKey: "watched")
    exceedsCeiling = try object.decodeIfPresent(Bool.self, forKey: "exceeds_ceiling")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(originalTitle, forKey: "original_title")
    try object.encode(year, forKey: "year")
    try object.encode(releaseDate, forKey: "release_date")
    try object.encode(overview, forKey: "overview")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(posterURLs, forKey: "poster_urls")
    try object.encode(genres, forKey: "genres")
    try object.encode(genreIDs, forKey: "genre_ids")
    try object.encode(popularity, forKey: "popularity")
    try object.encode(voteAverage, forKey: "vote_average")
    try object.encode(contentRating, forKey: "content_rating")
    try object.encode(onWatchlist, forKey: "on_watchlist")
    try object.encode(watched, forKey: "watched")
    try object.encode(exceedsCeiling, forKey: "exceeds_ceiling")
  }
}

extension FoundMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    originalTitle = try json.readIfPresent("original_title")
    year = try json.readIfPresent("year")
    releaseDate = try json.readIfPresent("release_date")
    overview = try json.readIfPresent("overview")
    posterPath = try json.readIfPresent("poster_path")
    posterURLs = try json.readIfPresent("poster_urls")
    genres = try json.read("genres")
    genreIDs = try json.read("genre_ids")
    popularity = try json.readIfPresent("popularity")
    voteAverage = try json.readIfPresent("vote_average")
    contentRating = try json.readIfPresent("content_rating")
    onWatchlist = try json.readIfPresent("on_watchlist")
    watched = try json.readIfPresent("watched")
    exceedsCeiling = try json.readIfPresent("exceeds_ceiling")
  }
}
