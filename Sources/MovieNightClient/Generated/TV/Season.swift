// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A season with its episodes.
public struct Season: Hashable, Sendable {
  /// Which series, by TMDb's id.
  public var tmdbID: Int
  /// 0: the specials.
  public var seasonNumber: Int
  /// Its title.
  public var name: String?
  /// What it is about.
  public var overview: String?
  /// When its first episode was shown.
  public var airDate: CalendarDate?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?
  /// Since when the source says the same.
  public var changedAt: Timestamp
  /// By number; there may be none.
  public var episodes: [Episode]
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public init(
    tmdbID: Int, seasonNumber: Int, name: String? = nil, overview: String? = nil, airDate: CalendarDate? = nil,
    posterPath: String? = nil, posterURLs: ImageURLs? = nil, changedAt: Timestamp, episodes: [Episode],
    source: FactSource? = nil, fetchedAt: Timestamp? = nil, stale: Bool
  ) {
    self.tmdbID = tmdbID
    self.seasonNumber = seasonNumber
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.posterPath = posterPath
    self.posterURLs = posterURLs
    self.changedAt = changedAt
    self.episodes = episodes
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension Season: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbID = try object.decode(Int.self, forKey: "tmdb_id")
    seasonNumber = try object.decode(Int.self, forKey: "season_number")
    name = try object.decodeIfPresent(String.self, forKey: "name")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    airDate = try object.decodeIfPresent(CalendarDate.self, forKey: "air_date")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    posterURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "poster_urls")
    changedAt = try object.decode(Timestamp.self, forKey: "changed_at")
    episodes = try object.decode([Episode].self, forKey: "episodes")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbID, forKey: "tmdb_id")
    try object.encode(seasonNumber, forKey: "season_number")
    try object.encode(name, forKey: "name")
    try object.encode(overview, forKey: "overview")
    try object.encode(airDate, forKey: "air_date")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(posterURLs, forKey: "poster_urls")
    try object.encode(changedAt, forKey: "changed_at")
    try object.encode(episodes, forKey: "episodes")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension Season: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbID = try json.read("tmdb_id")
    seasonNumber = try json.read("season_number")
    name = try json.readIfPresent("name")
    overview = try json.readIfPresent("overview")
    airDate = try json.readIfPresent("air_date")
    posterPath = try json.readIfPresent("poster_path")
    posterURLs = try json.readIfPresent("poster_urls")
    changedAt = try json.read("changed_at")
    episodes = try json.read("episodes")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
