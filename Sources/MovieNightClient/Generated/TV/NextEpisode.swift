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
  private enum CodingKeys: String, CodingKey {
    case seasonNumber = "season_number"
    case episodeNumber = "episode_number"
    case name
    case airDate = "air_date"
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(seasonNumber, forKey: .seasonNumber)
    try object.encode(episodeNumber, forKey: .episodeNumber)
    try object.encode(name, forKey: .name)
    try object.encode(airDate, forKey: .airDate)
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
