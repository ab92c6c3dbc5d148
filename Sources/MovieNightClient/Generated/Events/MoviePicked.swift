// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// The one movie that the round chose.
public struct MoviePicked: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `picked_by`.
  public var pickedBy: MemberID
  /// Who took part, fixed from here on.
  public var attendees: [MemberID]

  public init(tmdbMovieID: Int, pickedBy: MemberID, attendees: [MemberID]) {
    self.tmdbMovieID = tmdbMovieID
    self.pickedBy = pickedBy
    self.attendees = attendees
  }
}

extension MoviePicked: Codable {
  private enum CodingKeys: String, CodingKey {
    case tmdbMovieID = "tmdb_movie_id"
    case pickedBy = "picked_by"
    case attendees
  }
}

extension MoviePicked: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    pickedBy = try json.read("picked_by")
    attendees = try json.read("attendees")
  }
}
