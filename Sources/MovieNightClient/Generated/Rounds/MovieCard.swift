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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(posterPath, forKey: "poster_path")
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
