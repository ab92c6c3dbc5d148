// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie was taken off the watchlist.
public struct MovieRemovedFromWatchlist: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `removed_by`.
  public var removedBy: MemberID

  public init(tmdbMovieID: Int, removedBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.removedBy = removedBy
  }
}

extension MovieRemovedFromWatchlist: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    removedBy = try object.decode(MemberID.self, forKey: "removed_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(removedBy, forKey: "removed_by")
  }
}

extension MovieRemovedFromWatchlist: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    removedBy = try json.read("removed_by")
  }
}
