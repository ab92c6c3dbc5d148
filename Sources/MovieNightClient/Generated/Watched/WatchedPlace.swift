// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The movie's place on the watched list.
public struct WatchedPlace: Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// When it was watched; nil where it is there no longer.
  public var watchedAt: Timestamp?

  public init(tmdbMovieID: Int, watchedAt: Timestamp? = nil) {
    self.tmdbMovieID = tmdbMovieID
    self.watchedAt = watchedAt
  }
}

extension WatchedPlace: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case watchedAt = "watched_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(watchedAt, forKey: .watchedAt)
  }
}

extension WatchedPlace: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    watchedAt = try json.readIfPresent("watched_at")
  }
}
