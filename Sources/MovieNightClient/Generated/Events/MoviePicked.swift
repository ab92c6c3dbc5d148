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
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    pickedBy = try object.decode(MemberID.self, forKey: "picked_by")
    attendees = try object.decode([MemberID].self, forKey: "attendees")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(pickedBy, forKey: "picked_by")
    try object.encode(attendees, forKey: "attendees")
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
