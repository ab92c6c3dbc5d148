// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A member's vote on a movie is gone.
public struct VoteRetracted: Hashable, Sendable {
  /// `member_id`.
  public var memberID: MemberID
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int

  public init(memberID: MemberID, tmdbMovieID: Int) {
    self.memberID = memberID
    self.tmdbMovieID = tmdbMovieID
  }
}

extension VoteRetracted: Codable {
  private enum CodingKeys: String, CodingKey {
    case memberID = "member_id"
    case tmdbMovieID = "tmdb_movie_id"
  }
}

extension VoteRetracted: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    tmdbMovieID = try json.read("tmdb_movie_id")
  }
}
