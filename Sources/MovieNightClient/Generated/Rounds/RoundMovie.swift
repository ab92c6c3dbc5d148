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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
  }
}

extension RoundMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    tmdbMovieID = try json.read("tmdb_movie_id")
  }
}
