// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie, as lists show it.
public struct MovieCard: Identifiable, Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title.
  public var title: String
  /// The part of its poster's address behind the size.
  public var posterPath: String?

  /// The same as `tmdbMovieID`.
  public var id: Int { tmdbMovieID }

  public init(tmdbMovieID: Int, title: String, posterPath: String? = nil) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.posterPath = posterPath
  }
}

extension MovieCard: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case title
    case posterPath = "poster_path"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(title, forKey: .title)
    try object.encode(posterPath, forKey: .posterPath)
  }
}

extension MovieCard: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    posterPath = try json.readIfPresent("poster_path")
  }
}
