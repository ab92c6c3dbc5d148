// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// A season, as a series lists it.
public struct SeasonListing: Identifiable, Hashable, Sendable {
  /// 0: the specials.
  public var seasonNumber: Int
  /// Its title.
  public var name: String?
  /// What it is about.
  public var overview: String?
  /// When its first episode was shown.
  public var airDate: CalendarDate?
  /// How many episodes.
  public var episodeCount: Int?
  /// The part of its address behind the size; nil without an image.
  public var posterPath: String?
  /// Its addresses; nil without an image.
  public var posterURLs: ImageURLs?

  /// The same as `seasonNumber`.
  public var id: Int { seasonNumber }

  public init(
    seasonNumber: Int, name: String? = nil, overview: String? = nil, airDate: CalendarDate? = nil,
    episodeCount: Int? = nil, posterPath: String? = nil, posterURLs: ImageURLs? = nil
  ) {
    self.seasonNumber = seasonNumber
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.episodeCount = episodeCount
    self.posterPath = posterPath
    self.posterURLs = posterURLs
  }
}

extension SeasonListing: Codable {
  private enum CodingKeys: String, CodingKey {
    case seasonNumber = "season_number"
    case name
    case overview
    case airDate = "air_date"
    case episodeCount = "episode_count"
    case posterPath = "poster_path"
    case posterURLs = "poster_urls"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(seasonNumber, forKey: .seasonNumber)
    try object.encode(name, forKey: .name)
    try object.encode(overview, forKey: .overview)
    try object.encode(airDate, forKey: .airDate)
    try object.encode(episodeCount, forKey: .episodeCount)
    try object.encode(posterPath, forKey: .posterPath)
    try object.encode(posterURLs, forKey: .posterURLs)
  }
}

extension SeasonListing: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    seasonNumber = try json.read("season_number")
    name = try json.readIfPresent("name")
    overview = try json.readIfPresent("overview")
    airDate = try json.readIfPresent("air_date")
    episodeCount = try json.readIfPresent("episode_count")
    posterPath = try json.readIfPresent("poster_path")
    posterURLs = try json.readIfPresent("poster_urls")
  }
}
