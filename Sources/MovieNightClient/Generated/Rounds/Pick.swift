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
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case title
    case year
    case posterPath = "poster_path"
    case contentRating = "content_rating"
    case pickedBy = "picked_by"
    case pickedByName = "picked_by_name"
    case pickedAt = "picked_at"
    case watched
    case watchedAt = "watched_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(title, forKey: .title)
    try object.encode(year, forKey: .year)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(contentRating, forKey: .contentRating)
    try object.encode(pickedBy, forKey: .pickedBy)
    try object.encode(pickedByName, forKey: .pickedByName)
    try object.encode(pickedAt, forKey: .pickedAt)
    try object.encode(watched, forKey: .watched)
    try object.encode(watchedAt, forKey: .watchedAt)
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
