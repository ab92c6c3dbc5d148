// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie's place in the ranking.
public struct RankedMovie: Identifiable, Hashable, Sendable {
  /// From 1 on; equal movies share one.
  public var rank: Int
  /// Whether another has the same net score.
  public var tied: Bool
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title.
  public var title: String
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// How it came into the round.
  public var source: SuggestionSource
  /// How many are for it.
  public var votesUp: Int
  /// How many are against it.
  public var votesDown: Int
  /// The first less the second.
  public var netScore: Int
  /// Who voted.
  public var voters: [Voter]

  /// The same as `tmdbMovieID`.
  public var id: Int { tmdbMovieID }

  public init(
    rank: Int, tied: Bool, tmdbMovieID: Int, title: String, posterPath: String? = nil, source: SuggestionSource,
    votesUp: Int, votesDown: Int, netScore: Int, voters: [Voter]
  ) {
    self.rank = rank
    self.tied = tied
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.posterPath = posterPath
    self.source = source
    self.votesUp = votesUp
    self.votesDown = votesDown
    self.netScore = netScore
    self.voters = voters
  }
}

extension RankedMovie: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    rank = try object.decode(Int.self, forKey: "rank")
    tied = try object.decode(Bool.self, forKey: "tied")
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    source = try object.decode(SuggestionSource.self, forKey: "source")
    votesUp = try object.decode(Int.self, forKey: "votes_up")
    votesDown = try object.decode(Int.self, forKey: "votes_down")
    netScore = try object.decode(Int.self, forKey: "net_score")
    voters = try object.decode([Voter].self, forKey: "voters")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(rank, forKey: "rank")
    try object.encode(tied, forKey: "tied")
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(source, forKey: "source")
    try object.encode(votesUp, forKey: "votes_up")
    try object.encode(votesDown, forKey: "votes_down")
    try object.encode(netScore, forKey: "net_score")
    try object.encode(voters, forKey: "voters")
  }
}

extension RankedMovie: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    rank = try json.read("rank")
    tied = try json.read("tied")
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    posterPath = try json.readIfPresent("poster_path")
    source = try json.read("source")
    votesUp = try json.read("votes_up")
    votesDown = try json.read("votes_down")
    netScore = try json.read("net_score")
    voters = try json.read("voters")
  }
}
