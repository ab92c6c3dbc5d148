// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A series that a search has found.
public struct FoundSeries: Identifiable, Hashable, Sendable {
  /// Which series, by TMDb's id.
  public var tmdbID: Int
  /// Its title.
  public var name: String
  /// Its title in its own language.
  public var originalName: String?
  /// The year of its first episode.
  public var year: Int?
  /// When its first episode was shown.
  public var firstAirDate: CalendarDate?
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

  /// The same as `tmdbID`.
  public var id: Int { tmdbID }

  public init(
    tmdbID: Int, name: String, originalName: String? = nil, year: Int? = nil, firstAirDate: CalendarDate? = nil,
    overview: String? = nil, posterPath: String? = nil, posterURLs: ImageURLs? = nil, genres: [String], genreIDs: [Int],
    popularity: Double? = nil, voteAverage: Double? = nil
  ) {
    self.tmdbID = tmdbID
    self.name = name
    self.originalName = originalName
    self.year = year
    self.firstAirDate = firstAirDate
    self.overview = overview
    self.posterPath = posterPath
    self.posterURLs = posterURLs
    self.genres = genres
    self.genreIDs = genreIDs
    self.popularity = popularity
    self.voteAverage = voteAverage
  }
}

extension FoundSeries: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbID = try object.decode(Int.self, forKey: "tmdb_id")
    name = try object.decode(String.self, forKey: "name")
    originalName = try object.decodeIfPresent(String.self, forKey: "original_name")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    firstAirDate = try object.decodeIfPresent(CalendarDate.self, forKey: "first_air_date")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    posterURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "poster_urls")
    genres = try object.decode([String].self, forKey: "genres")
    genreIDs = try object.decode([Int].self, forKey: "genre_ids")
    popularity = try object.decodeIfPresent(Double.self, forKey: "popularity")
    voteAverage = try object.decodeIfPresent(Double.self, forKey: "vote_average")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbID, forKey: "tmdb_id")
    try object.encode(name, forKey: "name")
    try object.encode(originalName, forKey: "original_name")
    try object.encode(year, forKey: "year")
    try object.encode(firstAirDate, forKey: "first_air_date")
    try object.encode(overview, forKey: "overview")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(posterURLs, forKey: "poster_urls")
    try object.encode(genres, forKey: "genres")
    try object.encode(genreIDs, forKey: "genre_ids")
    try object.encode(popularity, forKey: "popularity")
    try object.encode(voteAverage, forKey: "vote_average")
  }
}

extension FoundSeries: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbID = try json.read("tmdb_id")
    name = try json.read("name")
    originalName = try json.readIfPresent("original_name")
    year = try json.readIfPresent("year")
    firstAirDate = try json.readIfPresent("first_air_date")
    overview = try json.readIfPresent("overview")
    posterPath = try json.readIfPresent("poster_path")
    posterURLs = try json.readIfPresent("poster_urls")
    genres = try json.read("genres")
    genreIDs = try json.read("genre_ids")
    popularity = try json.readIfPresent("popularity")
    voteAverage = try json.readIfPresent("vote_average")
  }
}
