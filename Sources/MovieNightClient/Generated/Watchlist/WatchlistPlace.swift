// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The movie's place on the watchlist.
public struct WatchlistPlace: Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Who put it there; nil where it is there no longer.
  public var addedBy: MemberID?
  /// When they did; nil where it is there no longer.
  public var addedAt: Timestamp?

  public init(tmdbMovieID: Int, addedBy: MemberID? = nil, addedAt: Timestamp? = nil) {
    self.tmdbMovieID = tmdbMovieID
    self.addedBy = addedBy
    self.addedAt = addedAt
  }
}

extension WatchlistPlace: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    addedBy = try object.decodeIfPresent(MemberID.self, forKey: "added_by")
    addedAt = try object.decodeIfPresent(Timestamp.self, forKey: "added_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(addedBy, forKey: "added_by")
    try object.encode(addedAt, forKey: "added_at")
  }
}

extension WatchlistPlace: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    addedBy = try json.readIfPresent("added_by")
    addedAt = try json.readIfPresent("added_at")
  }
}
