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
  private enum CodingKeys: String, CodingKey {
    case roundID = "round_id"
    case tmdbMovieID = "tmdb_movie_id"
    case memberID = "member_id"
    case vote
    case votedAt = "voted_at"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(roundID, forKey: .roundID)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(memberID, forKey: .memberID)
    try object.encode(vote, forKey: .vote)
    try object.encode(votedAt, forKey: .votedAt)
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
