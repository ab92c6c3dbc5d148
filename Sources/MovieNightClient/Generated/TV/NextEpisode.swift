// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// What comes next.
public struct NextEpisode: Hashable, Sendable {
  /// Of which season.
  public var seasonNumber: Int
  /// Which episode of it.
  public var episodeNumber: Int
  /// Its title.
  public var name: String?
  /// When it will be shown.
  public var airDate: CalendarDate?

  public init(seasonNumber: Int, episodeNumber: Int, name: String? = nil, airDate: CalendarDate? = nil) {
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
    self.name = name
    self.airDate = airDate
  }
}

extension NextEpisode: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    seasonNumber = try object.decode(Int.self, forKey: "season_number")
    episodeNumber = try object.decode(Int.self, forKey: "episode_number")
    name = try object.decodeIfPresent(String.self, forKey: "name")
    airDate = try object.decodeIfPresent(CalendarDate.self, forKey: "air_date")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(seasonNumber, forKey: "season_number")
    try object.encode(episodeNumber, forKey: "episode_number")
    try object.encode(name, forKey: "name")
    try object.encode(airDate, forKey: "air_date")
  }
}

extension NextEpisode: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    seasonNumber = try json.read("season_number")
    episodeNumber = try json.read("episode_number")
    name = try json.readIfPresent("name")
    airDate = try json.readIfPresent("air_date")
  }
}
