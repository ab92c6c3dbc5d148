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
  private enum CodingKeys: String, CodingKey {
    case tmdbID = "tmdb_id"
    case seasonNumber = "season_number"
    case name
    case overview
    case airDate = "air_date"
    case posterPath = "poster_path"
    case posterURLs = "poster_urls"
    case changedAt = "changed_at"
    case episodes
    case source
    case fetchedAt = "fetched_at"
    case stale
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(tmdbID, forKey: .tmdbID)
    try object.encode(seasonNumber, forKey: .seasonNumber)
    try object.encode(name, forKey: .name)
    try object.encode(overview, forKey: .overview)
    try object.encode(airDate, forKey: .airDate)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(posterURLs, forKey: .posterURLs)
    try object.encode(changedAt, forKey: .changedAt)
    try object.encode(episodes, forKey: .episodes)
    try object.encode(source, forKey: .source)
    try object.encode(fetchedAt, forKey: .fetchedAt)
    try object.encode(stale, forKey: .stale)
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
