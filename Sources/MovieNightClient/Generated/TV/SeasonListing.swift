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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    seasonNumber = try object.decode(Int.self, forKey: "season_number")
    name = try object.decodeIfPresent(String.self, forKey: "name")
    overview = try object.decodeIfPresent(String.self, forKey: "overview")
    airDate = try object.decodeIfPresent(CalendarDate.self, forKey: "air_date")
    episodeCount = try object.decodeIfPresent(Int.self, forKey: "episode_count")
    posterPath = try object.decodeIfPresent(String.self, forKey: "poster_path")
    posterURLs = try object.decodeIfPresent(ImageURLs.self, forKey: "poster_urls")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(seasonNumber, forKey: "season_number")
    try object.encode(name, forKey: "name")
    try object.encode(overview, forKey: "overview")
    try object.encode(airDate, forKey: "air_date")
    try object.encode(episodeCount, forKey: "episode_count")
    try object.encode(posterPath, forKey: "poster_path")
    try object.encode(posterURLs, forKey: "poster_urls")
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
