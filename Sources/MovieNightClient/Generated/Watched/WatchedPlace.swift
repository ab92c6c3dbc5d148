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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    watchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "watched_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(watchedAt, forKey: "watched_at")
  }
}

extension WatchedPlace: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    watchedAt = try json.readIfPresent("watched_at")
  }
}
