// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member's vote on a movie. It replaces an earlier one.
public struct VoteCast: Hashable, Sendable {
  /// Whose vote it is; who sent it stands in the metadata.
  public var memberID: MemberID
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `up` or `down`.
  public var vote: Vote

  public init(memberID: MemberID, tmdbMovieID: Int, vote: Vote) {
    self.memberID = memberID
    self.tmdbMovieID = tmdbMovieID
    self.vote = vote
  }
}

extension VoteCast: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case tmdbMovieID = "tmdb_movie_id"
    case vote
  }
}

extension VoteCast: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    tmdbMovieID = try json.read("tmdb_movie_id")
    vote = try json.read("vote")
  }
}
