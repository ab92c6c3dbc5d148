// Made by `make protocol` from the server's declarations: change those.

import Primitives

/// ImportedPick, as an event holds it.
public struct RecordedImportedPick: Hashable, Sendable {
  /// `tmdb_movie_id`.
  public var tmdbMovieID: Int
  /// `picked_by`.
  public var pickedBy: MemberID
  /// `picked_at`.
  public var pickedAt: Timestamp

  public init(tmdbMovieID: Int, pickedBy: MemberID, pickedAt: Timestamp) {
    self.tmdbMovieID = tmdbMovieID
    self.pickedBy = pickedBy
    self.pickedAt = pickedAt
  }
}

extension RecordedImportedPick: Codable {
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: WireKey.self)
    tmdbMovieID = try object.decode(Int.self, forKey: "tmdb_movie_id")
    pickedBy = try object.decode(MemberID.self, forKey: "picked_by")
    pickedAt = try object.decode(Timestamp.self, forKey: "picked_at")
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: WireKey.self)
    try object.encode(tmdbMovieID, forKey: "tmdb_movie_id")
    try object.encode(pickedBy, forKey: "picked_by")
    try object.encode(pickedAt, forKey: "picked_at")
  }
}

extension RecordedImportedPick: JSONReadable {
  public init(json: JSONValue) throws(JSONError) {
    try json.requireObject()
    tmdbMovieID = try json.read("tmdb_movie_id")
    pickedBy = try json.read("picked_by")
    pickedAt = try json.read("picked_at")
  }
}
