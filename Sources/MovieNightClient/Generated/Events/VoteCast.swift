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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    vote = try object.decode(Vote.self, forKey: "vote")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(vote, forKey: "vote")
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
