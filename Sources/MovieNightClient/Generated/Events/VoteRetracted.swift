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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(memberID, forKey: "member_id")
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
  }
}

extension VoteRetracted: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    memberID = try json.read("member_id")
    tmdbMovieID = try json.read("tmdb_movie_id")
  }
}
