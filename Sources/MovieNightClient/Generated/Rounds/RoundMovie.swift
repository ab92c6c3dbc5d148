// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The movie that it was about.
public struct RoundMovie: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int

  public init(roundID: RoundID, tmdbMovieID: Int) {
    self.roundID = roundID
    self.tmdbMovieID = tmdbMovieID
  }
}

extension RoundMovie: Codable {
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case tmdbMovieID = "tmdb_movie_id"
  }
}

extension RoundMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    tmdbMovieID = try json.read("tmdb_movie_id")
  }
}
