// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie of a round, with its votes.
public struct Suggestion: Identifiable, Hashable, Sendable {
  /// Which movie, by TMDb's id.
  public var tmdbMovieID: Int
  /// Its title, as of when it was recorded, or as the catalog has it.
  public var title: String
  /// The year of its release; nil where it was not released.
  public var year: Int?
  /// The part of its poster's address behind the size.
  public var posterPath: String?
  /// Its American rating: `G`, `PG`, `PG-13`, `R` or `NC-17`; any other text counts as none.
  public var contentRating: String?
  /// The names of its genres.
  public var genres: [String]
  /// TMDb's ids of its genres.
  public var genreIDs: [Int]
  /// What it is about.
  public var overview: String?
  /// How long it is. In minutes.
  public var runtime: Int?
  /// TMDb's measure of how many look it up.
  public var popularity: Double?
  /// How it was rated at the source, from 0 to 10.
  public var voteAverage: Double?
  /// Names of the services that have it.
  public var streaming: [String]
  /// Its place in the round, from 1 on.
  public var position: Int
  /// From 0 to 1, of what the algorithm found; else nil.
  public var score: Double?
  /// Why the algorithm found it; else nil.
  public var reason: String?
  /// How it came into the round.
  public var source: SuggestionSource
  /// Who proposed it while voting was open; else nil.
  public var proposedBy: MemberID?
  /// Their name today; nil without a proposer.
  public var proposedByName: String?
  /// Whether this household has seen it, ever.
  public var watched: Bool
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
    tmdbMovieID: Int, title: String, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String], genreIDs: [Int], overview: String? = nil, runtime: Int? = nil, popularity: Double? = nil,
    voteAverage: Double? = nil, streaming: [String], position: Int, score: Double? = nil, reason: String? = nil,
    source: SuggestionSource, proposedBy: MemberID? = nil, proposedByName: String? = nil, watched: Bool, votesUp: Int,
    votesDown: Int, netScore: Int, voters: [Voter]
  ) {
    self.tmdbMovieID = tmdbMovieID
    self.title = title
    self.year = year
    self.posterPath = posterPath
    self.contentRating = contentRating
    self.genres = genres
    self.genreIDs = genreIDs
    self.overview = overview
    self.runtime = runtime
    self.popularity = popularity
    self.voteAverage = voteAverage
    self.streaming = streaming
    self.position = position
    self.score = score
    self.reason = reason
    self.source = source
    self.proposedBy = proposedBy
    self.proposedByName = proposedByName
    self.watched = watched
    self.votesUp = votesUp
    self.votesDown = votesDown
    self.netScore = netScore
    self.voters = voters
  }
}

extension Suggestion: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    title = try object.decode(String.self, forKey: "title")
    year = try object.decodeIfPresent(Int.self, forKey: "year")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    contentRating = try object.decodeIfPresent(String.self, forKey: "content_rating")
    genres = try object.decode([String].self, forKey: "genres")
    genreIDs = try object.decode([Int].self, forKey: "genre_ids")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    runtime = try object.decodeIfPresent(Int.self, forKey: "runtime")
    popularity = try object.decodeIfPresent(Double.self, forKey: "popularity")
    voteAverage = try object.decodeIfPresent(Double.self, forKey: "vote_average")
    streaming = try object.decode([String].self, forKey: "streaming")
    position = try object.decode(Int.self, forKey: "position")
    score = try object.decodeIfPresent(Double.self, forKey: "score")
    reason = try object.decodeIfPresent(String.self, forKey: "reason")
    source = try object.decode(SuggestionSource.self, forKey: "source")
    proposedBy = try object.decodeIfPresent(MemberID.self, forKey: "proposed_by")
    proposedByName = try object.decodeIfPresent(String.self, forKey: "proposed_by_name")
    watched = try object.decode(Bool.self, forKey: "watched")
    votesUp = try object.decode(Int.self, forKey: "votes_up")
    votesDown = try object.decode(Int.self, forKey: "votes_down")
    netScore = try object.decode(Int.self, forKey: "net_score")
    voters = try object.decode([Voter].self, forKey: "voters")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(title, forKey: "title")
    try object.encode(year, forKey: "year")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(contentRating, forKey: "content_rating")
    try object.encode(genres, forKey: "genres")
    try object.encode(genreIDs, forKey: "genre_ids")
    try object.encode(overview, forKey: "overview")
    try object.encode(runtime, forKey: "runtime")
    try object.encode(popularity, forKey: "popularity")
    try object.encode(voteAverage, forKey: "vote_average")
    try object.encode(streaming, forKey: "streaming")
    try object.encode(position, forKey: "position")
    try object.encode(score, forKey: "score")
    try object.encode(reason, forKey: "reason")
    try object.encode(source, forKey: "source")
    try object.encode(proposedBy, forKey: "proposed_by")
    try object.encode(proposedByName, forKey: "proposed_by_name")
    try object.encode(watched, forKey: "watched")
    try object.encode(votesUp, forKey: "votes_up")
    try object.encode(votesDown, forKey: "votes_down")
    try object.encode(netScore, forKey: "net_score")
    try object.encode(voters, forKey: "voters")
  }
}

extension Suggestion: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    title = try json.read("title")
    year = try json.readIfPresent("year")
    posterPath = try json.readIfPresent("poster_path")
    contentRating = try json.readIfPresent("content_rating")
    genres = try json.read("genres")
    genreIDs = try json.read("genre_ids")
    overview = try json.readIfPresent("overview")
    runtime = try json.readIfPresent("runtime")
    popularity = try json.readIfPresent("popularity")
    voteAverage = try json.readIfPresent("vote_average")
    streaming = try json.read("streaming")
    position = try json.read("position")
    score = try json.readIfPresent("score")
    reason = try json.readIfPresent("reason")
    source = try json.read("source")
    proposedBy = try json.readIfPresent("proposed_by")
    proposedByName = try json.readIfPresent("proposed_by_name")
    watched = try json.read("watched")
    votesUp = try json.read("votes_up")
    votesDown = try json.read("votes_down")
    netScore = try json.read("net_score")
    voters = try json.read("voters")
  }
}
