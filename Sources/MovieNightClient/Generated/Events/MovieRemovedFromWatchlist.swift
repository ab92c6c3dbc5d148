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
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case removedBy = "removed_by"
  }
}

extension MovieRemovedFromWatchlist: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    removedBy = try json.read("removed_by")
  }
}
