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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    unsuggestedBy = try object.decode(MemberID.self, forKey: "unsuggested_by")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(unsuggestedBy, forKey: "unsuggested_by")
  }
}

extension MovieUnsuggested: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    unsuggestedBy = try json.read("unsuggested_by")
  }
}
