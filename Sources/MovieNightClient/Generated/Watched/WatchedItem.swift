// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A movie that the household has seen.
public struct WatchedItem: Identifiable, Hashable, Sendable {
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
  /// When the household saw it last.
  public var watchedAt: Timestamp
  /// Through a round, or marked.
  public var source: WatchedSource
  /// Who marked it; nil for `round`.
  public var markedBy: MemberID?
  /// Their name today; nil for `round`.
  public var markedByName: String?
  /// Until just before then the mark can be undone; nil for `round`.
  public var undoUntil: Timestamp?
  /// The round; nil for `direct`.
  public var roundID: RoundID?
  /// How the round was rated; nil for `direct`.
  public var ratingsSummary: RatingsSummary?

  /// The same as `tmdbMovieID`.
  public var id: Int { tmdbMovieID }

  public init(
    tmdbMovieID: Int, title: String, year: Int? = nil, posterPath: String? = nil, contentRating: String? = nil,
    genres: [String], genreIDs: [Int], overview: String? = nil, runtime: Int? = nil, popularity: Double? = nil,
    voteAverage: Double? = nil, streaming: [String], watchedAt: Timestamp, source: WatchedSource,
    markedBy: MemberID? = nil, markedByName: String? = nil, undoUntil: Timestamp? = nil, roundID: RoundID? = nil,
    ratingsSummary: RatingsSummary? = nil
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
    self.watchedAt = watchedAt
    self.source = source
    self.markedBy = markedBy
    self.markedByName = markedByName
    self.undoUntil = undoUntil
    self.roundID = roundID
    self.ratingsSummary = ratingsSummary
  }
}

extension WatchedItem: Codable {
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
    watchedAt = try object.decode(Timestamp.self, forKey: "watched_at")
    source = try object.decode(WatchedSource.self, forKey: "source")
    markedBy = try object.decodeIfPresent(MemberID.self, forKey: "marked_by")
    markedByName = try object.decodeIfPresent(String.self, forKey: "marked_by_name")
    undoUntil = try object.decodeIfPresent(Timestamp.self, forKey: "undo_until")
    roundID = try object.decodeIfPresent(RoundID.self, forKey: "round_id")
    ratingsSummary = try object.decodeIfPresent(RatingsSummary.self, forKey: "ratings_summary")
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
    try object.encode(watchedAt, forKey: "watched_at")
    try object.encode(source, forKey: "source")
    try object.encode(markedBy, forKey: "marked_by")
    try object.encode(markedByName, forKey: "marked_by_name")
    try object.encode(undoUntil, forKey: "undo_until")
    try object.encode(roundID, forKey: "round_id")
    try object.encode(ratingsSummary, forKey: "ratings_summary")
  }
}

extension WatchedItem: JSONReadable {
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
    watchedAt = try json.read("watched_at")
    source = try json.read("source")
    markedBy = try json.readIfPresent("marked_by")
    markedByName = try json.readIfPresent("marked_by_name")
    undoUntil = try json.readIfPresent("undo_until")
    roundID = try json.readIfPresent("round_id")
    ratingsSummary = try json.readIfPresent("ratings_summary")
  }
}
