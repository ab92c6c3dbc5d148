// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie left the draft.
public struct MovieUnsuggested: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `unsuggested_by`.
  public var unsuggestedBy: MemberID

  public init(tmdbMovieID: Int, unsuggestedBy: MemberID) {
    self.tmdbMovieID = tmdbMovieID
    self.unsuggestedBy = unsuggestedBy
  }
}

extension MovieUnsuggested: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case unsuggestedBy = "unsuggested_by"
  }
}

extension MovieUnsuggested: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    unsuggestedBy = try json.read("unsuggested_by")
  }
}
