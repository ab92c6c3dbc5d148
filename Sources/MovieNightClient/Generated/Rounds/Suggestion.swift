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
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case title
    case year
    case posterPath = "poster_path"
    case contentRating = "content_rating"
    case genres
    case genreIDs = "genre_ids"
    case overview
    case runtime
    case popularity
    case voteAverage = "vote_average"
    case streaming
    case position
    case score
    case reason
    case source
    case proposedBy = "proposed_by"
    case proposedByName = "proposed_by_name"
    case watched
    case votesUp = "votes_up"
    case votesDown = "votes_down"
    case netScore = "net_score"
    case voters
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbMovieID, forKey: .tmdbMovieID)
    try object.encode(title, forKey: .title)
    try object.encode(year, forKey: .year)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(contentRating, forKey: .contentRating)
    try object.encode(genres, forKey: .genres)
    try object.encode(genreIDs, forKey: .genreIDs)
    try object.encode(overview, forKey: .overview)
    try object.encode(runtime, forKey: .runtime)
    try object.encode(popularity, forKey: .popularity)
    try object.encode(voteAverage, forKey: .voteAverage)
    try object.encode(streaming, forKey: .streaming)
    try object.encode(position, forKey: .position)
    try object.encode(score, forKey: .score)
    try object.encode(reason, forKey: .reason)
    try object.encode(source, forKey: .source)
    try object.encode(proposedBy, forKey: .proposedBy)
    try object.encode(proposedByName, forKey: .proposedByName)
    try object.encode(watched, forKey: .watched)
    try object.encode(votesUp, forKey: .votesUp)
    try object.encode(votesDown, forKey: .votesDown)
    try object.encode(netScore, forKey: .netScore)
    try object.encode(voters, forKey: .voters)
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
