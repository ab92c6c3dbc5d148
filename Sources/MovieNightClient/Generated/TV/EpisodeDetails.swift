// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// An episode, asked for by itself.
public struct EpisodeDetails: Hashable, Sendable {
  /// TMDb's id.
  public var tmdbEpisodeID: Int?
  /// 0: the specials.
  public var seasonNumber: Int
  /// Within the season.
  public var episodeNumber: Int
  /// What kind of episode, in the source's word: `finale`.
  public var episodeType: String?
  /// Its title; `Episode 3` without one.
  public var name: String
  /// Its number and title: `3. Episode 3`.
  public var label: String
  /// What it is about.
  public var overview: String?
  /// When it was first shown.
  public var airDate: CalendarDate?
  /// How long it is. In minutes.
  public var runtime: Int?
  /// The part of its address behind the size; nil without an image.
  public var stillPath: String?
  /// Its addresses; nil without an image.
  public var stillURLs: ImageURLs?
  /// Who says so; nil where nobody was asked.
  public var source: FactSource?
  /// When the source said it; nil where no catalog did.
  public var fetchedAt: Timestamp?
  /// Whether the source should have been asked again, and has not answered.
  public var stale: Bool

  public init(
    tmdbEpisodeID: Int? = nil, seasonNumber: Int, episodeNumber: Int, episodeType: String? = nil, name: String,
    label: String, overview: String? = nil, airDate: CalendarDate? = nil, runtime: Int? = nil, stillPath: String? = nil,
    stillURLs: ImageURLs? = nil, source: FactSource? = nil, fetchedAt: Timestamp? = nil, stale: Bool
  ) {
    self.tmdbEpisodeID = tmdbEpisodeID
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
    self.episodeType = episodeType
    self.name = name
    self.label = label
    self.overview = overview
    self.airDate = airDate
    self.runtime = runtime
    self.stillPath = stillPath
    self.stillURLs = stillURLs
    self.source = source
    self.fetchedAt = fetchedAt
    self.stale = stale
  }
}

extension EpisodeDetails: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbEpisodeID = try object.decodeIfPresent(Int.self, forKey: "tmdb_episode_id")
    seasonNumber = try object.decode(Int.self, forKey: "season_number")
    episodeNumber = try object.decode(Int.self, forKey: "episode_number")
    episodeType = try object.decodeIfPresent(String.self, forKey: "episode_type")
    name = try object.decode(String.self, forKey: "name")
    label = try object.decode(String.self, forKey: "label")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    airDate = try object.decodeIfPresent(CalendarDate.self, forKey: "air_date")
    runtime = try object.decodeIfPresent(Int.self, forKey: "runtime")
    stillPath = try object.decodeIfPresent(String.self, forKey: "still_path")
    stillURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "still_urls")
    source = try object.decodeIfPresent(FactSource.self, forKey: "source")
    fetchedAt = try object.decodeIfPresent(Timestamp.self, forKey: "fetched_at")
    stale = try object.decode(Bool.self, forKey: "stale")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbEpisodeID, forKey: "tmdb_episode_id")
    try object.encode(seasonNumber, forKey: "season_number")
    try object.encode(episodeNumber, forKey: "episode_number")
    try object.encode(episodeType, forKey: "episode_type")
    try object.encode(name, forKey: "name")
    try object.encode(label, forKey: "label")
    try object.encode(overview, forKey: "overview")
    try object.encode(airDate, forKey: "air_date")
    try object.encode(runtime, forKey: "runtime")
    try object.encode(stillPath, forKey: "still_path")
    try object.encode(stillURLs, forKey: "still_urls")
    try object.encode(source, forKey: "source")
    try object.encode(fetchedAt, forKey: "fetched_at")
    try object.encode(stale, forKey: "stale")
  }
}

extension EpisodeDetails: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbEpisodeID = try json.readIfPresent("tmdb_episode_id")
    seasonNumber = try json.read("season_number")
    episodeNumber = try json.read("episode_number")
    episodeType = try json.readIfPresent("episode_type")
    name = try json.read("name")
    label = try json.read("label")
    overview = try json.readIfPresent("overview")
    airDate = try json.readIfPresent("air_date")
    runtime = try json.readIfPresent("runtime")
    stillPath = try json.readIfPresent("still_path")
    stillURLs = try json.readIfPresent("still_urls")
    source = try json.readIfPresent("source")
    fetchedAt = try json.readIfPresent("fetched_at")
    stale = try json.read("stale")
  }
}
