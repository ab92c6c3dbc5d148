// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The vote as it stands.
public struct CastVote: Hashable, Sendable {
  /// Which round.
  public var roundID: RoundID
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// For whom it was sent.
  public var memberID: MemberID
  /// What they say of the movie; nil where it was retracted.
  public var vote: Vote?
  /// When they said so; nil where it was retracted.
  public var votedAt: Timestamp?

  public init(roundID: RoundID, tmdbMovieID: Int, memberID: MemberID, vote: Vote? = nil, votedAt: Timestamp? = nil) {
    self.roundID = roundID
    self.tmdbMovieID = tmdbMovieID
    self.memberID = memberID
    self.vote = vote
    self.votedAt = votedAt
  }
}

extension CastVote: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    roundID = try object.decode(RoundID.self, forKey: "round_id")
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    memberID = try object.decode(MemberID.self, forKey: "member_id")
    vote = try object.decodeIfPresent(Vote.self, forKey: "vote")
    votedAt = try object.decodeIfPresent(Timestamp.self, forKey: "voted_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(roundID, forKey: "round_id")
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(memberID, forKey: "member_id")
    try object.encode(vote, forKey: "vote")
    try object.encode(votedAt, forKey: "voted_at")
  }
}

extension CastVote: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    roundID = try json.read("round_id")
    tmdbMovieID = try json.read("tmdb_movie_id")
    memberID = try json.read("member_id")
    vote = try json.readIfPresent("vote")
    votedAt = try json.readIfPresent("voted_at")
  }
}
