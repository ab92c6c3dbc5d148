// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What a round chose.
public struct Pick: Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title.
  public var title: String
  /// The year of its release.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating, as of when it was recorded.
  public var contentRating: String?
  /// Who chose it.
  public var pickedBy: MemberID
  /// Their name today.
  public var pickedByName: String
  /// When they did.
  public var pickedAt: Timestamp
  /// Whether the round has watched it.
  public var watched: Bool
  /// When it was watched; nil before.
  public var watchedAt: Timestamp?

  public init(
    tmdbMovieID: Int, title: String, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    pickedBy: MemberID, pickedByName: String, pickedAt: Timestamp, watched: Bool, watchedAt: Timestamp? = nil
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.year = year
    self.posterPath = posterPath
    self.contentRating = contentRating
    self.pickedBy = pickedBy
    self.pickedByName = pickedByName
    self.pickedAt = pickedAt
    self.watched = watched
    self.watchedAt = watchedAt
  }
}

extension Pick: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    pickedBy = try object.decode(MemberID.self, forKey: "picked_by")
    pickedByName = try object.decode(String.self, forKey: "picked_by_name")
    pickedAt = try object.decode(Timestamp.self, forKey: "picked_at")
    watched = try object.decode(Bool.self, forKey: "watched")
    watchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "watched_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(year, forKey: "year")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(contentRating, forKey: "content_rating")
    try object.encode(pickedBy, forKey: "picked_by")
    try object.encode(pickedByName, forKey: "picked_by_name")
    try object.encode(pickedAt, forKey: "picked_at")
    try object.encode(watched, forKey: "watched")
    try object.encode(watchedAt, forKey: "watched_at")
  }
}

extension Pick: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    year = try json.readIfPresent("year")
    posterPath = try json.readIfPresent("poster_path")
    contentRating = try json.readIfPresent("content_rating")
    pickedBy = try json.read("picked_by")
    pickedByName = try json.read("picked_by_name")
    pickedAt = try json.read("picked_at")
    watched = try json.read("watched")
    watchedAt = try json.readIfPresent("watched_at")
  }
}
